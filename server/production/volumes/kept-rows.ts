/** The rows of a production as they left, kept beside the plan: what two productions are compared by, and explained by. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Cell } from '../../platform/load-files/write-delimited.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { StoredRun } from '../record/stored.ts'
import type { FilledColumn, Row } from './cells.ts'

/** Characters of the checksum of a value. */
export const sumLength = 8

/** Characters of a value that are kept: what is longer is in the load file. */
const longest = 10_000

/** The values in their column. */
export const keptCells = z.array(z.string())

/** Rows of places that follow each other, whether they are there already or not: a run that was cut writes them again. */
export async function keepRows(
  trx: Writer,
  { production_id, project_id }: Pick<StoredRun, 'production_id' | 'project_id'>,
  columns: readonly FilledColumn[],
  rows: readonly Row[],
): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return
  await trx
    .deleteFrom('production_row')
    .where('production_id', '=', production_id)
    .where('place', '>=', first.laid.document.place)
    .where('place', '<=', last.laid.document.place)
    .execute()
  await insertAll(
    trx,
    'production_row',
    rows.map(({ laid: { document, native, text }, cells }) => {
      const values = cells.map(textOf)
      return {
        ...{ production_id, project_id, document_id: document.documentId, place: document.place },
        // Numbers are others in each production, and nobody compares them.
        sums: values.map((value, at) => sumOf(columns[at]?.produced == null ? value : '')).join(''),
        ...{ text_sum: text?.sha256 ?? '', file_sum: native?.sha256 ?? '' },
        cells: JSON.stringify(values.map((value) => keptOf(value))),
      }
    }),
  )
}

/** What is cut says so. */
const keptOf = (value: string): string =>
  value.length <= longest ? value.toWellFormed() : `${value.slice(0, longest).toWellFormed()} …`

const textOf = (cell: Cell): string =>
  typeof cell === 'string'
    ? cell
    : cell.map((value) => (typeof value === 'string' ? value : value.join('\\'))).join('; ')

/** Empty values are most of all. */
const sumOf = (value: string): string =>
  value === ''
    ? '-'.repeat(sumLength)
    : createHash('sha256').update(value).digest('base64url').slice(0, sumLength)
