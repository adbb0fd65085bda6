/**
 * Pictures as pages, by ImageMagick in WebAssembly: upright, on white, not larger than is good for a screen, and with
 * nothing left of what the file says beside the picture. Of a TIFF each image is a page, of all others the first.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  AlphaAction,
  type Density,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickColors,
  MagickFormat,
  MagickGeometry,
  MagickImageCollection,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import { maxPages, type PageSize } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import type { Frame, PageImage } from '../pdf/render-page.ts'
import { pictureFormat } from '../picture-formats.ts'

/** Pixels of a picture as it is stored. It takes 240 MB while it is read, and as much again while it is made smaller. */
const maxPixels = 60_000_000
const longestStored = 30_000
/** The longer side of what is shown: a letter at 270 dpi, or a photograph at four times the size of a screen. */
const longestShown = 3_000
const memoryBytes = 640n * 1024n * 1024n
/** What browsers take for an inch. */
const screenDpi = 96
const quality = 85

/** Sizes of all pages. Rejects with Unreadable where the picture cannot be read. */
export async function measurePicture(
  bytes: Buffer,
  mimeType: string,
): Promise<{ sizes: PageSize[]; left: number }> {
  await load()
  const images = MagickImageCollection.create()
  try {
    orUnreadable(() => images.ping(bytes, settingsFor(mimeType)))
    const sizes = [...images.slice(0, maxPages)].map((image) => ({ ...shownSize(image), dpi: screenDpi }))
    return { sizes, left: Math.max(0, images.length - maxPages) }
  } finally {
    images.dispose()
  }
}

/** One page (from 0) as JPEG. Rejects with Unreadable where it cannot be drawn. */
export async function drawPicture(bytes: Buffer, mimeType: string, page: number): Promise<Buffer> {
  await requireDrawable(bytes, mimeType, page)
  return orUnreadable(() =>
    ImageMagick.read(bytes, settingsFor(mimeType, page), (image) => {
      showIn(image, shownSize(image))
      image.quality = quality
      return image.write(MagickFormat.Jpeg, (written) => Buffer.from(written))
    }),
  )
}

/**
 * The pixels of one page (from 0), at a resolution, or in its own where that is lower. Rejects with Unreadable where it cannot
 * be drawn.
 */
export async function picturePixels(
  bytes: Buffer,
  mimeType: string,
  page: number,
  dpi: number,
): Promise<PageImage> {
  await requireDrawable(bytes, mimeType, page)
  return orUnreadable(() =>
    ImageMagick.read(bytes, settingsFor(mimeType, page), (image) => {
      const size = printedSize(image, dpi)
      return { ...size, pixels: pixelsIn(image, size), reduced: size.dpi < dpi }
    }),
  )
}

/**
 * The same in a size of its own: `frameOf` is told its width and height in points, as it is printed, and the pixels are those of
 * the rectangle that it answers.
 */
export async function pictureFramed(
  bytes: Buffer,
  mimeType: string,
  page: number,
  frameOf: (across: number, down: number) => Frame,
): Promise<{ readonly frame: Frame; readonly pixels: Buffer }> {
  await requireDrawable(bytes, mimeType, page)
  return orUnreadable(() =>
    ImageMagick.read(bytes, settingsFor(mimeType, page), (image) => {
      const printed = printedSize(image, finest)
      const [across, down] = [printed.width, printed.height].map((side) => (side * 72) / printed.dpi)
      const frame = frameOf(across ?? 0, down ?? 0)
      return { frame, pixels: pixelsIn(image, { width: frame.across, height: frame.down }) }
    }),
  )
}

/** More than any file says of itself that is believed: asked for it, a picture is told in its own. */
const finest = 1_000_000

function pixelsIn(image: IMagickImage, size: { width: number; height: number }): Buffer {
  showIn(image, size)
  const read = image.getPixels((pixels) => pixels.toByteArray(0, 0, image.width, image.height, 'RGB'))
  if (read === null || read.length !== size.width * size.height * 3)
    throw new Unreadable('corrupt', 'It is damaged: it cannot be drawn.')
  return Buffer.from(read.buffer, read.byteOffset, read.length)
}

