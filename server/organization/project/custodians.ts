/** The people whose data a project holds. */

import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** The ids of custodians by their names in lower case. */
export async function custodiansOf(
  read: Reader | Writer,
  projectId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ custodian_id, name }) => [name.toLowerCase(), custodian_id]))
}

/** The id of the custodian of this name (case and outer spaces aside); adds one where there is none. */
export async function custodianId(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  projectId: number,
  name: string,
): Promise<number> {
  const wanted = name.trim()
  const known = (await custodiansOf(trx, projectId)).get(wanted.toLowerCase())
  if (known !== undefined) return known
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
