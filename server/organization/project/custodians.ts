/** The people whose data a project holds. */

import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import type { Writer } from '../../platform/records/records.ts'

/** The id of the custodian of this name (case and outer spaces aside); adds one where there is none. */
export async function custodianId(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  projectId: number,
  name: string,
): Promise<number> {
  const wanted = name.trim()
  const known = await trx
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const same = known.find((one) => one.name.toLowerCase() === wanted.toLowerCase())
  if (same !== undefined) return same.custodian_id
  const { custodian_id } = await trx
    .insertInto('custodian')
    .values({ project_id: projectId, name: wanted })
    .returning('custodian_id')
    .executeTakeFirstOrThrow()
  await record(
    trx,
    occasion,
    by,
    // The name of somebody whose mail this is: it may have to go by law one day.
    {
      action: 'custodian.added',
      projectId,
      facts: { custodianId: custodian_id },
      erasable: { name: wanted },
    },
    `project:${projectId}`,
  )
  return custodian_id
}
