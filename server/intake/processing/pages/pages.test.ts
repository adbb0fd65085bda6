import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ImageMagick, MagickFormat, MagickReadSettings } from '@imagemagick/magick-wasm'
import { describe, expect, it } from 'vitest'
import { letterDocument } from '#server/sample/office-files.ts'
import { scannedPage } from '#server/sample/scan.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { blue, bmp, jxlFile, red, tiff } from '#tests/fixtures/pictures.ts'
import { inDeepRun } from '#tests/runs.ts'
import type { PagesPart } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { identify } from '../identify/identify.ts'
import { drawPdf, measurePdf } from './pdf-pages.ts'
import { drawPicture, measurePicture } from './pictures.ts'
import { renderWord } from './word-rendition.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

async function partsOf(bytes: Buffer, pages: readonly number[]): Promise<PagesPart[]> {
  const parts: PagesPart[] = []
  for await (const part of drawPdf(bytes, [], pages, () => {})) parts.push(part)
  return parts
}

/** Width and height as a PNG or a JPEG says them itself. */
function sizeIn(bytes: Buffer): readonly [number, number] {
  if (bytes[0] === 0x89) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  throw new Error('This is no image.')
}

/** Near which of the flat colours a pixel is. */
const colourAt = (jpeg: Buffer, x: number, y: number): string =>
  ImageMagick.read(jpeg, (image) =>
    image.getPixels((pixels) => {
      const [r = 0, g = 0, b = 0] = pixels.getPixel(x, y)
      return r > 200 && g > 200 ? 'white' : r > 200 ? 'red' : b > 200 ? 'blue' : 'other'
    }),
  )

