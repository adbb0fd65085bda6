/** Creating, renaming, moving, sharing, deleting and restoring folders. All of it is on the record. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { heightOf, subtreeOf, wayTo } from '#contracts/folder-tree.ts'
import { type FolderPlace, folderLimits, type saveFolder as saveCall } from '#contracts/folders.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import {
  everybody,
  type FolderRow,
  folderAmong,
  isShared,
  mayChange,
  requireChange,
  shareDenied,
  visibleFolders,
} from '../folder-access/visible.ts'

/** Where a folder stands, as it is kept. */
interface Place {
  readonly parentId: number | null
  readonly listedFor: number
}

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
    requireRoom(all, place, before)
    await requireFree(ctx, trx, place, name, before)
    const at = instantOf(ctx.now())
    const changed = {
      ...{ parent_id: place.parentId, name, name_key: nameKey(name), listed_for: place.listedFor },
      ...{ changed_by: ctx.caller.userId, changed_at: at, version: (before?.version ?? 0) + 1 },
    }
    const folderId =
      before === null ? await insert(ctx, trx, changed, at) : await change(trx, all, before, changed)
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

/** A folder is in none that is in it; and a tree has so many levels and no more. */
function requireRoom(all: readonly FolderRow[], { parentId }: Place, before: FolderRow | null): void {
  const inside = before === null ? [] : subtreeOf(all, before.folderId)
  if (parentId !== null && inside.includes(parentId))
    throw new ApiError('request.invalid', 'A folder cannot be moved into itself or a folder in it.', {
      detail: 'under',
    })
  const above = parentId === null ? 0 : wayTo(all, parentId).length
  const own = before === null ? 1 : heightOf(all, before.folderId)
  if (above + own > folderLimits.levels)
    throw new ApiError(
      'conflict',
      `Folders have at most ${folderLimits.levels} levels. Choose another place.`,
      {
        detail: 'under',
      },
    )
}

async function requireFree(
  ctx: ProjectContext,
  trx: Writer,
  { parentId, listedFor }: Place,
  name: string,
  own: FolderRow | null,
): Promise<void> {
  const same = await trx
    .selectFrom('folder')
    .select('folder_id')
    .where('project_id', '=', ctx.project.projectId)
    .where('listed_for', '=', listedFor)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('name_key', '=', nameKey(name))
    .where('deleted_with', 'is', null)
    .executeTakeFirst()
  if (same !== undefined && same.folder_id !== own?.folderId)
    throw new ApiError('conflict', 'A folder there has this name already. Choose another name.', {
      detail: 'name',
    })
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
  const { projectId } = ctx.project
  const { count } = await trx
    .selectFrom('folder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('listed_for', '=', row.listed_for)
    .where('deleted_with', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= folderLimits.folders)
    throw new ApiError(
      'conflict',
      `There are ${folderLimits.folders} folders. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
  const { folder_id } = await trx
    .insertInto('folder')
    .values({ ...row, project_id: projectId, made_by: ctx.caller.userId, made_at: at, deleted_with: null })
    .returning('folder_id')
    .executeTakeFirstOrThrow()
  return folder_id
}

/** What is in it goes with it to whom it belongs. */
async function change(
  trx: Writer,
  all: readonly FolderRow[],
  { folderId, listedFor }: FolderRow,
  row: Changed,
): Promise<number> {
  await trx.updateTable('folder').set(row).where('folder_id', '=', folderId).execute()
  if (row.listed_for !== listedFor)
    await trx
      .updateTable('folder')
      .set({ listed_for: row.listed_for })
      .where('folder_id', 'in', await wholeTree(trx, subtreeOf(all, folderId)))
      .execute()
  return folderId
}

/** With what is in these folders and not seen: closed to the caller, or deleted. */
async function wholeTree(trx: Writer, folderIds: readonly number[]): Promise<number[]> {
  const ids = new Set(folderIds)
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
    const row = folderAmong(await visibleFolders(ctx, trx), folderId)
    requireChange(ctx, row)
    const { numUpdatedRows } = await trx
      .updateTable('folder')
      .set({ deleted_with: folderId })
      .where('folder_id', 'in', await wholeTree(trx, [folderId]))
      .where('deleted_with', 'is', null)
      .executeTakeFirst()
    const folders = Number(numUpdatedRows)
    await tell(trx, ctx, 'folder.deleted', { facts: { folderId, name: row.name, folders } })
    return { folders }
  })
}

/** Takes a deletion back, whole. */
export async function restoreFolder(ctx: ProjectContext, folderId: number): Promise<{ folders: number }> {
  return await idempotent(ctx, async (trx) => {
    const gone = await trx
      .selectFrom('folder')
      .select(['name', 'parent_id as parentId', 'listed_for as listedFor'])
      .where('folder_id', '=', folderId)
      .where('project_id', '=', ctx.project.projectId)
      .where('deleted_with', '=', folderId)
      .executeTakeFirst()
    if (gone === undefined || !mayChange(ctx, gone)) throw notFound('deleted folder')
    const all = await visibleFolders(ctx, trx)
    if (gone.parentId !== null && !all.some((one) => one.folderId === gone.parentId))
      throw new ApiError('conflict', 'The folder that it was in is gone too. Restore that one first.', {
        detail: 'folderId',
      })
    await requireFree(ctx, trx, gone, gone.name, null)
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
