/** The images of a document as one file: the PDF that came, or one that is made of its pages. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Hashes } from '../../../platform/hashes.ts'
import { imageTypeOf } from '../../../platform/load-files/images.ts'
import type { PlannedImages } from '../plan/planning.ts'
import type { VolumeFile } from '../reading.ts'
import { jpegPage } from './jpeg.ts'
import { ImageFault, type PageImage } from './page-image.ts'
import { pdfOfImages } from './pdf-of-images.ts'
import { tiffPages } from './tiff.ts'

export interface ImageSet extends Hashes {
  readonly size: number
  readonly pages: number
  /** The file of the volume that it is, byte for byte; null where it was made. */
  readonly file: VolumeFile | null
}

/** Of one file of images: what has more is no page of a production. */
const maxBytes = 256 * 1024 * 1024
/** A PDF of more bytes than this goes by way of the disk. */
const inMemory = 16 * 1024 * 1024

/** Keeps the file. Throws an ImageFault where an image is none, or is in a form that cannot be passed through. */
export async function imageSetOf(
  { blobs, spool }: { readonly blobs: Blobs; readonly spool: string },
  fileAt: ReadonlyMap<string, VolumeFile>,
  planned: PlannedImages,
): Promise<ImageSet> {
  const types = new Set(planned.files.map(({ path }) => imageTypeOf(path)))
  if (types.has('pdf')) return await givenPdf(blobs, fileAt, planned)
  let pages = 0
  const counted = async function* (): AsyncGenerator<PageImage> {
    for await (const page of pagesOf(blobs, fileAt, planned)) {
      pages++
      yield page
    }
  }
  const kept = await keep({ blobs, spool }, pdfOfImages(counted()))
  return { ...kept, pages, file: null }
}

async function givenPdf(
  blobs: Blobs,
  fileAt: ReadonlyMap<string, VolumeFile>,
  { files, told }: PlannedImages,
): Promise<ImageSet> {
  const paths = new Set(files.map(({ path }) => path))
  const file = fileAt.get(files[0]?.path ?? '')
  if (paths.size > 1 || file === undefined)
    throw new ImageFault(
      'Its pages are in several PDFs, or in PDFs and images. Ask for one PDF for each document.',
    )
  const sums = { md5: createHash('md5'), sha1: createHash('sha1') }
  let head: Buffer = Buffer.alloc(0)
  for await (const piece of (await blobs.open(file.sha256)) as AsyncIterable<Buffer>) {
    if (head.length < 1_024) head = Buffer.concat([head, piece.subarray(0, 1_024)])
    sums.md5.update(piece)
    sums.sha1.update(piece)
  }
  if (!head.subarray(0, 1_024).includes('%PDF-')) throw new ImageFault('It is no PDF by its first bytes.')
  return {
    ...{ sha256: file.sha256, md5: sums.md5.digest('hex'), sha1: sums.sha1.digest('hex') },
    ...{ size: file.size, pages: told ?? 1, file },
  }
}

async function* pagesOf(
  blobs: Blobs,
  fileAt: ReadonlyMap<string, VolumeFile>,
  { files }: PlannedImages,
): AsyncGenerator<PageImage> {
  let held: { readonly path: string; readonly pages: readonly PageImage[] } = { path: '', pages: [] }
  for (const { path, turns, page } of files) {
    if (held.path !== path) held = { path, pages: await imagesIn(blobs, fileAt.get(path)) }
    const wanted: readonly PageImage[] = page === null ? held.pages : held.pages.slice(page - 1, page)
    if (wanted.length === 0) throw new ImageFault('A file of images has fewer pages than the list names.')
    for (const one of wanted) yield turns === 0 ? one : { ...one, turns: (one.turns + turns) % 4 }
  }
}

async function imagesIn(blobs: Blobs, file: VolumeFile | undefined): Promise<readonly PageImage[]> {
  if (file === undefined) throw new ImageFault('A file of images is not there any more.')
  if (file.size > maxBytes) throw new ImageFault('A file of images has more than 256 MB.')
  const bytes = await blobs.read(file.sha256)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return [jpegPage(bytes)]
  return tiffPages(bytes)
}

async function keep(
  { blobs, spool }: { readonly blobs: Blobs; readonly spool: string },
  pieces: AsyncIterable<Buffer>,
): Promise<Hashes & { readonly size: number }> {
  const sums = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  const path = join(spool, `load-images-${randomUUID()}`)
  let file: FileHandle | null = null
  let held: Buffer[] = []
  let heldBytes = 0
  let size = 0
  try {
    for await (const piece of pieces) {
      for (const sum of Object.values(sums)) sum.update(piece)
      size += piece.length
      heldBytes += piece.length
      held.push(piece)
      if (heldBytes < inMemory) continue
      if (file === null) {
        await mkdir(spool, { recursive: true })
        file = await open(path, 'w')
      }
      await file.writev(held)
      held = []
      heldBytes = 0
    }
    const own = {
      ...{ md5: sums.md5.digest('hex'), sha1: sums.sha1.digest('hex'), sha256: sums.sha256.digest('hex') },
      size,
    }
    if (file === null) await blobs.put(Buffer.concat(held))
    else {
      if (held.length > 0) await file.writev(held)
      await file.close()
      file = null
      await blobs.adopt(path, own.sha256)
    }
    return own
  } finally {
    await file?.close()
    await rm(path, { force: true })
  }
}
