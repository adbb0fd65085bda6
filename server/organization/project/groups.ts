/** Joining the securable groups of a project with one's first role in it. */
import { type Occasion, record } from '../../platform/auth/record.ts'
import type { Writer } from '../../platform/records/records.ts'

/** Puts somebody into those of the groups that are there still. Whoever changes the walls meanwhile is told that they have changed. */
export async function joinGroups(
  trx: Writer,
  occasion: Occasion,
  {
    projectId,
    groupIds,
    userId,
  }: { readonly projectId: number; readonly groupIds: readonly number[]; readonly userId: number },
): Promise<void> {
  if (groupIds.length === 0) return
  const there = await trx
    .selectFrom('securable_group')
    .select('group_id')
    .where('project_id', '=', projectId)
    .where('group_id', 'in', [...groupIds])
    .execute()
  if (there.length === 0) return
  await trx
    .insertInto('securable_group_user')
    .values(there.map(({ group_id }) => ({ group_id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .updateTable('project')
    .set((eb) => ({ walls_version: eb('walls_version', '+', 1) }))
    .where('project_id', '=', projectId)
    .execute()
  const facts = { userId, groupIds: there.map(({ group_id }) => group_id) }
  await record(trx, occasion, null, { action: 'walls.joined', projectId, facts }, `project:${projectId}`)
}
