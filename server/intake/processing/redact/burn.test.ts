import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageParts } from '#contracts/redactions.ts'
import { scannedPage } from '#server/sample/scan.ts'
import { pageObject, pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { property, runs } from '#tests/runs.ts'
import { readByOthers, readsPdfs, saysAnywhere } from '#tests/support/other-readers.ts'
import type { Burnable, Fill, GateAnswer } from '../../../review/redactions/burn/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { layOut } from '../layout/lay-out.ts'
import type { PageWord } from '../pdf/page-words.ts'
import { pageWords } from '../pdf/page-words.ts'
import { pageSizeOf, withPdf } from '../pdf/pdf-file.ts'
import { type PageImage, renderPage } from '../pdf/render-page.ts'
import { type BurnedPage, burnPage, pageOfFile } from './burn-page.ts'
import { passGate } from './gate.ts'
import { openPages } from './page-source.ts'
import { writeRedactedPdf } from './redacted-pdf.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/pdf/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: no redactions are burned into them.')

interface Options {
  readonly dpi?: number
  readonly fill?: Fill
  readonly mimeType?: string
  /** What is burned, where it is not what the gate is told of. */
  readonly burned?: readonly Burnable[]
  /** Changes a page before it is written. */
  readonly spoil?: (page: BurnedPage, original: readonly PageWord[]) => BurnedPage
}

interface Made {
  readonly written: Buffer
  readonly answer: GateAnswer
}

async function redacted(
  bytes: Buffer,
  redactions: readonly Burnable[],
  { dpi = 150, fill = 'black', mimeType = 'application/pdf', burned = redactions, spoil }: Options = {},
): Promise<Made> {
  const maker = mimeType === 'application/pdf' ? 'pdf' : 'picture'
  const pages = await openPages({ bytes, maker, mimeType, passwords: [], dpi })
  try {
    const pdfOut = writeRedactedPdf()
    const parts: Buffer[] = []
    for (let page = 0; page < pages.count; page++) {
      const source = await pages.page(page)
      const own = burned.filter((one) => one.page === page)
      const made = await burnPage(source, own, fill)
      const words = source.characters.map(({ char: text, ...box }) => ({ text, ...box }))
      parts.push(pdfOut.page(pageOfFile(spoil === undefined ? made : spoil(made, words))))
    }
    parts.push(pdfOut.end())
    const written = Buffer.concat(parts)
    return { written, answer: await passGate({ original: pages, written, redactions, fill }, () => {}) }
  } finally {
    pages.close()
  }
}

const wordsOf = (bytes: Buffer, page = 0): Promise<PageWord[]> =>
  withPdf(bytes, [], (file) => pageWords(file, page) ?? [])
const textOf = async (bytes: Buffer): Promise<string> =>
  (await wordsOf(bytes)).map(({ text }) => text).join(' ')
const imageOf = (bytes: Buffer, dpi = 150): Promise<PageImage> =>
  withPdf(bytes, [], (file) => {
    const image = renderPage(file, 0, dpi)
    if (image === null) throw new Error('The page cannot be drawn.')
    return image
  })

/** In parts of the page, rounded outwards. */
async function around(bytes: Buffer, text: string, page = 0): Promise<number[]> {
  const size = await withPdf(bytes, [], (file) => pageSizeOf(file, page))
  const word = (await wordsOf(bytes, page)).find((one) => one.text === text)
  if (size === null || word === undefined) throw new Error('There is no such word.')
  const low = (value: number, whole: number): number => Math.floor((value / whole) * pageParts)
  const high = (value: number, whole: number): number => Math.ceil((value / whole) * pageParts)
  return [
    low(word.left, size.width),
    low(word.top, size.height),
    high(word.right, size.width),
    high(word.bottom, size.height),
  ]
}

const box = (boxes: readonly number[], label = ''): Burnable => ({ page: 0, kind: 'words', boxes, label })
const level = ({ width, pixels }: PageImage, x: number, y: number): number =>
  pixels[(y * width + x) * 3] ?? -1

