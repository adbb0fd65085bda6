/** A page image as it can stand in a PDF without being decoded. */

/** Why an image cannot be taken as it is, as a sentence. It names nothing of its content. */
export class ImageFault extends Error {}

/** Bytes of a file that are one image of a PDF, over the whole width of the page. */
export interface Strip {
  /** Pixels. */
  readonly height: number
  readonly data: readonly Buffer[]
}

/** A page: one image, or several strips one above the other, that are all packed alike. */
export interface PageImage {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels to an inch. */
  readonly dpi: { readonly x: number; readonly y: number }
  /** Quarter turns clockwise that bring it upright. */
  readonly turns: number
  readonly bits: number
  /** As a PDF names it, with its table of colors where it has one. */
  readonly colorSpace: string
  /** The entries of each strip's dictionary that say how it is packed; of some they need its height. */
  readonly packing: (height: number) => string
  /** Whether light and dark are the other way around than the PDF takes them. */
  readonly inverted: boolean
  readonly strips: readonly Strip[]
}

/** Pixels along a side, and pages of a file: beyond any page that anybody produces. */
export const maxSide = 65_535
export const maxPages = 10_000
/** Strips of a page. */
export const maxStrips = 65_535

/** Where an image says nothing of its size that could be, it is as wide as a letter. */
export function dpiOf(x: number, y: number, width: number): { x: number; y: number } {
  const fits = (dpi: number): boolean => Number.isFinite(dpi) && dpi >= 20 && dpi <= 4_800
  if (fits(x) && fits(y)) return { x, y }
  const guessed = Math.max(20, Math.min(4_800, width / 8.5))
  return { x: guessed, y: guessed }
}
