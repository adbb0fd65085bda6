/** Documents that a job which is not over yet makes such a text of: nobody sends them a second time meanwhile. */
import { prioritised } from '#contracts/jobs.ts'
import type { Reader } from '../../platform/records/records.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import { type DerivedTextRequest, originOf, wanted } from './kinds.ts'

export async function underWay(
  read: Reader,
  projectId: number,
  want: DerivedTextRequest,
): Promise<ReadonlySet<number>> {
  const jobs = await read
    .selectFrom('job')
    .select(['job_id', 'input'])
    .where('project_id', '=', projectId)
    .where('kind', '=', want.kind)
    .where('state', 'in', prioritised)
    .execute()
  const ids = new Set<number>()
  for (const { job_id, input } of jobs) {
    if (!sameText(wanted.parse(JSON.parse(input)), want)) continue
    const through = await read
      .selectFrom('derived_document')
      .select('document_id')
      .where('job_id', '=', job_id)
      .execute()
    const over = new Set(through.map(({ document_id }) => document_id))
    for (const id of await plannedDocuments(read, job_id, false)) if (!over.has(id)) ids.add(id)
  }
  return ids
}

/** Whether one text would take the place of the other. */
const sameText = (a: DerivedTextRequest, b: DerivedTextRequest): boolean =>
  originOf(a) === originOf(b) && (a.kind !== 'translate' || (b.kind === 'translate' && a.to === b.to))
