/** Creating, renaming, moving, sharing, deleting and restoring folders. All of it is on the record. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { heightOf, subtreeOf } from '#contracts/folder-tree.ts'
import type { FolderPlace, saveFolder as saveCall } from '#contracts/folders.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import {
  type FolderRow,
  folderAmong,
  isShared,
  liveFolders,
  mayChange,
  requireChange,
  seenAmong,
  shareDenied,
  visibleFolders,
} from '../folder-access/visible.ts'
import { requireWallsKept } from '../folder-access/walls.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'
import { type Place, requireFree, requireLevels, requireMove, requireNumber, requireSeen } from './room.ts'

/** Creates a folder, or changes the one that was seen. */
export async function saveFolder(
  ctx: ProjectContext,
  { name, under, over }: BodyOf<typeof saveCall>,
): Promise<ReplyOf<typeof saveCall>> {
  return await idempotent(ctx, async (trx) => {
    const all = await visibleFolders(ctx, trx)
    const place = placeOf(ctx, all, under)
    const before = over === null ? null : folderAmong(all, over.folderId)
    if (before !== null) requireChange(ctx, before)
    if (before !== null && before.version !== over?.version)
      throw new ApiError(
        'conflict',
        `${before.changer} has changed ${before.name} since you looked at it. Look at it again first.`,
        { detail: 'version' },
      )
    if (before === null) requireLevels(all, place, 1)
    else await requireMove(ctx, trx, all, before, place)
    await requireFree(ctx, trx, place, name, before)
    const at = instantOf(ctx.now())
    const changed = {
      ...{ parent_id: place.parentId, name, name_key: nameKey(name), listed_for: place.listedFor },
      ...{ changed_by: ctx.caller.userId, changed_at: at, version: (before?.version ?? 0) + 1 },
    }
    const folderId =
      before === null ? await insert(ctx, trx, changed, at) : await change(trx, before, changed)
    const asKept = (row: Place & { readonly name: string }) => ({
      name: row.name,
      parentId: row.parentId,
      shared: isShared(row),
    })
    await tell(trx, ctx, before === null ? 'folder.created' : 'folder.changed', {
      facts: { folderId, name },
      ...(before === null ? {} : { oldValue: asKept(before) }),
      newValue: asKept({ ...place, name }),
    })
    return { folderId, version: changed.version }
  })
}

function placeOf(ctx: ProjectContext, all: readonly FolderRow[], under: FolderPlace): Place {
  if (typeof under === 'number') {
    const parent = folderAmong(all, under)
    requireChange(ctx, parent)
    return { parentId: under, listedFor: parent.listedFor }
  }
  const place = { parentId: null, listedFor: under === 'shared' ? everybody : ctx.caller.userId }
  if (!mayChange(ctx, place)) throw shareDenied('This folder would be shared')
  return place
}

interface Changed {
  readonly parent_id: number | null
  readonly name: string
  readonly name_key: string
  readonly listed_for: number
  readonly changed_by: number
  readonly changed_at: string
  readonly version: number
}

async function insert(ctx: ProjectContext, trx: Writer, row: Changed, at: string): Promise<number> {
  requireNumber(await liveFolders(trx, ctx.project.projectId, { listedFor: row.listed_for }), 1)
  const { folder_id } = await trx
    .insertInto('folder')
    .values({
      ...row,
      project_id: ctx.project.projectId,
      made_by: ctx.caller.userId,
      made_at: at,
      deleted_with: null,
    })
    .returning('folder_id')
    .executeTakeFirstOrThrow()
  return folder_id
}

/** What is in it goes with it to whom it belongs. */
async function change(trx: Writer, { folderId, listedFor }: FolderRow, row: Changed): Promise<number> {
  await trx.updateTable('folder').set(row).where('folder_id', '=', folderId).execute()
  if (row.listed_for !== listedFor)
    await trx
      .updateTable('folder')
      .set({ listed_for: row.listed_for })
      .where('folder_id', 'in', await wholeTree(trx, folderId))
      .execute()
  return folderId
}

/** With what was deleted in it, which comes back where it was. */
async function wholeTree(trx: Writer, folderId: number): Promise<number[]> {
  const ids = new Set([folderId])
  for (let from = [...ids]; from.length > 0; ) {
    const rows = await trx.selectFrom('folder').select('folder_id').where('parent_id', 'in', from).execute()
    from = rows.map(({ folder_id }) => folder_id).filter((id) => !ids.has(id))
    for (const id of from) ids.add(id)
  }
  return [...ids]
}

/** The folder and those in it go out of sight, with all that was filed in them; documents stay as they are. */
export async function deleteFolder(ctx: ProjectContext, folderId: number): Promise<{ folders: number }> {
  return await idempotent(ctx, async (trx) => {
    const all = await visibleFolders(ctx, trx)
    const row = folderAmong(all, folderId)
    requireChange(ctx, row)
    const tree = subtreeOf(await liveFolders(trx, ctx.project.projectId, row), folderId)
    requireSeen(all, tree)
    await requireWallsKept(ctx, trx, { ...row, lost: true, into: null })
    const { numUpdatedRows } = await trx
      .updateTable('folder')
      .set({ deleted_with: folderId })
      .where('folder_id', 'in', tree)
      .executeTakeFirst()
    const folders = Number(numUpdatedRows)
    await tell(trx, ctx, 'folder.deleted', { facts: { folderId, name: row.name, folders } })
    return { folders }
  })
}

/** Takes a deletion back, whole. */
export async function restoreFolder(ctx: ProjectContext, folderId: number): Promise<{ folders: number }> {
  return await idempotent(ctx, async (trx) => {
    const tree = await trx
      .selectFrom('folder')
      .select(['folder_id as folderId', 'name', 'parent_id as parentId', 'listed_for as listedFor'])
      .select('changed_by as namedBy')
      .where('project_id', '=', ctx.project.projectId)
      .where('deleted_with', '=', folderId)
      .execute()
    const seen = await seenAmong(ctx, tree)
    const gone = seen.find((one) => one.folderId === folderId)
    if (gone === undefined || !mayChange(ctx, gone)) throw notFound('deleted folder')
    requireSeen(
      seen,
      tree.map((one) => one.folderId),
    )
    const there = await liveFolders(trx, ctx.project.projectId, gone)
    if (gone.parentId !== null && !there.some((one) => one.folderId === gone.parentId))
      throw new ApiError('conflict', 'The folder that it was in is gone too. Restore that one first.', {
        detail: 'folderId',
      })
    requireLevels(there, gone, heightOf(tree, folderId))
    requireNumber(there, tree.length)
    await requireFree(ctx, trx, gone, gone.name, null)
    await requireWallsKept(ctx, trx, { ...gone, lost: false, into: gone.parentId })
    const { numUpdatedRows } = await trx
      .updateTable('folder')
      .set({ deleted_with: null })
      .where('deleted_with', '=', folderId)
      .executeTakeFirst()
    const folders = Number(numUpdatedRows)
    await tell(trx, ctx, 'folder.restored', { facts: { folderId, name: gone.name, folders } })
    return { folders }
  })
}

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: `folder.${'created' | 'changed' | 'deleted' | 'restored'}`,
  said: {
    readonly facts: { readonly folderId: number; readonly name: string; readonly folders?: number }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, ...said, how: 'manual' },
  ])
}