describe('burning', () => {
  const plain = pdf({
    pages: [
      {
        content: show('The price of Larkspur is secret', 20, 250) + show('Harmon', 20, 150),
        entries: '/MediaBox [0 0 360 288]',
      },
    ],
  })

  it('covers words with pixels, and takes them out of the text', async () => {
    const boxes = await around(plain, 'Larkspur')
    for (const [fill, dpi] of [
      ['black', 150],
      ['white', 200],
      ['black', 300],
    ] as const) {
      const { written, answer } = await redacted(plain, [box(boxes)], { fill, dpi })
      expect(answer).toEqual({ ok: true })
      expect(await textOf(written)).toBe('The price of is secret Harmon')
      const image = await imageOf(written, dpi)
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes
      const inside = fill === 'black' ? 0 : 255
      const middle = Math.floor((((left + right) / 2) * image.width) / pageParts)
      const line = Math.floor((((top + bottom) / 2) * image.height) / pageParts)
      expect(level(image, middle, line)).toBe(inside)
      // Rounded outwards, to the pixel.
      const first = Math.floor((left * image.width) / pageParts)
      const last = Math.ceil((right * image.width) / pageParts) - 1
      expect([first - 1, first, last, last + 1].map((x) => level(image, x, line))).toEqual([255, 0, 0, 255])
    }
  })

  it('writes the label, shortens it, and leaves it out', async () => {
    const rows = (label: string, boxes: readonly number[]) =>
      redacted(plain, [{ page: 0, kind: 'box', boxes, label }]).then(async ({ written, answer }) => {
        expect(answer).toEqual({ ok: true })
        const image = await imageOf(written)
        const [left = 0, top = 0, right = 0, bottom = 0] = boxes
        const columns = new Set<number>()
        for (
          let y = Math.ceil((top * image.height) / pageParts);
          y < (bottom * image.height) / pageParts - 1;
          y++
        )
          for (
            let x = Math.ceil((left * image.width) / pageParts);
            x < (right * image.width) / pageParts - 1;
            x++
          )
            if (level(image, x, y) === 255) columns.add(x)
        return columns.size
      })
    const wide = await rows('Attorney-Client', [1000, 4000, 5000, 4600])
    const narrow = await rows('Attorney-Client', [1000, 4000, 1600, 4600])
    const none = await rows('Attorney-Client', [1000, 4000, 1100, 4600])
    const flat = await rows('Attorney-Client', [1000, 4000, 5000, 4050])
    expect(wide).toBeGreaterThan(narrow)
    expect(narrow).toBeGreaterThan(0)
    expect([none, flat]).toEqual([0, 0])
  })

  it('covers a whole page, or all but some boxes', async () => {
    const page = await redacted(plain, [{ page: 0, kind: 'page', boxes: [], label: 'Privileged' }])
    expect([page.answer, await textOf(page.written)]).toEqual([{ ok: true }, ''])
    const open = (await around(plain, 'Harmon')).map((side, at) => side + (at < 2 ? -40 : 40))
    const inverse = await redacted(plain, [{ page: 0, kind: 'inverse', boxes: open, label: '' }])
    expect([inverse.answer, await textOf(inverse.written)]).toEqual([{ ok: true }, 'Harmon'])
    const image = await imageOf(inverse.written)
    expect([level(image, 5, 5), level(image, image.width - 5, image.height - 5)]).toEqual([0, 0])
  })

  it('finds the same words on a page that is turned and cut', async () => {
    for (const turn of [0, 90, 180, 270]) {
      const bytes = pdf({
        pages: [
          {
            content: show('The Larkspur price', 150, 400),
            entries: `/MediaBox [0 0 612 792] /CropBox [100 300 500 600] /Rotate ${turn}`,
          },
        ],
      })
      const { written, answer } = await redacted(bytes, [box(await around(bytes, 'Larkspur'))], { dpi: 300 })
      expect(answer).toEqual({ ok: true })
      const left = (await wordsOf(written)).map(({ text }) => text).join('')
      expect(left).not.toContain('Lark')
      expect(left).toContain('The')
    }
  })

  it('takes out text that nobody sees, though nobody has drawn a box', async () => {
    const picture = stream(
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      Buffer.from([0, 255, 128, 64]),
    )
    const bytes = pdf({
      pages: [
        {
          content: [
            show('Seen'),
            `1 g ${show('White', 72, 650)} 0 g`,
            show('Nothing', 72, 600).replace('BT', 'BT 3 Tr').replace('ET', '0 Tr ET'),
            show('Below', 72, 550),
            'q 200 0 0 40 60 540 cm /I Do Q',
            `1 0 0 rg ${show('Red', 72, 500)}`,
          ].join('\n'),
          entries: '/Resources << /Font << /F 3 0 R >> /XObject << /I 1000 0 R >> >>',
        },
      ],
      objects: { 1000: picture },
    })
    const { written, answer } = await redacted(bytes, [])
    expect(answer).toEqual({ ok: true })
    expect(await textOf(written)).toBe('Seen Red')
  })

  it('leaves the lines above and below a covered word as they are', async () => {
    const lines = ['Harmon wells', 'The Larkspur price', 'gypsy drilling'] as const
    const tight = pdf({
      pages: [
        {
          content: lines.map((line, nth) => show(line, 20, 250 - 13 * nth)).join('\n'),
          entries: '/MediaBox [0 0 360 288]',
        },
      ],
    })
    const mail = { heads: [], html: null, text: lines.join('\n'), isSource: false, isCut: false }
    for (const bytes of [tight, (await layOut(mail, () => {})).pdf]) {
      const before = (await wordsOf(bytes)).map(({ text }) => text)
      const { written, answer } = await redacted(bytes, [box(await around(bytes, 'Larkspur'))], { dpi: 200 })
      expect(answer).toEqual({ ok: true })
      expect((await wordsOf(written)).map(({ text }) => text)).toEqual(
        before.filter((word) => word !== 'Larkspur'),
      )
    }
  })

  it('knows the letters of a font that says they stand elsewhere', async () => {
    const says = (bounds: string) => ({
      1000:
        `<< /Type /Font /Subtype /Type3 /FontBBox [${bounds}] /FontMatrix [0.001 0 0 0.001 0 0] ` +
        '/CharProcs << /a 1001 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 ' +
        '/Widths [1000] /Resources << >> >>',
      1001: stream('', `1000 0 ${bounds} d1 100 100 700 700 re f`),
    })
    const page = {
      content: '20 255 m 340 255 l S BT /T 20 Tf 20 50 Td (aaaa) Tj ET',
      entries: '/MediaBox [0 0 360 288] /Resources << /Font << /F 3 0 R /T 1000 0 R >> >>',
    }
    const under = box([0, 7000, 10_000, 9000])
    // True ones, and ones that put the letters on the line above.
    for (const bounds of ['0 0 1000 1000', '0 10000 1000 11000']) {
      const bytes = pdf({ pages: [page], objects: says(bounds) })
      const { written, answer } = await redacted(bytes, [under])
      expect([answer, await textOf(written)]).toEqual([{ ok: true }, ''])
      expect(await textOf((await redacted(bytes, [])).written)).toBe('aaaa')
    }
  })

  it('burns pictures, which have no text', async () => {
    const scan = scannedPage(['The price of Larkspur'], 1)()
    const { written, answer } = await redacted(
      scan,
      [{ page: 0, kind: 'page', boxes: [], label: 'Privileged' }],
      {
        mimeType: 'image/png',
      },
    )
    expect([answer, await textOf(written)]).toEqual([{ ok: true }, ''])
  })
})

