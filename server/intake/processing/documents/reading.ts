/** What reading one document gives, whatever its kind. A reader knows one kind of file; the registry knows the readers. */
import type { ExceptionCode } from '#contracts/collect.ts'
import type { Kind } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import type { ProcessingException } from '../member.ts'

export interface ReadOptions {
  readonly limits: Limits
  /** Tried in this order on what is locked; the first is often the right one. */
  readonly passwords: readonly string[]
  /** What the file is called: only for words, never a path. */
  readonly name: string
}

/** A file inside a document. It becomes a child of the document's family. */
export interface Embedded {
  /** As the document calls it; empty where it has no name. */
  readonly name: string
  readonly bytes: Buffer
  /** What is wrong with it that its bytes do not say. */
  readonly flaws?: readonly ProcessingException[]
}

export interface Reading {
  /** What can be searched, with one line for each paragraph, row or line; null where there is no text to be had. */
  readonly text: string | null
  /** Words that it holds and that are not seen where it is shown; the text has none of them. */
  readonly hidden?: string
  /** Sanitised, for the viewer; null where the text alone is shown. */
  readonly html: string | null
  /** Names are fields as they are shown and searched (`Author`, `Doc_Title`); dates are UTC instants (ISO 8601). */
  readonly metadata: Readonly<Record<string, readonly string[]>>
  /** In the document's order. */
  readonly embedded: readonly Embedded[]
  /** What could not be done although the rest could. */
  readonly flaws: readonly ProcessingException[]
}

/** Rejects with Unreadable where nothing of it can be read. */
export type Reader = (bytes: Buffer, kind: Kind, options: ReadOptions) => Promise<Reading>

/** Nothing can be read of it, and why: the document stays, with an exception. */
export class Unreadable extends Error {
  readonly code: ExceptionCode
  constructor(code: ExceptionCode, reason: string) {
    super(reason)
    this.code = code
  }
}
