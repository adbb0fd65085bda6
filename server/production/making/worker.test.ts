import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { widthOf } from '#server/intake/processing/layout/faces.ts'
import { picturePixels } from '#server/intake/processing/pages/pictures.ts'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { type PageImage, renderPage } from '#server/intake/processing/pdf/render-page.ts'
import { type BurnedPage, burnPage, pageOfFile } from '#server/intake/processing/redact/burn-page.ts'
import { labelImage } from '#server/intake/processing/redact/label-image.ts'
import { openPages } from '#server/intake/processing/redact/page-source.ts'
import { writeRedactedPdf } from '#server/intake/processing/redact/redacted-pdf.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { blue, bmp, red } from '#tests/fixtures/pictures.ts'
import { framedDpi, type Stamps } from './frame.ts'
import type { MakePart, MakeTask } from './protocol.ts'
import { placeStamps, stampSize } from './stamp-lines.ts'
import { work } from './worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-made-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

async function made(
  bytes: Buffer,
  stamps: readonly Stamps[],
  other: Partial<MakeTask> = {},
  mimeType = 'application/pdf',
  isBurned = false,
) {
  const file = join(folder, String(files++))
  writeFileSync(file, bytes)
  const maker = mimeType === 'application/pdf' ? 'pdf' : 'picture'
  const source = { kind: 'file', file, maker, mimeType, passwords: [], text: true, isBurned } as const
  const images = { format: 'tiff', color: 'jpeg' } as const
  const parts: MakePart[] = []
  const { fault } = await work(
    { source, stamps, whole: ['footerRight'], images, only: null, ...other },
    { at: () => {}, emit: async (part) => void parts.push(part as MakePart) },
  )
  const of = (kind: MakePart['kind']) => parts.filter((part) => part.kind === kind)
  const page = async (nth: number): Promise<PageImage> => {
    const part = of('page')[nth]
    if (part?.kind !== 'page') throw new Error('There is no such page.')
    return picturePixels(part.bytes, part.extension === 'tif' ? 'image/tiff' : 'image/jpeg', 0, 300)
  }
  return { fault, parts, page, of }
}

/** Rows and columns that hold anything dark. */
function inkOf({ width, height, pixels }: PageImage) {
  let count = 0
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((pixels[(y * width + x) * 3] ?? 255) < 128) {
        count += 1
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x + 1)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y + 1)
      }
  return { count, ...box }
}

function rowsOf({ width, pixels, ...image }: PageImage, from: number, to: number): PageImage {
  return { ...image, width, height: to - from, pixels: pixels.subarray(from * width * 3, to * width * 3) }
}

/** What stands in the band at the bottom, right: each letter is the one whose own image is there. */
async function readBack(image: PageImage, length: number, letters: string): Promise<string> {
  const { width, height, pixels } = image
  const scale = 300 / 72
  const line = Math.ceil(stampSize * 1.25 * scale)
  const top = height - 105 + Math.floor((105 - line) / 2)
  const wide = (text: string) => widthOf(text, 'plain', stampSize)
  const fits = async (letter: string, end: number): Promise<boolean> => {
    const right = Math.ceil(wide(letter) * scale) + 2
    const own = await labelImage({ text: letter, size: stampSize, left: 0, top: 0, right, bottom: line }, 300)
    const left = Math.round((end - wide(letter)) * scale) - 1
    // Without the pixels at its edges, where its neighbor may stand.
    for (let y = 0; y < own.height; y++)
      for (let x = 2; x < own.width - 2; x++)
        if ((own.bits[y * own.width + x] === 1) !== (pixels[((top + y) * width + left + x) * 3] ?? 255) < 128)
          return false
    return true
  }
  let read = ''
  let end = 612 - 18
  while (read.length < length) {
    const found: string[] = []
    for (const letter of letters) if (await fits(letter, end)) found.push(letter)
    read = `${found.length === 1 ? found[0] : '?'}${read}`
    end -= wide(read[0] ?? '?')
  }
  return read
}

const full = pdf({ pages: [{ content: '0 0 612 792 re f' }] })

