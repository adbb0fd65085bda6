/** What a job draws: the documents that have pages, or should have, and how many pages are known of before it begins. */
import * as z from 'zod/mini'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Pages } from './pages.ts'
import { sourceIn } from './source.ts'

/** Documents that are read at once. */
const slice = 500

export interface Planned {
  readonly documentId: number
  /** Pages as far as anybody knows; a document counts for one until it has been looked at. */
  readonly pages: number
}

const sizes = z.array(z.unknown())

/** Those of the documents that a job has something to say of, in their order. */
export async function planned(
  read: Reader,
  pages: Pick<Pages, 'concerns'>,
  projectId: number,
  documentIds: ArrayLike<number>,
): Promise<Planned[]> {
  const plan: Planned[] = []
  const ids = Array.from(documentIds)
  for (let from = 0; from < ids.length; from += slice) {
    const rows = await read
      .selectFrom('document as d')
      .leftJoin('document_pages as p', 'p.document_id', 'd.document_id')
      .select(['d.document_id', 'd.project_id', 'd.sha256', 'd.mime_type', 'd.file_category', 'p.sizes'])
      .where('d.document_id', 'in', ids.slice(from, from + slice))
      .orderBy('d.document_id')
      .execute()
    for (const row of rows) {
      const source = sourceIn(row)
      if (row.project_id !== projectId || !pages.concerns(source)) continue
      const known = row.sizes === null ? 0 : sizes.parse(JSON.parse(row.sizes)).length
      plan.push({ documentId: row.document_id, pages: Math.max(1, known) })
    }
    await breathe()
  }
  return plan
}

/** Documents whose pages some earlier run of a job could not draw. */
export async function failedDocuments(
  read: Reader,
  jobId: number,
  only: readonly number[] | null,
): Promise<number[]> {
  const rows = await read
    .selectFrom('exception')
    .select('document_id')
    .where('job_id', '=', jobId)
    .where('stage', '=', 'pages')
    .$if(only !== null, (query) => query.where('exception_id', 'in', only ?? []))
    .orderBy('document_id')
    .execute()
  return rows.flatMap(({ document_id }) => document_id ?? [])
}