/** Looks at its size first: what is read whole before it is looked at may be of any size. */
async function requireDrawable(bytes: Buffer, mimeType: string, page: number): Promise<void> {
  await load()
  const images = MagickImageCollection.create()
  try {
    // All of them: one alone cannot be asked for its size.
    orUnreadable(() => images.ping(bytes, settingsFor(mimeType)))
    const image = images[page]
    if (image === undefined) throw new Unreadable('corrupt', 'This page is not in the picture.')
    if (Math.max(image.width, image.height) > longestStored || image.width * image.height > maxPixels)
      throw new Unreadable('tooLarge', `It has ${image.width} × ${image.height} pixels: more than are drawn.`)
  } finally {
    images.dispose()
  }
}

/** Upright, on white, in a size, and with nothing left of what the file says beside the picture. */
function showIn(image: IMagickImage, { width, height }: { width: number; height: number }): void {
  image.autoOrient()
  const geometry = new MagickGeometry(width, height)
  geometry.ignoreAspectRatio = true
  if (image.width !== width || image.height !== height) image.resize(geometry)
  image.backgroundColor = MagickColors.White
  image.alpha(AlphaAction.Remove)
  image.strip()
}

/** The longer side of a picture as it is printed, in inches: of a letter, and of a legal page where it says so itself. */
const longestPrinted = 14
const usualPrinted = 11
/** Of a scanner or a fax; anything else stands for a screen, and says nothing of paper. */
const scanned = { least: 90, most: 1200 }

/** Of a picture on paper: in its own resolution where it tells one, else so that it fits a page. */
function printedSize(image: IMagickImage, dpi: number): { width: number; height: number; dpi: number } {
  const upright = uprightSize(image)
  const longer = Math.max(upright.width, upright.height)
  const own = image.density.x
  const tells = own > scanned.least && own <= scanned.most && longer / own <= longestPrinted
  const fits = tells ? own : Math.max(screenDpi, longer / usualPrinted)
  const used = Math.min(dpi, fits)
  const scale = used / fits
  return {
    width: Math.max(1, Math.round(upright.width * scale)),
    height: Math.max(1, Math.round(upright.height * scale)),
    dpi: used,
  }
}

/** Upright, with square pixels (a fax has twice as many across as down), and not larger than is shown. */
function shownSize(image: IMagickImage): { width: number; height: number } {
  const upright = uprightSize(image)
  const scale = Math.min(1, longestShown / Math.max(upright.width, upright.height))
  return {
    width: Math.max(1, Math.round(upright.width * scale)),
    height: Math.max(1, Math.round(upright.height * scale)),
  }
}

function uprightSize({ width, height, density, orientation }: IMagickImage): {
  width: number
  height: number
} {
  const stretched = { width, height: height * stretchOf(density) }
  // From the fifth on, a picture lies on its side (Exif 2.32, 4.6.4 A).
  return orientation >= 5 ? { width: stretched.height, height: stretched.width } : stretched
}

/** How many times as high as stored; 1 where the two resolutions are the same, or one of them says nothing. */
function stretchOf({ x, y }: Density): number {
  const ratio = x / y
  return Number.isFinite(ratio) && ratio > 0.2 && ratio < 5 ? ratio : 1
}

function settingsFor(mimeType: string, page?: number): MagickReadSettings {
  const format = pictureFormat(mimeType)
  if (format === null) throw new Unreadable('unsupportedType', 'Pictures of this type are not drawn.')
  const isTiff = format === MagickFormat.Tiff
  const frames = page === undefined && isTiff ? {} : { frameIndex: isTiff ? (page ?? 0) : 0, frameCount: 1 }
  return new MagickReadSettings({ format, ...frames })
}

/** What ImageMagick says of a picture may be about its content: it is not repeated. */
function orUnreadable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    // Nothing of an instance that was ended can be trusted: the process goes with it.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    if (error instanceof Unreadable) throw error
    if (error instanceof Error && /resource|memory|limit/i.test(error.message))
      throw new Unreadable('tooLarge', 'Drawing it takes more memory than there is for it.')
    throw new Unreadable('corrupt', 'It is damaged: it cannot be drawn.')
  }
}

let loaded: Promise<void> | null = null

const load = (): Promise<void> => {
  loaded ??= start()
  return loaded
}

async function start(): Promise<void> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm')))
  await initializeImageMagick(await WebAssembly.compile(bytes))
  ResourceLimits.width = BigInt(longestStored)
  ResourceLimits.height = BigInt(longestStored)
  ResourceLimits.listLength = BigInt(maxPages * 2)
  ResourceLimits.memory = memoryBytes
  ResourceLimits.disk = 0n
}