describe('the gate', () => {
  const small = '/MediaBox [0 0 360 288]'
  const plain = pdf({
    pages: [{ content: show('The price of Larkspur is Larkspur', 20, 250), entries: small }],
  })
  const kinds = ({ answer }: Made): string[] =>
    answer.ok ? [] : [...new Set(answer.faults.map(({ kind }) => kind))]

  it('says no to a box that was not burned', async () => {
    const boxes = await around(plain, 'Larkspur')
    expect(kinds(await redacted(plain, [box(boxes)], { burned: [] }))).toEqual(['text', 'pixels'])
  })

  it('says no to covered letters in the text, there and elsewhere', async () => {
    const boxes = await around(plain, 'price')
    const words = (some: readonly PageWord[]) => (made: BurnedPage) => ({
      ...made,
      text: { ...made.text, words: some },
    })
    const all = await redacted(plain, [box(boxes)], { spoil: (made, original) => words(original)(made) })
    expect(kinds(all)).toEqual(['text'])
    const moved = { text: 'price', left: 300, top: 200, right: 340, bottom: 212 }
    expect(kinds(await redacted(plain, [box(boxes)], { spoil: words([moved]) }))).toEqual(['text'])
    // What is covered once and stands elsewhere in the open is no fault.
    expect(kinds(await redacted(plain, [box(await around(plain, 'Larkspur'))]))).toEqual([])
  })

  it('says no to a letter that sticks out, and says where', async () => {
    const [left = 0, top = 0, right = 0, bottom = 0] = await around(plain, 'price')
    const cut = {
      ...box([left, top, right, bottom]),
      boxes: [left, top, right, Math.round((top + bottom) / 2)],
    }
    const { answer } = await redacted(plain, [cut])
    expect(answer).toMatchObject({ ok: false, faults: [{ page: 0, kind: 'ring' }] })
    if (!answer.ok) expect(answer.faults[0]?.box?.[3]).toBeGreaterThan(cut.boxes[3] ?? 0)
  })

  it('lets a box over a rule pass', async () => {
    const bytes = pdf({
      pages: [{ content: `${show('The price', 20, 250)} 0.8 w 10 246 m 390 246 l S`, entries: small }],
    })
    expect(kinds(await redacted(bytes, [box(await around(bytes, 'price'))]))).toEqual([])
  })
})

