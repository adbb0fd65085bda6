import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PdfPage, pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { runs, property as test } from '#tests/runs.ts'
import { encodePage } from './encode-page.ts'
import { encodeJpeg } from './jpeg.ts'
import { withPdf } from './pdf-file.ts'
import { encodePng } from './png.ts'
import { imageSize, isGrey, type PageImage, renderPage } from './render-page.ts'

const render = async (bytes: Buffer, dpi = 72, index = 0): Promise<PageImage> => {
  const image = await withPdf(bytes, [], (file) => renderPage(file, index, dpi))
  if (image === null) throw new Error('The page cannot be read.')
  return image
}
const renderOne = (page: PdfPage, objects = {}, dpi = 72): Promise<PageImage> =>
  render(pdf({ pages: [page], objects }), dpi)
const pixel = ({ pixels, width }: PageImage, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
]
const [white, red, blue] = [
  [255, 255, 255],
  [255, 0, 0],
  [0, 0, 255],
]
/** The lower left of the page red. */
const corner = '1 0 0 rg 0 0 50 50 re f'
const box = '/MediaBox [0 0 200 100]'

describe('the image of a page', () => {
  it('is the page on white, a pixel for a point at 72 dpi', async () => {
    const image = await renderOne({ content: corner, entries: box })
    expect(image).toMatchObject({ width: 200, height: 100, dpi: 72, reduced: false })
    expect(pixel(image, 10, 90)).toEqual(red)
    expect(pixel(image, 10, 10)).toEqual(white)
    expect(pixel(image, 190, 90)).toEqual(white)
  })

  it.each([
    [90, 100, 200, 10, 10],
    [180, 200, 100, 190, 10],
    [270, 100, 200, 90, 190],
  ])('is turned by %i degrees', async (turn, width, height, x, y) => {
    const image = await renderOne({ content: corner, entries: `${box} /Rotate ${turn}` })
    expect(image).toMatchObject({ width, height })
    expect(pixel(image, x, y)).toEqual(red)
    expect(pixel(image, width - 1 - x, height - 1 - y)).toEqual(white)
  })

  it('is cut to the crop box', async () => {
    const image = await renderOne({ content: corner, entries: `${box} /CropBox [40 40 140 90]` }, {}, 144)
    expect(image).toMatchObject({ width: 200, height: 100 })
    expect(pixel(image, 10, 90)).toEqual(red)
    expect(pixel(image, 30, 90)).toEqual(white)
  })

  it('shows annotations and the values of fields', async () => {
    const drawn = stream('/Type /XObject /Subtype /Form /BBox [0 0 50 50]', '0 0 1 rg 0 0 50 50 re f')
    const of = (subtype: string, x: number): string =>
      `<< /Type /Annot /Subtype /${subtype} /F 4 /Rect [${x} 0 ${x + 50} 50] /AP << /N 1000 0 R >> /FT /Tx /T (t) >>`
    const file = pdf({
      pages: [{ content: corner, entries: `${box} /Annots [1001 0 R 1002 0 R]` }],
      catalog: '/AcroForm << /Fields [1002 0 R] >>',
      objects: { 1000: drawn, 1001: of('Stamp', 60), 1002: of('Widget', 120) },
    })
    const image = await render(file)
    expect([pixel(image, 10, 90), pixel(image, 70, 90), pixel(image, 130, 90)]).toEqual([red, blue, blue])
  })

  it('is the same when it is made again', async () => {
    await withPdf(pdf({ pages: [{ content: show('Here') }] }), [], (file) => {
      expect(renderPage(file, 0, 150)?.pixels).toEqual(renderPage(file, 0, 150)?.pixels)
      expect(renderPage(file, 1, 150)).toBeNull()
    })
  })

  test('never has more pixels than are bearable, and says where it is smaller than asked for', () => {
    expect(imageSize(612, 792, 300)).toEqual({ width: 2550, height: 3300, dpi: 300, reduced: false })
    const side = fc.double({ min: 0.1, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.constantFrom(72, 150, 300, 600), (width, height, dpi) => {
        const size = imageSize(width, height, dpi)
        expect(size.width * size.height).toBeLessThanOrEqual(61_000_000)
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(30_001)
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
        expect(size.reduced).toBe(size.dpi < dpi)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is made of a page that is as large as a field', async () => {
    const image = await renderOne({ content: corner, entries: '/MediaBox [0 0 14400 14400]' }, {}, 300)
    expect(image.reduced).toBe(true)
    expect(image.pixels.length).toBe(image.width * image.height * 3)
    expect(pixel(image, 2, image.height - 3)).toEqual(red)
  })
})

/** An image of a file, as another program reads it: by PDFium on a page of as many points. */
const decodedJpeg = (bytes: Buffer, { width, height }: PageImage, colours: string): Promise<PageImage> =>
  renderOne(
    {
      content: `${width} 0 0 ${height} 0 0 cm /I Do`,
      entries: `/MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /I 1000 0 R >> >>`,
    },
    {
      1000: stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colours} /BitsPerComponent 8 /Filter /DCTDecode`,
        bytes,
      ),
    },
  )

/** The chunks of a PNG by their types; each is as its sum says. */
function chunksOf(png: Buffer): Record<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)))
    chunks[png.toString('latin1', at + 4, at + 8)] = png.subarray(at + 8, end)
    at = end + 4
  }
  return chunks
}

describe('an image as a file', () => {
  const size = fc.integer({ min: 1, max: 70 })
  const images = fc
    .record({ width: size, height: size, grey: fc.boolean() })
    .chain(({ width, height, grey }) =>
      fc
        .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
        .map((bytes) => (grey ? bytes.map((_, at) => bytes[at - (at % 3)] ?? 0) : bytes))
        .map((bytes): PageImage => ({ width, height, pixels: Buffer.from(bytes), dpi: 150, reduced: false })),
    )

  test('is the image itself as PNG, of one channel where all is grey', async () => {
    await fc.assert(
      fc.asyncProperty(images, async (image) => {
        const bytes = await encodePng(image)
        const { width, height, pixels } = image
        const channels = isGrey(image) ? 1 : 3
        const { IHDR, pHYs, IDAT = Buffer.alloc(0) } = chunksOf(bytes)
        expect([IHDR?.readUInt32BE(0), IHDR?.readUInt32BE(4)]).toEqual([width, height])
        expect([IHDR?.[8], IHDR?.[9]]).toEqual([8, channels === 1 ? 0 : 2])
        // 150 dots an inch are 5906 a metre.
        expect(pHYs?.toString('hex')).toBe('000017120000171201')
        const rows = inflateSync(IDAT)
        const length = 1 + width * channels
        expect(rows.length).toBe(height * length)
        for (let y = 0; y < height; y++) {
          const row = rows.subarray(y * length, (y + 1) * length)
          const own = pixels.subarray(y * width * 3, (y + 1) * width * 3)
          expect(row[0]).toBe(0)
          expect([...row.subarray(1)]).toEqual([...own].filter((_, at) => channels === 3 || at % 3 === 0))
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it.each([
    ['in colours', [1, 0.5, 0], 'DeviceRGB'],
    ['in grey', [1, 1, 1], 'DeviceGray'],
  ] as const)('is nearly the image as JPEG, %s', async (_, mix, colours) => {
    for (const [width, height] of [
      [61, 35],
      [16, 16],
      [1, 9],
      [128, 130],
    ] as const) {
      const pixels = Buffer.alloc(width * height * 3)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (const [channel, share] of mix.entries())
            pixels[(y * width + x) * 3 + channel] = Math.round(share * (80 + 60 * Math.sin(x / 9) + y / 2))
      const image = { width, height, pixels, dpi: 150, reduced: false }
      const jpeg = encodeJpeg(image, 95)
      expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      const decoded = await decodedJpeg(jpeg, image, colours)
      let error = 0
      for (const [at, value] of decoded.pixels.entries()) error += Math.abs(value - (pixels[at] ?? 0))
      expect(error / pixels.length).toBeLessThan(2)
    }
  })

  it('says each pixel of noise as JPEG, where nothing is to be left out', async () => {
    const pixels = Buffer.alloc(64 * 64 * 3)
    for (let at = 0, random = 1; at < pixels.length; at++) {
      if (at % 3 === 0) random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      pixels[at] = random >>> 24
    }
    const image = { width: 64, height: 64, pixels, dpi: 150, reduced: false }
    const decoded = await decodedJpeg(encodeJpeg(image, 100), image, 'DeviceGray')
    expect(decoded.pixels.length).toBe(pixels.length)
    for (const [at, value] of decoded.pixels.entries())
      expect(Math.abs(value - (pixels[at] ?? 0))).toBeLessThanOrEqual(3)
  })

  it('stays lossless where that is small, as text is, and not where it is a photograph', async () => {
    const text = await renderOne({ content: show('All that was said') }, {}, 150)
    expect((await encodePage(text)).mimeType).toBe('image/png')
    const noise = Buffer.alloc(300 * 300 * 3)
    for (let at = 0, random = 1; at < noise.length; at++) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      noise[at] = random >>> 24
    }
    const photograph = { width: 300, height: 300, pixels: noise, dpi: 150, reduced: false }
    expect((await encodePage(photograph)).mimeType).toBe('image/jpeg')
  })
})
