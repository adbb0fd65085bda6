/** What the server and a process that draws pages say to each other. */
import type { ExceptionCode } from '#contracts/collect.ts'

/**
 * How pages are had: a PDF has them, a picture is them, a Word document is shown as a rendition, what an office program
 * has made is opened for LibreOffice to lay out, and of messages and texts what is kept of them is laid out here.
 */
export type Maker = 'pdf' | 'picture' | 'word' | 'office' | 'text'

export interface PagesTask {
  /** Of the maker `text`: what is laid out, as JSON. */
  readonly file: string
  readonly maker: Maker
  /** Of a picture: its kind is what its bytes were found to be, and is not guessed again. */
  readonly mimeType: string
  /** Asks for the size of every page, before any is drawn. */
  readonly measure: boolean
  /** Pages to draw, from 0, in this order. */
  readonly pages: readonly number[]
  /** Asks for the words of every page and where they stand, in the place of images. */
  readonly words?: boolean
  readonly passwords: readonly string[]
}

/** An image before its bytes are there. */
export interface PageSize {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels to an inch where it is shown in its own size. */
  readonly dpi: number
}

/** What stands on a page, and where. */
export interface PageText {
  /** Its words in order; between them a space, or a line's end where the next one begins a line. */
  readonly text: string
  /** Of each word left, top, right and bottom, in ten-thousandths of the page's width and height. */
  readonly boxes: readonly number[]
}

/** Characters of a document whose places are told: what follows is left out, and that is said. */
export const maxPlaced = 5_000_000

/** Why there is no image. */
export interface PageFault {
  readonly code: ExceptionCode
  readonly reason: string
}

export type PagesPart =
  /** `left`: pages behind the last one that is listed. */
  | { readonly kind: 'sizes'; readonly sizes: readonly PageSize[]; readonly left: number }
  | { readonly kind: 'image'; readonly page: number; readonly bytes: Buffer }
  | ({ readonly kind: 'fault'; readonly page: number } & PageFault)
  | ({ readonly kind: 'words'; readonly page: number } & PageText)
  /** Sanitised HTML. */
  | { readonly kind: 'rendition'; readonly html: string }
  | ({ readonly kind: 'office' } & OfficeFile)
  /** A PDF of what was laid out, and what is not on its pages as it should be. */
  | { readonly kind: 'laidOut'; readonly pdf: Buffer; readonly fault: PageFault | null }

/** A document as it is handed to LibreOffice. */
export interface OfficeFile {
  /** By what it holds, whatever it is called. */
  readonly extension: string
  /** What was decrypted; null where the file itself is handed over. */
  readonly plain: Buffer | null
  /** It is handed over locked: none of our readers makes a file of what it decrypts. */
  readonly locked: boolean
}

/** What is laid out of a document that has words and no pages of its own. */
export interface TextOfPages {
  /** Of a message: who wrote it to whom, when, about what. */
  readonly heads: readonly { readonly name: string; readonly value: string }[]
  /** Sanitized; null where there is none. */
  readonly html: string | null
  readonly text: string
  /** The text is code, or data: its columns count. */
  readonly isSource: boolean
  /** Not all of the text is kept. */
  readonly isCut: boolean
}

export interface PagesDone {
  /** Why nothing of the document can be shown; null where something can. */
  readonly fault: PageFault | null
}

/** Pages of one document that are shown; more would be a book of a hundred volumes, or a lie. */
export const maxPages = 10_000
