import { existsSync, readFileSync } from 'node:fs'
import { ImageMagick, MagickFormat, MagickReadSettings } from '@imagemagick/magick-wasm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bmp, scan } from '#tests/fixtures/scans.ts'
import { inDeepRun, runs, property as test } from '#tests/runs.ts'
import { Unreadable } from '../documents/reading.ts'
import { identify } from '../identify/identify.ts'
import { encodeJpeg } from '../pdf/jpeg.ts'
import { openOcr } from './engine.ts'
import { densest, type GreyImage, type Quarters, turned } from './grey.ts'
import { openPictures } from './pictures.ts'
import { recognisePage } from './recognise-page.ts'

const corpus = '../shared/corpus/images'

const jpegOf = ({ width, height, pixels, dpi }: GreyImage): Buffer => {
  const colours = Buffer.alloc(pixels.length * 3)
  for (const [at, shade] of pixels.entries()) colours.fill(shade, at * 3, at * 3 + 3)
  return encodeJpeg({ width, height, pixels: colours, dpi, reduced: false })
}

/** EXIF data (one tag: the orientation) behind the start of a JPEG file. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('FFE1002245786966000049492A00080000000100120103000100000000000000', 'hex')
  const tail = Buffer.from('00000000', 'hex')
  exif.writeUInt16LE(orientation, exif.length - 4)
  return Buffer.concat([jpeg.subarray(0, 2), exif, tail, jpeg.subarray(2)])
}

/** A PNG that says that it is so large, and holds next to nothing. */
function hugePng(width: number, height: number): Buffer {
  const png = readFileSync(`${corpus}/testPNG.png`)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

describe('decoding pictures', () => {
  it('gives a page at 300 dpi as the file says how large it is printed', async () => {
    const page = await scan(['Twelve barrels of pitch'])
    const { pageCount, page: read } = await openPictures(bmp(page), 'image/bmp')
    expect(pageCount).toBe(1)
    const shown = read(0)
    expect([shown.width, shown.height]).toEqual([page.width * 2, page.height * 2])
    expect(Math.round(shown.dpi)).toBe(300)
  })

  it('honours how a camera was held', async () => {
    const upright = await scan(['Twelve barrels of pitch'])
    // 6: the camera was turned; the picture has to be turned clockwise to be seen upright.
    const file = withOrientation(jpegOf(turned(upright, 3)), 6)
    const shown = (await openPictures(file, 'image/jpeg')).page(0)
    expect(shown.width).toBeLessThan(shown.height)
    expect(recognisePage(await openOcr({ languages: ['en'], tessdata: null }), shown)).toMatchObject({
      text: 'Twelve barrels of pitch',
      turn: 0,
    })
  }, 30_000)

  it.skipIf(!existsSync(corpus))(
    'each page of a TIFF is a page, and an animation is its first picture',
    async () => {
      const file = (name: string) => readFileSync(`${corpus}/${name}`)
      const tiff = await openPictures(file('testTIFF_multipage.tif'), 'image/tiff')
      expect(tiff.pageCount).toBe(2)
      const engine = await openOcr({ languages: ['en'], tessdata: null })
      expect([0, 1].map((page) => recognisePage(engine, tiff.page(page)).text.split(/\s+/).at(-1))).toEqual([
        '1',
        '2',
      ])
      expect((await openPictures(file('testGIF.gif'), 'image/gif')).pageCount).toBe(1)
    },
    30_000,
  )

  it.skipIf(!existsSync(corpus))(
    'what says that it is larger than can be read is refused before it is decoded',
    async () => {
      for (const [width, height] of [
        [60_000, 60_000],
        [40_000, 10],
        [9_000, 9_000],
      ] as const) {
        const read = async () => (await openPictures(hugePng(width, height), 'image/png')).page(0)
        await expect(read()).rejects.toBeInstanceOf(Unreadable)
      }
    },
  )

  test('bytes that are no picture, or are cut, are refused and end nothing', async () => {
    const whole = jpegOf(await scan(['Twelve barrels']))
    const types = [
      'image/png',
      'image/jpeg',
      'image/tiff',
      'image/bmp',
      'image/gif',
      'image/webp',
      'image/jp2',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array(),
          fc.nat(2000).map((length) => whole.subarray(0, length)),
        ),
        fc.constantFrom(...types),
        async (bytes, type) => {
          const read = await openPictures(bytes, type)
            .then(
              (pictures) => pictures.page(0),
              (error: unknown) => error,
            )
            .catch((error: unknown) => error)
          expect(read instanceof Unreadable || (read as GreyImage).pixels.length > 0).toBe(true)
        },
      ),
      { numRuns: runs(60) },
    )
    // A script of the decoder's own is no picture either.
    await expect(openPictures(Buffer.from('push graphic-context'), 'image/x-mvg')).rejects.toBeInstanceOf(
      Unreadable,
    )
  }, 60_000)
})

