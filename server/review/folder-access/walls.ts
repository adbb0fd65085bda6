/** Folders that walls are made of. What is filed in one decides who sees it: whoever manages walls files there, and nobody else. */
import { type Nested, subtreeOf, wayTo } from '#contracts/folder-tree.ts'
import { roleRanks } from '#contracts/permission.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'
import { liveFolders } from './visible.ts'

/** The shared folders of a project that are there, and which of them are named by a securable group. */
interface WallFolders {
  readonly folders: readonly Nested[]
  readonly named: ReadonlySet<number>
}

async function wallFolders(read: Reader | Writer, projectId: number): Promise<WallFolders> {
  const parts = await read
    .selectFrom('securable_group_part as p')
    .innerJoin('securable_group as g', 'g.group_id', 'p.group_id')
    .select('p.part_id')
    .where('g.project_id', '=', projectId)
    .where('p.kind', '=', 'folder')
    .execute()
  if (parts.length === 0) return { folders: [], named: new Set() }
  const folders = await liveFolders(read, projectId, { listedFor: everybody })
  return { folders, named: new Set(parts.map(({ part_id }) => part_id)) }
}

const isWithin = ({ folders, named }: WallFolders, folderId: number | null): boolean =>
  folderId !== null && wayTo(folders, folderId).some((folder) => named.has(folder.folderId))

/** Whether what is filed in a folder decides who sees it. */
export async function isInWall(read: Reader | Writer, projectId: number, folderId: number): Promise<boolean> {
  return isWithin(await wallFolders(read, projectId), folderId)
}

/** What is in a folder of a wall has changed: views that are about folders are others from now on. */
export async function markFilings(trx: Writer, projectId: number): Promise<void> {
  await trx
    .updateTable('project')
    .set((eb) => ({ wall_filings: eb('wall_filings', '+', 1) }))
    .where('project_id', '=', projectId)
    .execute()
}

/** Throws where somebody files in such a folder, or takes out of it, who does not manage walls. */
export async function requireFiling(
  ctx: ProjectContext,
  read: Reader | Writer,
  { folderId, name }: { readonly folderId: number; readonly name: string },
): Promise<void> {
  if (!ctx.can('wall.manage') && (await isInWall(read, ctx.project.projectId, folderId)))
    throw new ApiError(
      'permission.denied',
      `What is in ${name} decides who sees it: project managers and client administrators file there.`,
      { detail: 'wall.manage' },
    )
}

/**
 * A folder goes elsewhere, or out of sight, or comes back, with those in it. None that a group names is lost by that; and where
 * it changes what a wall shows, it is for whoever manages walls and is behind none.
 */
export async function requireWallsKept(
  ctx: ProjectContext,
  trx: Writer,
  {
    folderId,
    name,
    lost,
    into,
  }: {
    readonly folderId: number
    readonly name: string
    /** Whether it stops being a shared folder that is there. */
    readonly lost: boolean
    readonly into: number | null
  },
): Promise<void> {
  const { projectId, view, level } = ctx.project
  const walls = await wallFolders(trx, projectId)
  if (lost && subtreeOf(walls.folders, folderId).some((id) => walls.named.has(id)))
    throw new ApiError(
      'conflict',
      `Walls are made of ${name} or of a folder in it. Take it out of the securable groups first.`,
      { detail: 'folderId' },
    )
  const above = walls.folders.find((one) => one.folderId === folderId)?.parentId ?? null
  if (!isWithin(walls, above) && !isWithin(walls, into)) return
  if (!ctx.can('wall.manage') || (view?.walls != null && level > roleRanks.ClientAdmin))
    throw new ApiError(
      'permission.denied',
      'This would change who sees what is in it. Ask somebody who manages the walls and is behind none.',
      { detail: 'wall.manage' },
    )
  await markFilings(trx, projectId)
}
