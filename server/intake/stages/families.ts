/** The families that a job is about: those of the documents it was given, in the order in which they came in. */

import type { JobRun } from '../../platform/jobs/jobs.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { plannedDocuments } from '../../review/documents/job-documents.ts'

export interface Family {
  readonly familyId: number
  readonly size: number
}

/** Documents of one question: the reader answers on the server's own thread. */
const slice = 500

/** Never changes: who belongs to a family is settled when it comes in. */
export async function plannedFamilies(
  read: Reader,
  { jobId, projectId }: Pick<JobRun, 'jobId' | 'projectId'>,
): Promise<Family[]> {
  const ids = await plannedDocuments(read, jobId, false)
  const familyIds = new Set<number>()
  for (let from = 0; from < ids.length; from += slice) {
    const rows = await read
      .selectFrom('document')
      .select('family_id')
      .distinct()
      .where('document_id', 'in', [...ids.subarray(from, from + slice)])
      .where(checkedOnly('project_id'), '=', projectId)
      .execute()
    for (const { family_id } of rows) familyIds.add(family_id)
    await breathe()
  }
  const inOrder = [...familyIds].sort((a, b) => a - b)
  const families: Family[] = []
  for (let from = 0; from < inOrder.length; from += slice) {
    const rows = await read
      .selectFrom('document')
      .select((eb) => ['family_id', eb.fn.countAll<number>().as('n')])
      .where('family_id', 'in', inOrder.slice(from, from + slice))
      .groupBy('family_id')
      .orderBy('family_id')
      .execute()
    for (const { family_id, n } of rows) families.push({ familyId: family_id, size: Number(n) })
    await breathe()
  }
  return families
}