it('a sheet is read whichever way up it lies, and its words have their places on it as it lies', async () => {
  const lines = ['Twelve barrels of pitch', 'were delivered to the yard', 'on the ninth of April']
  const engine = await openOcr({ languages: ['en'], tessdata: null })
  const read = async (turn: Quarters) => recognisePage(engine, await scan(lines, turn))
  const upright = await read(0)
  expect(upright.text.split(/\s+/)).toEqual(lines.join(' ').split(' '))
  for (const turn of [1, 2, 3] as const) {
    const page = await read(turn)
    expect(page.text).toBe(upright.text)
    expect(page.turn).toBe((4 - turn) & 3)
    // Where the first word lies: upper left, upper right, lower right, lower left, going round clockwise.
    const [first] = page.words
    if (first === undefined) throw new Error('There is no word.')
    const [x, y] = [(first.left + first.width / 2) / page.width, (first.top + first.height / 2) / page.height]
    expect([x > 0.5, y > 0.5]).toEqual(
      [
        [true, false],
        [true, true],
        [false, true],
      ][turn - 1],
    )
  }
}, 60_000)

it.each([
  ['faint print', 170],
  ['print that hardly shows', 220],
])(
  '%s is read, also where it has to be made larger first',
  { ...inDeepRun, timeout: 30_000 },
  async (_, ink) => {
    const engine = await openOcr({ languages: ['en'], tessdata: null })
    const sheet = await scan(['Twelve barrels of pitch'])
    const pixels = Uint8Array.from(sheet.pixels, (shade) => ink + Math.round((shade * (255 - ink)) / 255))
    const pictures = await openPictures(bmp({ ...sheet, pixels }), 'image/bmp')
    expect(recognisePage(engine, pictures.page(0)).text).toBe('Twelve barrels of pitch')
    // Paper has a grain that is no writing.
    const grain = Uint8Array.from(sheet.pixels, (__, at) => 250 + ((at * 7) % 5))
    const empty = await openPictures(bmp({ ...sheet, pixels: grain }), 'image/bmp')
    expect(densest(empty.page(0), 1200)).toBeNull()
  },
)

it.each([
  ['image/avif', MagickFormat.Avif, ''],
  // What phones write: the same container, which says that it may hold anything.
  ['image/heif', MagickFormat.Avif, 'mif1'],
  ['image/vnd.adobe.photoshop', MagickFormat.Psd, ''],
])(
  'what is written in a picture of the type %s is read',
  { ...inDeepRun, timeout: 60_000 },
  async (type, format, brand) => {
    const sheet = await scan(['Twelve barrels of pitch'])
    await openPictures(bmp(sheet), 'image/bmp')
    const settings = new MagickReadSettings({ format: MagickFormat.Bmp })
    const file = ImageMagick.read(bmp(sheet), settings, (image) =>
      image.write(format, (bytes) => Buffer.from(bytes)),
    )
    if (brand !== '') file.write(brand, 8, 'latin1')
    expect(identify(file, '').mimeType).toBe(type)
    const engine = await openOcr({ languages: ['en'], tessdata: null })
    expect(recognisePage(engine, (await openPictures(file, type)).page(0)).text).toBe(
      'Twelve barrels of pitch',
    )
  },
)
