/** Custodians with the documents that are theirs. */
import type { Custodian } from '#contracts/project.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'

/** All custodians of a project by name, with the documents that are theirs (promoted from their copy). */
export async function listCustodians(read: Reader, projectId: number): Promise<Custodian[]> {
  const rows = await read
    .selectFrom('custodian as c')
    .select(['c.custodian_id', 'c.name'])
    .select((eb) =>
      eb
        .selectFrom('document as d')
        .select((c) => c.fn.countAll().as('n'))
        .whereRef('d.custodian_id', '=', 'c.custodian_id')
        .where('d.state', '=', inReview)
        .as('documents'),
    )
    .where('c.project_id', '=', projectId)
    .execute()
  return rows
    .map((row) => ({
      custodianId: row.custodian_id,
      name: row.name,
      documentCount: Number(row.documents ?? 0),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