describe('canaries', () => {
  const secret = 'ZQX7781'
  const form = (number: number) => `/X${number} ${number} 0 R`
  const bytes = Buffer.concat([
    pdf({
      info: `/Title (${secret}) /Author (${secret}) /Custom (${secret})`,
      catalog:
        `/Outlines 1010 0 R /Names << /EmbeddedFiles << /Names [(${secret}) 1012 0 R] >> ` +
        `/JavaScript << /Names [(${secret}) << /S /JavaScript /JS (app.alert\\("${secret}"\\)) >>] >> ` +
        `/Dests << /Names [(${secret}) [${pageObject(0)} 0 R /Fit]] >> >> /Metadata 1014 0 R ` +
        `/AcroForm << /Fields [1003 0 R] /DR << /Font << /F 3 0 R >> >> /DA (/F 12 Tf) >> ` +
        `/OCProperties << /OCGs [1015 0 R] /D << /OFF [1015 0 R] >> >> ` +
        `/PageLabels << /Nums [0 << /P (${secret}) >>] >> /Lang (${secret})`,
      pages: [
        {
          content: [
            show(`The ${secret} price`),
            `/Span << /ActualText (${secret}) /Alt (${secret}) >> BDC ${show('Actual', 72, 660)} EMC`,
            `/Figure << /MCID 0 >> BDC EMC 1 g ${show(secret, 72, 640)} 0 g`,
            show(secret, 72, 620).replace('BT', 'BT 3 Tr').replace('ET', '0 Tr ET'),
            `/OC /Layer BDC ${show(secret, 72, 600)} EMC`,
            `/${secret} Do /X1001 Do % ${secret}`,
          ].join('\n'),
          entries:
            `/Resources << /Font << /F 3 0 R >> /XObject << ${form(1001)} /${secret} 1002 0 R >> ` +
            '/Properties << /Layer 1015 0 R >> >> /Annots [1003 0 R 1004 0 R 1005 0 R 1006 0 R] /Thumb 1002 0 R ' +
            `/PieceInfo << /${secret} << /Private (${secret}) >> >>`,
        },
      ],
      objects: {
        1001: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >>',
          show(secret, 72, 560),
        ),
        1002: stream(
          `/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Alt (${secret})`,
          Buffer.from([0, 255, 128, 64]),
        ),
        1003:
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${secret}) /TU (${secret}) /V (${secret}) /F 4 /Rect [72 500 300 520] ` +
          '/AP << /N 1007 0 R >> /DA (/F 12 Tf) >>',
        1004: `<< /Type /Annot /Subtype /Text /Contents (${secret}) /T (${secret}) /Rect [400 700 420 720] /Popup 1006 0 R >>`,
        1005: `<< /Type /Annot /Subtype /Link /Rect [72 400 200 420] /A << /S /URI /URI (https://${secret}.example/) >> >>`,
        1006: `<< /Type /Annot /Subtype /Popup /Parent 1004 0 R /Rect [420 700 500 760] /Contents (${secret}) >>`,
        1007: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 228 20] /Resources << /Font << /F 3 0 R >> >>',
          `/Tx BMC ${show(secret, 2, 5)} EMC`,
        ),
        1010: '<< /Type /Outlines /First 1011 0 R /Last 1011 0 R /Count 1 >>',
        1011: `<< /Title (${secret}) /Parent 1010 0 R /Dest [${pageObject(0)} 0 R /Fit] >>`,
        1012: `<< /Type /Filespec /F (${secret}.txt) /UF (${secret}.txt) /Desc (${secret}) /EF << /F 1013 0 R >> >>`,
        1013: stream('/Type /EmbeddedFile', `attached ${secret}`),
        1014: stream(
          '/Type /Metadata /Subtype /XML',
          `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`,
        ),
        1015: `<< /Type /OCG /Name (${secret}) >>`,
        // Of an earlier revision: nothing refers to it.
        1016: `(${secret})`,
      },
    }),
    Buffer.from(`\n% ${secret} behind the end`),
  ])

  it('none is left of a PDF that has them in all places', async () => {
    // Wherever it is seen: in the line, the form and the field.
    const places = [await around(bytes, secret), [0, 2750, 10_000, 2960], [0, 3350, 10_000, 3720]].flat()
    const { written, answer } = await redacted(
      bytes,
      [{ page: 0, kind: 'box', boxes: places, label: 'Privileged' }],
      {
        dpi: 200,
      },
    )
    expect(answer).toEqual({ ok: true })
    const inflated = [written.toString('latin1'), ...streamsOf(written)].join('\n')
    const forms = [
      secret,
      Buffer.from(secret, 'utf16le').toString('latin1'),
      Buffer.from(secret).toString('hex'),
    ]
    for (const one of [...forms, 'QX77', 'ZQX']) expect(inflated).not.toContain(one)
    // What the letters of the second line say is not what is seen there.
    expect(await textOf(written)).toBe('The price')
    // The same looks find it where nothing is covered.
    const open = await redacted(bytes, [])
    expect(await textOf(open.written)).toContain(secret)
    if (!readsPdfs) return
    const others = readByOthers(written)
    expect([others.faults, others.text.trim().split(/\s+/).join(' '), others.images]).toEqual([
      '',
      'The price',
      [1],
    ])
    expect(saysAnywhere(others, secret)).toBe(false)
    // They find it in the file that came, and where nothing was covered.
    for (const one of [bytes, open.written]) expect(saysAnywhere(readByOthers(one), secret)).toBe(true)
  })

  const streamsOf = (file: Buffer): string[] => {
    const found: string[] = []
    for (let at = file.indexOf('/FlateDecode'); at >= 0; at = file.indexOf('/FlateDecode', at + 1)) {
      const from = file.indexOf('stream\n', at) + 7
      found.push(inflateSync(file.subarray(from, file.indexOf('\nendstream', from))).toString('latin1'))
    }
    return found
  }
})