describe('pages that are made', () => {
  it('have their stamps in bands that hold nothing of the page, and lose nothing of it', async () => {
    const { fault, page } = await made(full, [{ footerRight: 'NW0000217', headerCenter: 'CONFIDENTIAL' }])
    expect(fault).toBeNull()
    const image = await page(0)
    expect([image.width, image.height, image.dpi]).toEqual([2550, 3300, 300])
    // What fills the page fills its rectangle, in its shape, and stands in the middle.
    const inner = inkOf(rowsOf(image, 105, 3195))
    expect([inner.top, inner.bottom]).toEqual([0, 3090])
    expect(inner.count).toBe((inner.right - inner.left) * 3090)
    expect(inner.right - inner.left).toBe(Math.round((2550 * 3090) / 3300))
    // In the bands are letters, and no line of the page.
    for (const [from, to] of [
      [0, 105],
      [3195, 3300],
    ] as const) {
      const ink = inkOf(rowsOf(image, from, to))
      expect(ink.top).toBeGreaterThan(20)
      expect(ink.bottom).toBeLessThan(85)
      expect(ink.count).toBeLessThan(9000)
    }
    expect(await readBack(image, 9, 'ANW0123456789')).toBe('NW0000217')
  })

  it('are not made smaller where nothing is stamped', async () => {
    const { page } = await made(full, [{}])
    expect(inkOf(await page(0))).toMatchObject({
      left: 0,
      top: 0,
      right: 2550,
      bottom: 3300,
      count: 2550 * 3300,
    })
  })

  it('are gray or in color where the original is, or in points that keep what is pale', async () => {
    const pale = pdf({
      pages: [{ content: `0.2 0.4 0.9 rg 100 100 300 300 re f 0.8 g ${show('Pale', 72, 700)}` }],
    })
    const color = await made(pale, [{ footerLeft: 'A' }])
    expect(color.of('page')).toMatchObject([{ extension: 'jpg' }])
    const points = await made(pale, [{ footerLeft: 'A' }], {
      images: { format: 'tiff', color: 'blackAndWhite' },
    })
    expect(points.of('page')).toMatchObject([{ extension: 'tif' }])
    expect(inkOf(rowsOf(await points.page(0), 300, 420)).count).toBeGreaterThan(50)
  })

  it('are black and white where only letters and rules are gray, and not where an area is', async () => {
    const rule = (gray: string) => `${gray} g 72 600 400 0.7 re f 72 300 2 200 re f ${show('Gray', 72, 700)}`
    const thin = await made(pdf({ pages: [{ content: rule('0.7') }] }), [{}])
    expect(thin.of('page')).toMatchObject([{ extension: 'tif' }])
    const image = await thin.page(0)
    expect(inkOf(rowsOf(image, 790, 810)).count).toBeGreaterThan(3000)
    expect(inkOf(rowsOf(image, 340, 400)).count).toBeGreaterThan(500)
    const area = `0.7 g 72 590 200 20 re f 0 g ${show('Within', 80, 595)} ${rule('0.7')}`
    expect((await made(pdf({ pages: [{ content: area }] }), [{}])).of('page')).toMatchObject([
      { extension: 'jpg' },
    ])
    const faint = `0.9 g 72 300 3 200 re f ${show('Faint', 72, 700)}`
    expect((await made(pdf({ pages: [{ content: faint }] }), [{}])).of('page')).toMatchObject([
      { extension: 'jpg' },
    ])
  })

  it('of pictures are pages too, and small ones have white around them', async () => {
    const { page } = await made(bmp(96, 48, red, blue), [{ footerRight: 'NW1' }], {}, 'image/bmp')
    const image = await page(0)
    expect([image.width, image.height]).toEqual([1500, 1500])
    // An inch wide, as it is on a screen.
    const isRed = (at: number): boolean =>
      (image.pixels[at] ?? 0) > 180 &&
      (image.pixels[at + 1] ?? 255) < 100 &&
      (image.pixels[at + 2] ?? 255) < 100
    const reds = Array.from({ length: 1500 * 1500 }, (_, at) => at * 3).filter(isRed).length
    expect(reds).toBeGreaterThan(150 * 150 * 0.95)
    expect(reds).toBeLessThan(150 * 150 * 1.05)
  })

  it('of redacted files are what was burned for their frames, each pixel of it', async () => {
    const stamps = { footerRight: 'NW0000001', headerCenter: 'CONFIDENTIAL' }
    const original = pdf({
      pages: [
        { content: show('Larkspur was tested', 72, 700) },
        { content: show('Turned', 72, 300), entries: '/MediaBox [0 0 792 612]' },
      ],
    })
    const dpi = framedDpi(stamps, [{ width: 1275, height: 1650, dpi: 150 }]) ?? 0
    const written = writeRedactedPdf()
    const [parts, burned]: [Buffer[], BurnedPage[]] = [[], []]
    const pages = await openPages({
      ...{ bytes: original, maker: 'pdf', mimeType: 'application/pdf', passwords: [], dpi },
    })
    for (let page = 0; page < 2; page++) {
      const one = await burnPage(await pages.page(page), [], 'black')
      burned.push(one)
      parts.push(written.page(pageOfFile(one)))
    }
    pages.close()
    const bytes = Buffer.concat([...parts, written.end()])
    const { fault, page, of } = await made(bytes, [stamps, stamps], {}, 'application/pdf', true)
    expect(fault).toBeNull()
    expect(of('page')).toMatchObject([{ extension: 'tif' }, { extension: 'tif' }])
    const image = await page(0)
    expect([image.width, image.height, image.dpi]).toEqual([2550, 3300, 300])
    const { width, height } = burned[0]?.image ?? image
    expect([width, height]).toEqual([Math.round((8.5 * 3089) / 11), 3089])
    const left = Math.floor((2550 - width) / 2)
    const within = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (__, x) =>
        (image.pixels[((105 + row) * 2550 + left + x) * 3] ?? 0) < 128 ? 1 : 0,
      ),
    ).flat()
    expect(Buffer.from(within).equals(burned[0]?.bits ?? Buffer.alloc(0))).toBe(true)
    expect(await readBack(image, 9, 'ANW0123456789')).toBe('NW0000001')
    // One that was not burned for its frame is drawn into it.
    const turned = await page(1)
    expect([turned.width, turned.height]).toEqual([3300, 2550])
    expect(inkOf(rowsOf(turned, 105, 2445)).count).toBeGreaterThan(500)
  })

  it('of redacted files have no resolution of their own where their sizes differ or are too large', () => {
    const [letter, a4, plan] = [
      { width: 1275, height: 1650, dpi: 150 },
      { width: 1240, height: 1754, dpi: 150 },
      { width: 5400, height: 7200, dpi: 150 },
    ]
    expect(framedDpi({}, [letter, letter])).toBe(300)
    expect(framedDpi({ footerRight: 'NW1' }, [letter])).toBeCloseTo((300 * 3194) / 3300)
    expect(framedDpi({}, [letter, a4])).toBeNull()
    expect(framedDpi({}, [plan])).toBeNull()
    expect(framedDpi({}, [])).toBeNull()
  })

  it('are one PDF where that is asked for, with its words where they stand', async () => {
    const two = pdf({ pages: [{ content: show('Larkspur', 72, 700) }, { content: show('Harmon', 72, 700) }] })
    const stamps = [{ footerRight: 'NW1' }, { footerRight: 'NW2' }]
    const { of } = await made(two, stamps, { images: { format: 'pdf', color: 'jpeg' } })
    const bytes = Buffer.concat(of('pdf').map((part) => ('bytes' in part ? part.bytes : Buffer.alloc(0))))
    expect(of('page')).toEqual([])
    expect(of('text')).toMatchObject([{ text: 'Larkspur' }, { text: 'Harmon' }])
    await withPdf(bytes, [], (file) => {
      expect(file.pageCount).toBe(2)
      const [word] = pageWords(file, 0) ?? []
      expect(word?.text).toBe('Larkspur')
      // Around its ink on the page that was made smaller.
      const ink = inkOf(
        rowsOf(
          renderPage(file, 0, 300) ?? {
            width: 0,
            height: 0,
            dpi: 0,
            reduced: false,
            pixels: Buffer.alloc(0),
          },
          0,
          3195,
        ),
      )
      expect(Math.abs((word?.left ?? 0) * (300 / 72) - ink.left)).toBeLessThan(12)
      expect(Math.abs((word?.right ?? 0) * (300 / 72) - ink.right)).toBeLessThan(12)
      expect((word?.top ?? 0) * (300 / 72)).toBeLessThan(ink.top)
      expect((word?.bottom ?? 0) * (300 / 72)).toBeGreaterThan(ink.bottom)
    })
  })

  it('are refused where a letter is in no font, where there are others than planned, and where one cannot be drawn', async () => {
    expect((await made(full, [{ footerLeft: '\u{3042}' }])).fault?.reason).toMatch(/U\+3042/)
    expect((await made(full, [{}, {}])).fault).toMatchObject({ code: 'changed' })
    expect((await made(Buffer.from('%PDF-1.4 nothing'), [{}])).fault).toMatchObject({ code: 'corrupt' })
    const source = { kind: 'slipSheet', text: 'line\n'.repeat(300) } as const
    expect((await made(full, [{}], { source })).fault).toMatchObject({ code: 'tooMany' })
  })
})

describe('stamps', () => {
  const placed = (stamps: Stamps, across = 612) => placeStamps(stamps, ['footerRight'], across)
  const long =
    'Highly confidential, for the eyes of outside counsel only, subject to the protective order of the court'

  it('are cut where they would run into another one, and numbers never are', () => {
    const found = placed({ footerLeft: long, footerCenter: long, footerRight: 'NW00000000000001' }) ?? []
    const ends = found.map(({ text, left }) => [left, left + widthOf(text, 'plain', stampSize)] as const)
    expect(found.map(({ text }) => text.endsWith('…'))).toEqual([true, true, false])
    for (const [at, [, end]] of ends.entries()) expect(ends[at + 1]?.[0] ?? 612 - 17).toBeGreaterThan(end)
    expect(found[2]?.text).toBe('NW00000000000001')
    expect(placed({ footerLeft: long })?.[0]?.text).toBe(long)
    expect(placed({ footerRight: 'W'.repeat(40) }, 300)).toBeNull()
  })
})
