/** Custodians with the documents that are theirs. */
import type { Custodian } from '#contracts/project.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'

/** All custodians of a project by name, with the documents that are theirs (promoted from their copy). */
export async function listCustodians(read: Reader, projectId: number): Promise<Custodian[]> {
  const counts = await read
    .selectFrom('document')
    .select((eb) => ['custodian_id', eb.fn.countAll().as('n')])
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .groupBy('custodian_id')
    .execute()
  const documents = new Map(counts.map(({ custodian_id, n }) => [custodian_id, Number(n)]))
  const rows = await read
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  return rows
    .map(({ custodian_id: custodianId, name }) => ({
      ...{ custodianId, name },
      documentCount: documents.get(custodianId) ?? 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