describe('pages of a PDF', () => {
  it('have their size before they are drawn, at 150 dpi, cut and turned', async () => {
    const file = pdf({
      pages: [
        { content: show('One') },
        { entries: '/MediaBox [0 0 720 360] /Rotate 90' },
        { entries: '/MediaBox [0 0 720 360] /CropBox [0 0 72 36]' },
      ],
    })
    const { sizes, left } = await measurePdf(file, [])
    // 612 × 792 points are 8.5 × 11 inches.
    expect(sizes).toEqual([
      { width: 1275, height: 1650, dpi: 150 },
      { width: 750, height: 1500, dpi: 150 },
      { width: 150, height: 75, dpi: 150 },
    ])
    expect(left).toBe(0)
    const drawn = await partsOf(file, [2, 0, 1])
    expect(drawn.map((part) => part.kind === 'image' && [part.page, ...sizeIn(part.bytes)])).toEqual([
      [2, 150, 75],
      [0, 1275, 1650],
      [1, 750, 1500],
    ])
  })

  it('a page that ends the program that reads PDFs costs itself and not the next one', async () => {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 1000 0 R >> >>'
    const file = pdf({
      pages: [
        { content: show('One') },
        { content: '/X Do', entries: '/Resources << /XObject << /X 1000 0 R >> >>' },
        { content: show('Three') },
      ],
      objects: { 1000: stream(form, '/X Do /X Do') },
    })
    expect(
      (await partsOf(file, [0, 1, 2])).map((part) => [part.kind, 'code' in part ? part.code : '']),
    ).toEqual([
      ['image', ''],
      ['fault', 'tooLarge'],
      ['image', ''],
    ])
  })

  it('a locked one says so', async () => {
    await expect(measurePdf(Buffer.from('%PDF-1.4\nnothing more'), [])).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it.skipIf(!present)(
    'real ones are drawn in the size that was told before',
    { ...inDeepRun, timeout: 60_000 },
    async () => {
      for (const name of readdirSync(join(corpus, 'pdf')).filter((one) => one.endsWith('.pdf'))) {
        const bytes = readFileSync(join(corpus, 'pdf', name))
        const found = await measurePdf(bytes, []).catch((error: unknown) => error)
        if (found instanceof Unreadable) {
          expect([name, found.code]).toEqual([
            'testPDF_no_extract_no_accessibility_owner_user.pdf',
            'encrypted',
          ])
          continue
        }
        const { sizes } = found as Awaited<ReturnType<typeof measurePdf>>
        const parts = await partsOf(
          bytes,
          sizes.map((_, page) => page),
        )
        expect([
          name,
          ...parts.map((part) => (part.kind === 'image' ? sizeIn(part.bytes) : part.kind)),
        ]).toEqual([name, ...sizes.map(({ width, height }) => [width, height])])
      }
    },
  )
})

describe('pictures', () => {
  const drawn = async (bytes: Buffer, type: string, page = 0) => {
    const { sizes } = await measurePicture(bytes, type)
    const image = await drawPicture(bytes, type, page)
    expect(sizeIn(image)).toEqual([sizes[page]?.width, sizes[page]?.height])
    return { image, sizes }
  }

  it('are one page in their own size, in their colours', async () => {
    const { image, sizes } = await drawn(bmp(40, 20, red, blue), 'image/bmp')
    expect(sizes).toEqual([{ width: 40, height: 20, dpi: 96 }])
    expect([colourAt(image, 5, 10), colourAt(image, 35, 10)]).toEqual(['red', 'blue'])
  })

  it('stand upright where the file says how they lie', async () => {
    // 6: the first row of the file is the right side of what is seen.
    const page = { width: 40, height: 20, left: red, right: blue, orientation: 6 }
    const { image } = await drawn(tiff([page]), 'image/tiff')
    expect(sizeIn(image)).toEqual([20, 40])
    expect([colourAt(image, 10, 5), colourAt(image, 10, 35)]).toEqual(['red', 'blue'])
  })

  it('a TIFF has as many pages as images; a fax is as high as it was sent', async () => {
    const file = tiff([
      { width: 40, height: 20, left: red, right: red },
      { width: 40, height: 20, left: blue, right: blue, resolution: [200, 100] },
    ])
    const { image, sizes } = await drawn(file, 'image/tiff', 1)
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [40, 20],
      [40, 40],
    ])
    expect(colourAt(image, 20, 20)).toBe('blue')
  })

  it('large ones are made smaller, and larger ones than can be borne are not read at all', async () => {
    const { sizes } = await drawn(bmp(6000, 100, red, blue), 'image/bmp')
    expect(sizes).toEqual([{ width: 3000, height: 50, dpi: 96 }])
    // Says of itself that it has 400 million pixels, and holds none of them.
    const lying = scannedPage(['X'], 1)()
    lying.writeUInt32BE(20_000, 16)
    lying.writeUInt32BE(20_000, 20)
    await expect(drawPicture(lying, 'image/png', 0)).rejects.toBeInstanceOf(Unreadable)
  })

  it('what is no picture is refused, and never run as one that is written in words', async () => {
    const drawing = Buffer.from(
      'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "/etc/passwd"\npop graphic-context',
    )
    for (const type of ['image/png', 'image/tiff', 'image/jpeg', 'image/svg+xml', 'text/plain'])
      await expect(measurePicture(drawing, type)).rejects.toBeInstanceOf(Unreadable)
  })

  it.each([
    ['image/avif', MagickFormat.Avif],
    ['image/jxl', MagickFormat.Jxl],
    ['image/vnd.adobe.photoshop', MagickFormat.Psd],
    ['image/vnd.microsoft.icon', MagickFormat.Ico],
  ])('those of the type %s are drawn, too', async (type, format) => {
    const plain = bmp(64, 32, red, blue)
    await measurePicture(plain, 'image/bmp')
    const written = ImageMagick.read(plain, new MagickReadSettings({ format: MagickFormat.Bmp }), (image) =>
      image.write(format, (bytes) => Buffer.from(bytes)),
    )
    const file = type === 'image/jxl' ? jxlFile(written) : written
    expect(identify(file, '').mimeType).toBe(type)
    const { image, sizes } = await drawn(file, type)
    expect(sizes).toEqual([{ width: 64, height: 32, dpi: 96 }])
    expect([colourAt(image, 5, 16), colourAt(image, 60, 16)]).toEqual(['red', 'blue'])
  })

  it.skipIf(!present)(
    'real ones of every kind are drawn',
    async () => {
      const types: Readonly<Record<string, string>> = { jpg: 'jpeg', tif: 'tiff' }
      const pages: Record<string, number> = {}
      for (const name of readdirSync(join(corpus, 'images'))) {
        const extension = name.split('.').at(-1) ?? ''
        const bytes = readFileSync(join(corpus, 'images', name))
        const { sizes } = await measurePicture(bytes, `image/${types[extension] ?? extension}`).catch(() => ({
          sizes: [],
        }))
        for (const [page] of sizes.entries())
          await drawn(bytes, `image/${types[extension] ?? extension}`, page)
        pages[name] = sizes.length
      }
      const usual = Object.fromEntries(Object.keys(pages).map((name) => [name, 1]))
      // One has two pages, and one is cut behind its head.
      expect(pages).toEqual({ ...usual, 'testTIFF_multipage.tif': 2, 'testHEIC_livePhoto.heic': 0 })
    },
    60_000,
  )
})

describe('the rendition of a Word document', () => {
  it('holds its words as harmless HTML', async () => {
    const html = await renderWord(letterDocument(['Dear <script>alert(1)</script>', 'Yours']), [])
    expect(html).toBe('<p>Dear &lt;script&gt;alert(1)&lt;/script&gt;</p><p>Yours</p>')
  })

  it('swells no further than a document may, and says what is damaged', async () => {
    const bomb = zip([{ name: 'word/document.xml', bytes: Buffer.alloc(64 * 1024 * 1024) }])
    await expect(renderWord(bomb, [])).rejects.toMatchObject({ code: 'tooLarge' })
    await expect(renderWord(Buffer.from('PK but no zip'), [])).rejects.toMatchObject({ code: 'corrupt' })
    await expect(renderWord(zip([{ name: 'a.txt', bytes: Buffer.from('a') }]), [])).rejects.toMatchObject({
      code: 'corrupt',
    })
  })
})
