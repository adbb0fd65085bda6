/** Putting other securable groups in the place of a project's. */
import type { BodyOf } from '#contracts/call.ts'
import { roleRanks } from '#contracts/permission.ts'
import type { GroupAsked, putWalls, Walls } from '#contracts/walls.ts'
import { record } from '../../platform/auth/record.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { wallsOf } from './groups.ts'
import { previewOf } from './preview.ts'

/**
 * Refuses what would shut the caller out unseen, and what opens to the caller what others have closed to them: that is for an
 * administrator of the client. Counted before the transaction, which others' saves wait for.
 */
export async function requireOpenEyes(
  ctx: ProjectContext,
  { groups, batchesOnly, shutOut = false }: BodyOf<typeof putWalls>,
): Promise<void> {
  const { people, shutsOut } = await previewOf(ctx.whole.read, ctx, { groups, batchesOnly })
  if (shutsOut && !shutOut)
    throw new ApiError('conflict', 'You would see no document of this project any more. Confirm that.', {
      detail: 'shutOut',
    })
  const own = people.find(({ userId }) => userId === ctx.caller.userId)
  if (own !== undefined && own.gains > 0 && ctx.project.level > roleRanks.ClientAdmin)
    throw new ApiError(
      'permission.denied',
      'You would see documents that the walls close to you. Ask an administrator of the client.',
      { detail: 'wall.manage' },
    )
}

/** Puts these groups in the place of those that are there. Throws where others changed them, or where they fit nothing. */
export async function replaceWalls(
  trx: Writer,
  ctx: ProjectContext,
  { groups, batchesOnly }: BodyOf<typeof putWalls>,
): Promise<void> {
  const { projectId } = ctx.project
  const before = await wallsOf(trx, projectId)
  if (ctx.ifMatch !== String(before.version))
    throw new ApiError(
      'walls.stale',
      'Somebody else has changed the groups meanwhile. Look at theirs, then make your change again.',
      { data: before },
    )
  requireFitting(before, groups)
  const kept = new Set(groups.flatMap(({ groupId }) => groupId ?? []))
  for (const { groupId } of before.groups)
    if (!kept.has(groupId)) await trx.deleteFrom('securable_group').where('group_id', '=', groupId).execute()
  for (const group of groups) await putGroup(trx, ctx, group)
  await trx
    .updateTable('project')
    .set({ walls_version: before.version + 1, batches_only: batchesOnly ? 1 : 0 })
    .where('project_id', '=', projectId)
    .execute()
  await record(
    trx,
    ctx,
    ctx.caller,
    {
      action: 'walls.changed',
      projectId,
      facts: {
        version: before.version + 1,
        batchesOnly,
        groups: groups.map(({ userIds, parts }, nth) => ({ nth, userIds, parts })),
      },
      erasable: { names: JSON.stringify(groups.map(({ name }) => name)) },
    },
    `project:${projectId}`,
  )
}

function requireFitting(there: Walls, groups: readonly GroupAsked[]): void {
  const names = groups.map(({ name }) => name.toLowerCase())
  const invalid = (message: string, detail: string): never => {
    throw new ApiError('request.invalid', message, { detail })
  }
  if (new Set(names).size < names.length) invalid('Two groups have the same name.', 'groups')
  for (const { groupId, userIds, parts } of groups) {
    if (groupId !== undefined && !there.groups.some((one) => one.groupId === groupId))
      invalid('One of the groups is not there any more.', String(groupId))
    // Who has lost their role since may stay: they see nothing by it.
    const before = there.groups.find((one) => one.groupId === groupId)?.userIds ?? []
    const stranger = userIds.find(
      (userId) => !before.includes(userId) && !there.people.some((one) => one.userId === userId),
    )
    if (stranger !== undefined)
      invalid('One of these people sees no documents of this project.', String(stranger))
    const unknown = parts.find(
      ({ kind, partId }) => !there.parts.some((one) => one.kind === kind && one.partId === partId),
    )
    if (unknown !== undefined)
      invalid(`One of these ${unknown.kind}s is not of this project.`, String(unknown.partId))
    const keys = parts.map(({ kind, partId }) => `${kind} ${partId}`)
    if (new Set(keys).size < keys.length) invalid('A group allows and denies the same.', 'parts')
  }
}

async function putGroup(trx: Writer, ctx: ProjectContext, group: GroupAsked): Promise<void> {
  const { name } = group
  const groupId =
    group.groupId ??
    (
      await trx
        .insertInto('securable_group')
        .values({ project_id: ctx.project.projectId, name, created_at: ctx.now().toISOString() })
        .returning('group_id')
        .executeTakeFirstOrThrow()
    ).group_id
  if (group.groupId !== undefined) {
    await trx.updateTable('securable_group').set({ name }).where('group_id', '=', groupId).execute()
    await trx.deleteFrom('securable_group_user').where('group_id', '=', groupId).execute()
    await trx.deleteFrom('securable_group_part').where('group_id', '=', groupId).execute()
  }
  const users = [...new Set(group.userIds)].map((user_id) => ({ group_id: groupId, user_id }))
  const parts = group.parts.map(({ kind, partId, access }) => ({
    ...{ group_id: groupId, kind, part_id: partId, access },
  }))
  await insertAll(trx, 'securable_group_user', users)
  await insertAll(trx, 'securable_group_part', parts)
}
