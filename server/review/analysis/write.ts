/** Writes what the analysis found: only what is other than before, with the change that the search index has to take. */

import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { DocumentAnalysisTable } from './tables.ts'

export type Found = Partial<Omit<DocumentAnalysisTable, 'document_id' | 'project_id'>> & {
  readonly document_id: number
}

/** Rows that all have the same columns; answers how many documents were changed. */
export async function writeFound(trx: Writer, projectId: number, rows: readonly Found[]): Promise<number> {
  const standing = await trx
    .selectFrom('document_analysis')
    .selectAll()
    .where(
      'document_id',
      'in',
      rows.map((row) => row.document_id),
    )
    .execute()
  const known = new Map(standing.map((row) => [row.document_id, row]))
  const changed = rows.filter((row) => differs(row, known.get(row.document_id)))
  const [first] = changed
  if (first === undefined) return 0
  const columns = Object.keys(first).filter((column): column is keyof Found => column !== 'document_id')
  await trx
    .insertInto('document_analysis')
    .values(changed.map((row) => ({ ...empty, ...row, project_id: projectId })))
    .onConflict((conflict) =>
      conflict
        .column('document_id')
        .doUpdateSet((eb) =>
          Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
  await insertAll(
    trx,
    'index_queue',
    changed.map(({ document_id }) => ({ project_id: projectId, document_id, what: 'facts' })),
  )
  return changed.length
}

const empty = {
  languages: '[]',
  pii_likely: '{}',
  pii_potential: '{}',
  thread_missing: 0,
  review_known: 0,
  review_thread_missing: 0,
} as const

const differs = (row: Found, known: DocumentAnalysisTable | undefined): boolean =>
  known === undefined ||
  Object.entries(row).some(([column, value]) => known[column as keyof DocumentAnalysisTable] !== value)
