/** A file as rows with a key: which documents each is about, and what is wrong with it before a value is looked at. */
import { type KeyField, keyFields, overlayLimits } from '#contracts/overlay.ts'
import { ApiError } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { queryName } from '../../review/coding/fields.ts'
import { recordsOf } from './csv.ts'
import { type Fault, Faults } from './fault.ts'
import { type Among, documentsBy, keyOf } from './keys.ts'

export interface TableRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly key: string
  readonly documentIds: readonly number[]
}

export interface Table {
  readonly key: { readonly column: string; readonly at: number; readonly field: KeyField }
  readonly heading: readonly string[]
  /** Rows that find documents. */
  readonly rows: readonly TableRow[]
  readonly rowCount: number
  readonly faults: Faults
}

const refused = (detail: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail })

/** How the key column is found: by its heading and what it holds, where they are said; `not`: what can be no key here. */
export interface KeyAsked {
  readonly key: string | null
  readonly by: KeyField | null
  readonly not: KeyField | null
  /** How many faults are listed; the rest is counted. */
  readonly faultsKept?: number
  /** The heading was put before what the file has: its rows are counted from behind it. */
  readonly isBare?: boolean
}

/** Reads a file. */
export async function readTable(among: Among, text: string, asked: KeyAsked): Promise<Table> {
  const records = recordsOf(text)
  let row = asked.isBare ? -1 : 0
  const next = (): string[] => {
    row += 1
    return records.next().value ?? []
  }
  let first = next()
  while (first.length === 0 && row <= overlayLimits.rows) first = next()
  const heading = first.map((cell) => cell.trim())
  const { columns, rows: maxRows } = overlayLimits
  if (heading.length > columns) throw refused('body', `A file has at most ${columns} columns.`)
  const found = keyColumn(heading, asked)
  const faults = new Faults(asked.faultsKept)
  const keyed = new Map<string, { readonly row: number; readonly cells: string[] }>()
  let rowCount = 0
  for (const cells of records) {
    row += 1
    if (row % 2_000 === 0) await breathe()
    if (cells.length === 0) continue
    rowCount += 1
    if (rowCount > maxRows) throw refused('body', `A file has at most ${maxRows} rows. Part it.`)
    const cell = cells[found.at] ?? ''
    const bad = (code: Fault['code'], reason: string): void => {
      const isWhole = code === 'tooFewCells' || code === 'tooManyCells'
      faults.add({ row, column: isWhole ? null : found.column, code, reason, value: cell })
    }
    const own = keyOf(found.field, cell, among.prefix)
    if (cells.length < heading.length)
      bad('tooFewCells', `The row has ${cells.length} of ${heading.length} cells.`)
    // A separator that is no separator, in a value without quotes: what follows it stands under the wrong heading.
    else if (cells.slice(heading.length).some((one) => one.trim() !== ''))
      bad('tooManyCells', `The row has ${cells.length} cells, and the heading ${heading.length}.`)
    else if (cell.trim() === '') bad('noKey', `The row has no ${found.column}.`)
    else if (own === null) bad('badKey', `This is no ${found.field} of this project.`)
    else if (keyed.has(own)) bad('twice', `Row ${keyed.get(own)?.row} is about the same ${found.column}.`)
    else keyed.set(own, { row, cells })
  }
  const documents = await documentsBy(among, found.field, [...keyed.keys()])
  const rows: TableRow[] = []
  for (const [own, { row, cells }] of keyed) {
    const documentIds = documents.get(own)
    if (documentIds === undefined)
      faults.add({
        row,
        column: found.column,
        code: 'unmatched',
        reason: 'No document of review has this.',
        value: cells[found.at] ?? '',
      })
    else rows.push({ row, cells, key: own, documentIds })
  }
  return { key: found, heading, rows, rowCount, faults }
}

function keyColumn(heading: readonly string[], { key, by, not }: KeyAsked): Table['key'] {
  const keys = keyFields.filter((field) => field !== not)
  const fieldOf = (column: string): KeyField | undefined =>
    keys.find((field) => queryName(field) === queryName(column.replaceAll('-', '')))
  const exact = key === null ? -1 : heading.indexOf(key.trim())
  const isKey = (column: string): boolean =>
    key === null ? fieldOf(column) !== undefined : queryName(column) === queryName(key)
  const at = exact >= 0 ? exact : heading.findIndex(isKey)
  const column = heading[at]
  const field = column === undefined ? undefined : (by ?? fieldOf(column))
  if (column === undefined || field === undefined || field === not)
    throw refused('key', `The file needs a column that says which documents: ${keys.join(', ')}.`)
  return { column, at, field }
}
