/** Whether a folder may stand where it is put, and what of others would go with it. */
import { heightOf, type Nested, subtreeOf, wayTo } from '#contracts/folder-tree.ts'
import { folderLimits } from '#contracts/folders.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import { type FolderRow, isShared, type LiveFolder, liveFolders } from '../folder-access/visible.ts'
import { requireWallsKept } from '../folder-access/walls.ts'

/** Where a folder stands, as it is kept. */
export interface Place {
  readonly parentId: number | null
  readonly listedFor: number
}

/** Nobody takes away what they do not see. */
export function requireSeen(all: readonly Nested[], tree: readonly number[]): void {
  const seen = new Set(all.map(({ folderId }) => folderId))
  if (!tree.every((id) => seen.has(id)))
    throw new ApiError(
      'conflict',
      'It holds folders that you do not see. Ask somebody who sees all of the project.',
      { detail: 'folderId' },
    )
}

/**
 * Where another place is taken: a folder goes into none that is in it, and takes with it what is seen; and from the shared
 * ones to one's own only what one has made.
 */
export async function requireMove(
  ctx: ProjectContext,
  trx: Writer,
  all: readonly FolderRow[],
  before: FolderRow,
  to: Place,
): Promise<void> {
  if (before.parentId === to.parentId && before.listedFor === to.listedFor) return
  const there = await liveFolders(trx, ctx.project.projectId, before)
  const tree = subtreeOf(there, before.folderId)
  if (to.parentId !== null && tree.includes(to.parentId))
    throw new ApiError('request.invalid', 'A folder cannot be moved into itself or a folder in it.', {
      detail: 'under',
    })
  requireSeen(all, tree)
  await requireWallsKept(ctx, trx, {
    ...before,
    lost: before.listedFor !== to.listedFor,
    into: isShared(to) ? to.parentId : null,
  })
  requireLevels(all, to, heightOf(there, before.folderId))
  if (before.listedFor === to.listedFor) return
  const taken = new Set(tree)
  if (
    isShared(before) &&
    there.some(({ folderId, madeBy }) => taken.has(folderId) && madeBy !== ctx.caller.userId)
  )
    throw new ApiError(
      'conflict',
      'Others have made it, or folders in it: it stays shared. Make a folder of your own, and file the documents there.',
      { detail: 'under' },
    )
  requireNumber(await liveFolders(trx, ctx.project.projectId, to), tree.length)
}

/** A tree has so many levels and no more. */
export function requireLevels(all: readonly Nested[], { parentId }: Place, own: number): void {
  const above = parentId === null ? 0 : wayTo(all, parentId).length
  if (above + own > folderLimits.levels)
    throw new ApiError(
      'conflict',
      `Folders have at most ${folderLimits.levels} levels. Choose another place.`,
      { detail: 'under' },
    )
}

export function requireNumber(there: readonly LiveFolder[], more: number): void {
  if (there.length + more > folderLimits.folders)
    throw new ApiError(
      'conflict',
      `There are at most ${folderLimits.folders} folders. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
}

export async function requireFree(
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
