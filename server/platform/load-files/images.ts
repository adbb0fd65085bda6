/** The pages of images that an image list (OPT, LFP) names. Both are written from the same documents, so that they agree. */
import type { Place } from './faults.ts'

/** A page as a list names it. */
export interface ListedPage extends Place {
  readonly kind: 'page'
  /** The number of the page. */
  readonly key: string
  readonly volume: string
  /** As it stands there. */
  readonly path: string
  /** What begins with it; null for a page in the middle of a document. */
  readonly begins: 'document' | 'attachment' | null
  /** Pages of the document, where the list says so on its first page. */
  readonly pages: number | null
  /** Which page of a file of several; null for the only one, or where the list does not say it. */
  readonly pageOfFile: number | null
  /** Quarter turns clockwise. */
  readonly rotation: 0 | 1 | 2 | 3
}

/** Something that is read, and that somebody should know. */
export interface ListWarning extends Place {
  readonly kind: 'warning'
  readonly reason: string
}

/** The images of a document that goes out. */
export interface ImageDocument {
  readonly volume: string
  readonly isAttachment: boolean
  /** In their order. Several in one file have the same path. */
  readonly pages: readonly ImagePage[]
}
interface ImagePage {
  readonly key: string
  /** From the root of the volume, folders parted by `/`. */
  readonly path: string
}

export type ImageType = 'tiff' | 'jpeg' | 'pdf'

/** By the end of the name; null for one that image lists do not name. */
export function imageTypeOf(path: string): ImageType | null {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending === 'tif' || ending === 'tiff') return 'tiff'
  if (ending === 'jpg' || ending === 'jpeg') return 'jpeg'
  return ending === 'pdf' ? 'pdf' : null
}

/** Image lists have no quotes: what would part a line in two is no name. Throws a RangeError. */
export function checkNames(pages: readonly ImagePage[], volume: string): void {
  for (const text of [volume, ...pages.flatMap(({ key, path }) => [key, path])])
    if (/[,;@\\\p{Cc}]|^\s|\s$/u.test(text))
      throw new RangeError(
        'Numbers, volumes and paths of an image list hold no commas, semicolons, @, \\ or control characters.',
      )
}
