/** What the recognition of text and its child process say to each other. */
import type { Opening } from './engine.ts'
import type { RecognisedPage } from './recognise-page.ts'

/** The languages are those that its pages may be written in. */
export interface OcrRequest extends Opening {
  /** The document's file. */
  readonly file: string
  readonly mimeType: string
  /** Tried where it is locked. */
  readonly passwords: readonly string[]
  /** The first page (from 1) that is to be done. */
  readonly from: number
  /** Of those behind it the pages that are passed by: they are done, or ended an earlier process. */
  readonly without: readonly number[]
  /** Comes to an end after so many milliseconds, to be asked again for the rest: no process lives for ever. */
  readonly shiftMs: number
}

/** A part of what the child finds: first how much there is to do, then page after page in order. */
export type OcrPart = Opened | PageFound

export interface Opened {
  readonly kind: 'opened'
  /** Pages that are looked at, and those behind the last of them, which are not. */
  readonly pageCount: number
  readonly left: number
  /** What recognises, with its version. */
  readonly engine: string
}

export interface PageFound {
  readonly kind: 'page'
  /** From 1. */
  readonly page: number
  /** Null where the page has text of its own, or nothing could be read (`reason`). */
  readonly found: RecognisedPage | null
  /** Why the page could not be read. */
  readonly reason: string | null
}

/** How it ended: whether there is more to do, or why the document cannot be read. */
export interface OcrEnd {
  readonly finished: boolean
  readonly unreadable: string | null
}

/** Pages of one document that are recognised. */
export const maxPages = 20_000