describe('real documents', () => {
  const side = fc.integer({ min: 0, max: pageParts - 1500 })
  const drawn = fc.record({
    boxes: fc.array(
      fc
        .tuple(side, side, fc.integer({ min: 50, max: 1500 }), fc.integer({ min: 50, max: 1500 }))
        .map(([left, top, width, height]) => [left, top, left + width, top + height]),
      { minLength: 1, maxLength: 6 },
    ),
    dpi: fc.constantFrom(150, 200, 300),
    at: fc.nat(),
  })
  const files = present ? readdirSync(corpus).filter((name) => name.endsWith('.pdf')) : []

  property(
    'no word stands under a box, and nearly all others are still there',
    async () => {
      let outside = 0
      let left = 0
      const told = { under: 0, boxes: 0 }
      await fc.assert(
        fc.asyncProperty(drawn, async ({ boxes, dpi, at }) => {
          const bytes = readFileSync(join(corpus, files[at % files.length] ?? ''))
          const first = await withPdf(bytes, [], ({ pageCount }) => pageCount).catch(
            (error: unknown) => error,
          )
          if (first instanceof Unreadable || typeof first !== 'number') return
          const page = at % Math.min(first, 5)
          const size = await withPdf(bytes, [], (file) => pageSizeOf(file, page))
          if (size === null) return
          const pages = await openPages({ bytes, maker: 'pdf', mimeType: '', passwords: [], dpi })
          try {
            const source = await pages.page(page)
            const unseen = source.characters.filter(({ hidden }) => hidden).length
            const own = boxes.map((one) => ({ ...box(one), page }))
            const burned = await burnPage(source, own, 'black')
            const pdfOut = writeRedactedPdf()
            const file = Buffer.concat([pdfOut.page(pageOfFile(burned)), pdfOut.end()])
            const isUnder = (margin: number) => (word: PageWord) => {
              const x = (((word.left + word.right) / 2) * pageParts) / size.width
              const y = (((word.top + word.bottom) / 2) * pageParts) / size.height
              return boxes.some(
                ([l = 0, t = 0, r = 0, b = 0]) =>
                  x > l - margin && x < r + margin && y > t - margin && y < b + margin,
              )
            }
            const read = await wordsOf(file)
            told.boxes += boxes.length
            told.under += read.filter(isUnder(0)).length
            expect(read.filter(isUnder(0))).toEqual([])
            if (unseen > 0) return
            const before = (await wordsOf(bytes, page)).filter((word) => !isUnder(600)(word))
            const after = read.map(({ text }) => text)
            for (const { text } of before) {
              outside += 1
              const there = after.indexOf(text)
              if (there < 0) continue
              left += 1
              after.splice(there, 1)
            }
          } finally {
            pages.close()
          }
        }),
        { numRuns: files.length === 0 ? 0 : runs(15) },
      )
      if (outside > 0) expect(left / outside).toBeGreaterThan(0.98)
    },
    180_000,
  )
})
