/** What a backup says of itself: at its beginning what it is, at its end what is in it. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Cell, Rows, Table } from '../records/snapshot.ts'

export const formatNumber = 1

export const beginning = z.strictObject({
  format: z.literal(formatNumber),
  /** The product's version that made it. */
  version: z.string(),
  at: z.string(),
  /** The newest migration of the records. */
  step: z.int(),
})
export type Beginning = z.infer<typeof beginning>

export const manifest = z.strictObject({
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      lastId: z.nullable(z.int()),
      rows: z.int(),
      /** Of all its rows, as they are written, one after the other. */
      sha256: z.string(),
    }),
  ),
  files: z.strictObject({ count: z.int(), bytes: z.int() }),
  /** The head of every audit chain. */
  chains: z.array(z.strictObject({ chain: z.string(), seq: z.int(), hash: z.string() })),
})
export type Manifest = z.infer<typeof manifest>
export type Listed = Manifest['tables'][number]

/** A row as it is written: a line of JSON without its names. */
const lineOf = (row: readonly Cell[]): string => `${JSON.stringify(row)}\n`

/** Counts and hashes the rows of a table as they pass. */
export class Tally {
  readonly #table: Table
  readonly #sum = createHash('sha256')
  #rows = 0

  constructor(table: Table) {
    this.#table = table
  }

  /** Answers the lines of the rows. */
  take(rows: Rows): string {
    const lines = rows.map(lineOf).join('')
    this.#sum.update(lines)
    this.#rows += rows.length
    return lines
  }

  listed(): Listed {
    const { name, columns, key, lastId } = this.#table
    return {
      name,
      columns: [...columns],
      key: [...key],
      lastId,
      rows: this.#rows,
      sha256: this.#sum.digest('hex'),
    }
  }
}

/**
 * Left out on purpose. Sessions, reset links and known browsers would come to life again, revoked ones too; the bytes of an unfinished
 * upload are nowhere but in the folder that takes them.
 */
export const leftOut: ReadonlySet<string> = new Set(['session', 'reset', 'known_browser', 'upload'])
