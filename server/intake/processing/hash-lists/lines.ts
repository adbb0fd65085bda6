/**
 * The lines of lists of known files: the reference data sets of the NSRL (a table with a line of titles, values in quotes)
 * and plain lists that begin each line with a hash, with or without a name behind it.
 */
import { hashKinds } from '#contracts/hash-kinds.ts'
import { commaSeparated } from '../../../platform/delimited/delimiters.ts'
import { DelimitedReader } from '../../../platform/delimited/reader.ts'

export type HashKind = (typeof hashKinds)[number]

export const hashBytes: Readonly<Record<HashKind, number>> = { md5: 16, sha1: 20, sha256: 32 }

/** In which columns the hashes of each line stand; null where no line of titles says so. */
export type Columns = Readonly<Partial<Record<HashKind, number>>> | null

export interface HashEntry {
  readonly kind: HashKind
  /** Lower-case hexadecimal. */
  readonly hash: string
}

const kindsByLength: ReadonlyMap<number, HashKind> = new Map(
  hashKinds.map((kind) => [2 * hashBytes[kind], kind]),
)
const hexadecimal = /^[0-9a-fA-F]+$/

/** Columns that a first line names; null where it names none, and may be an entry itself. */
export function columnsOf(line: string): Columns {
  const found: Partial<Record<HashKind, number>> = {}
  for (const [index, value] of valuesOf(line).entries()) {
    const title = value.toLowerCase().replace(/[^a-z0-9]/g, '')
    const kind = hashKinds.find((each) => each === title)
    if (kind !== undefined) found[kind] ??= index
  }
  return Object.keys(found).length === 0 ? null : found
}

/** The entry of a line; null where there is none in it. */
export function entryOf(line: string, columns: Columns): HashEntry | null {
  return columns === null ? leading(line) : inColumns(valuesOf(line), columns)
}

/** Lines that say nothing. */
export const isBlank = (line: string): boolean => /^\s*(#|$)/.test(line)

function inColumns(values: readonly string[], columns: NonNullable<Columns>): HashEntry | null {
  for (const kind of hashKinds.toReversed()) {
    const at = columns[kind]
    const value = at === undefined ? undefined : values[at]
    if (value !== undefined && value.length === 2 * hashBytes[kind] && hexadecimal.test(value))
      return { kind, hash: value.toLowerCase() }
  }
  return null
}

/** The strongest of the hashes with which a line begins: a name behind them may look like one, too. */
function leading(line: string): HashEntry | null {
  let best: HashEntry | null = null
  for (const value of valuesOf(line)) {
    const [, hash = '', rest] = /^([0-9a-fA-F]{32,64})(?=[\s;*]|$)(.*)$/.exec(value) ?? []
    const kind = kindsByLength.get(hash.length)
    if (kind === undefined) break
    if (best === null || hashKinds.indexOf(kind) > hashKinds.indexOf(best.kind))
      best = { kind, hash: hash.toLowerCase() }
    if (rest !== '') break
  }
  return best
}

let values: readonly string[] = []
const reader = new DelimitedReader({ ...commaSeparated, strict: false }, (row) => {
  if (values.length === 0) values = row
})

/** The values of a line between commas, of which some stand in quotes, with or without a blank before them. */
function valuesOf(line: string): readonly string[] {
  values = []
  reader.push(line.includes(' "') ? line.replace(/(^|,) +"/g, '$1"') : line)
  reader.end()
  return values.map((value) => value.trim())
}
