/** What the index is fed with: a document as the record holds it, shaped for the index but not yet cut into words. */
import type { Value } from '#query/evaluate.ts'

export interface FactsRow {
  readonly documentId: number
  readonly familyId: number
  readonly ordinal: number
  /** Milliseconds of the top parent's date. */
  readonly parentDate: number | null
  /** Values by `wordColumns`. */
  readonly words: readonly (readonly string[])[]
  /** Values by `factKeys`. */
  readonly facts: readonly (readonly Value[])[]
}

/** All of a document. */
export interface IndexRow extends FactsRow {
  /** Extracted, recognised, transcribed: all are searched as one, and no phrase reaches from one into the next. */
  readonly texts: readonly string[]
  readonly coding: CodingRow
}

export interface CodingRow {
  readonly documentId: number
  /** Coded values by field id; only fields that have a value. Dates are milliseconds as if in UTC, flags Yes and No. */
  readonly coded: Readonly<Record<number, readonly Value[]>>
  readonly tagIds: readonly number[]
}

/** Changes that one transaction of the index takes. */
export interface Batch {
  /** When the record was read. */
  readonly at: string
  readonly rows: readonly IndexRow[]
  /** Documents of which neither the text nor the coding changed; of their words, those of `changing` columns are taken. */
  readonly facts: readonly FactsRow[]
  /** Documents whose coding alone changed. */
  readonly codings: readonly CodingRow[]
  readonly removed: readonly number[]
}
