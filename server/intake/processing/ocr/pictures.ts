/** Decodes picture files to the images that text is recognised in, page by page. All use of ImageMagick here is in this file. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  AlphaAction,
  ColorSpace,
  DensityUnit,
  type IMagickImage,
  initializeImageMagick,
  MagickColors,
  MagickFormat,
  MagickImage,
  MagickImageCollection,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import { Unreadable } from '../documents/reading.ts'
import { pictureFormat } from '../picture-formats.ts'
import type { GreyImage } from './grey.ts'

/** Formats whose frames are pages; the frames of others are an animation, of which the first is shown. */
const paged: ReadonlySet<string> = new Set(['image/tiff'])

/** Pixels of one image, decoded at four bytes each: a sheet of A2 at 300 dpi has 35 million. */
const maxPixels = 60_000_000
const longestSide = 32_000
const decodedBytes = 400 * 1024 * 1024

/** What the engine reads best; more brings nothing but work. */
const wantedDpi = 300
/** Of writing on a screen or in a photograph nothing is known: it is taken for a page of this height. */
const pageInches = 11
const likelyDpi = { from: 100, to: 1200 }
const maxEnlarged = 3
/** Pixels of what is handed over. */
const maxScaled = 40_000_000

export interface Pictures {
  readonly pageCount: number
  /** A page (from 0), upright as its EXIF data say, at about 300 dpi. */
  page(index: number): GreyImage
}

let ready: Promise<void> | null = null

/** Opens a picture file. Rejects with Unreadable where it is none that can be shown. */
export async function openPictures(bytes: Uint8Array, mimeType: string): Promise<Pictures> {
  const format = pictureFormat(mimeType)
  if (format === null) throw new Unreadable('unsupportedType', 'Pictures of this type are not read.')
  ready ??= start()
  await ready
  const sizes = decoding(() =>
    MagickImageCollection.use((frames) => {
      frames.ping(bytes, new MagickReadSettings({ format }))
      return Array.from(frames, ({ width, height }) => ({ width, height }))
    }),
  )
  if (sizes.length === 0) throw new Unreadable('corrupt', 'There is no picture in it.')
  return {
    pageCount: paged.has(mimeType) ? sizes.length : 1,
    page: (index) => {
      const size = sizes[index]
      if (size === undefined) throw new Unreadable('missing', 'There is no such page.')
      if (size.width * size.height > maxPixels || Math.max(size.width, size.height) > longestSide)
        throw new Unreadable(
          'tooLarge',
          `The picture has ${size.width} × ${size.height} pixels, more than are read.`,
        )
      const settings = new MagickReadSettings({ format, frameIndex: index, frameCount: 1 })
      return decoding(() => {
        const image = MagickImage.create()
        try {
          image.read(bytes, settings)
          return greyFrom(image)
        } finally {
          image.dispose()
        }
      })
    },
  }
}

async function start(): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
  await initializeImageMagick(new Uint8Array(await readFile(wasm)))
  ResourceLimits.width = BigInt(longestSide)
  ResourceLimits.height = BigInt(longestSide)
  ResourceLimits.memory = BigInt(decodedBytes)
  ResourceLimits.maxMemoryRequest = BigInt(decodedBytes)
  // Past the limit there is no disk to go on with.
  ResourceLimits.disk = 0n
}

function greyFrom(image: IMagickImage): GreyImage {
  image.autoOrient()
  image.backgroundColor = MagickColors.White
  image.alpha(AlphaAction.Remove)
  const dpi = dpiOf(image)
  const fitting = Math.sqrt(maxScaled / (image.width * image.height))
  const scale = Math.min(wantedDpi / dpi, maxEnlarged, fitting)
  // Within a third it is as good as it would be after it.
  const used = scale > 1.33 || scale < 0.75 ? scale : 1
  if (used !== 1)
    image.resize(Math.max(1, Math.round(image.width * used)), Math.max(1, Math.round(image.height * used)))
  image.colorSpace = ColorSpace.Gray
  image.depth = 8
  const { width, height } = image
  const pixels = image.write(MagickFormat.Gray, (data) => Uint8Array.from(data))
  if (pixels.length !== width * height)
    throw new Unreadable('corrupt', 'The picture has not as many pixels as it says.')
  return { width, height, pixels, dpi: dpi * used }
}

/** As the file says, where a scanner may have said it. */
function dpiOf({ density, width, height }: IMagickImage): number {
  const stated = density.units === DensityUnit.PixelsPerCentimeter ? density.x * 2.54 : density.x
  if (density.units !== DensityUnit.Undefined && stated >= likelyDpi.from && stated <= likelyDpi.to)
    return stated
  return Math.max(width, height) / pageInches
}

/** The decoder's own words may hold anything that stands in the file. */
function decoding<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('corrupt', 'The picture is damaged, or larger than is read.')
  }
}
