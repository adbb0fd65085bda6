/** What people have written into rows of the log. */
import * as z from 'zod/mini'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** By source. */
export type Cells = Readonly<Record<string, string>>

export interface Entry {
  readonly documentId: number
  readonly version: number
  readonly cells: Cells
  /** What the record said when it was written. */
  readonly facts: Cells
  readonly by: string
  readonly at: string
}

const cellsColumn = z.record(z.string(), z.string())
export const cellsIn = (column: string): Cells => cellsColumn.parse(JSON.parse(column))

/** By document; those of which nobody has written anything are not there. A few documents at a time. */
export async function entriesOf(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entry>> {
  const rows = await read
    .selectFrom('privilege_log_entry as e')
    .innerJoin('app_user as u', 'u.user_id', 'e.by_user')
    .select(['e.document_id', 'e.version', 'e.cells', 'e.facts', 'e.at', 'u.name'])
    .where('e.document_id', 'in', [...ids])
    .where(checkedOnly('e.project_id'), '=', projectId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.document_id,
      {
        ...{ documentId: row.document_id, version: row.version, by: row.name, at: row.at },
        ...{ cells: cellsIn(row.cells), facts: cellsIn(row.facts) },
      },
    ]),
  )
}

/** Log numbers by document: a few documents at a time. */
export async function logNumbers(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await read
    .selectFrom('privilege_log_number')
    .select(['document_id', 'log_number'])
    .where('document_id', 'in', [...ids])
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.log_number]))
}

/** Documents that were written since they were read, by the version that was read of each; 0: there was none. */
export async function writtenSince(
  read: Reader,
  projectId: number,
  versions: ReadonlyMap<number, number>,
): Promise<number[]> {
  const rows = await read
    .selectFrom('privilege_log_entry')
    .select(['document_id', 'version'])
    .where('project_id', '=', projectId)
    .execute()
  return rows.flatMap(({ document_id, version }) => {
    const known = versions.get(document_id)
    return known === undefined || known === version ? [] : document_id
  })
}
