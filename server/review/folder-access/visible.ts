/** The folders that somebody sees and changes, and the documents in them. */
import { type Nested, subtreeOf, wayTo } from '#contracts/folder-tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'

/** One that is there, as the record has it. */
export interface FolderRow {
  readonly folderId: number
  readonly parentId: number | null
  readonly name: string
  readonly listedFor: number
  readonly version: number
  readonly maker: string
  readonly madeAt: string
  readonly changer: string
  /** Who has changed it last. */
  readonly namedBy: number
  readonly changedAt: string
}

/**
 * Those of the project that the caller sees, by name: their own and the shared ones. Whoever is behind a wall sees the shared
 * ones that hold a document of what is open to them or that they have named, and those that lead there: other names may tell of
 * what is closed. Whoever manages walls is told all names: walls are made of these folders.
 */
export async function visibleFolders(ctx: ProjectContext, read: Reader | Writer): Promise<FolderRow[]> {
  const rows: FolderRow[] = await read
    .selectFrom('folder as f')
    .innerJoin('app_user as m', 'm.user_id', 'f.made_by')
    .innerJoin('app_user as c', 'c.user_id', 'f.changed_by')
    .select(['f.folder_id as folderId', 'f.parent_id as parentId', 'f.name', 'f.listed_for as listedFor'])
    .select(['f.version', 'm.name as maker', 'f.made_at as madeAt', 'c.name as changer'])
    .select(['f.changed_at as changedAt', 'f.changed_by as namedBy'])
    .where('f.project_id', '=', ctx.project.projectId)
    .where('f.deleted_with', 'is', null)
    .where('f.listed_for', 'in', [everybody, ctx.caller.userId])
    .orderBy('f.name_key')
    .execute()
  return await seenAmong(ctx, rows)
}

/** One that is there, whether anybody in particular sees it or not. */
export interface LiveFolder extends Nested {
  readonly name: string
  readonly madeBy: number
}

/** All that are there of somebody's, or of the shared ones. */
export const liveFolders = (
  read: Reader | Writer,
  projectId: number,
  { listedFor }: Pick<FolderRow, 'listedFor'>,
): Promise<LiveFolder[]> =>
  read
    .selectFrom('folder')
    .select(['folder_id as folderId', 'parent_id as parentId', 'name', 'made_by as madeBy'])
    .where('project_id', '=', projectId)
    .where('listed_for', '=', listedFor)
    .where('deleted_with', 'is', null)
    .execute()

/** Of a tree, or several, those that the caller sees. */
export async function seenAmong<F extends Nested & Pick<FolderRow, 'listedFor' | 'namedBy'>>(
  ctx: ProjectContext,
  rows: readonly F[],
): Promise<F[]> {
  if (ctx.project.view === null || ctx.can('wall.manage')) return [...rows]
  // Through the door, also where this is asked in a transaction.
  const holding = await ctx.records.read
    .selectFrom('document_folder as df')
    .innerJoin('document as d', 'd.document_id', 'df.document_id')
    .select('df.folder_id')
    .distinct()
    .where('df.project_id', '=', ctx.project.projectId)
    .where('d.state', '=', inReview)
    .execute()
  const named = rows.filter(({ namedBy }) => namedBy === ctx.caller.userId).map(({ folderId }) => folderId)
  const open = new Set(
    [...holding.map(({ folder_id }) => folder_id), ...named].flatMap((id) =>
      wayTo(rows, id).map(({ folderId }) => folderId),
    ),
  )
  return rows.filter((row) => !isShared(row) || open.has(row.folderId))
}

export const isShared = ({ listedFor }: Pick<FolderRow, 'listedFor'>): boolean => listedFor === everybody

/** Whoever has it; a shared one whoever may share. */
export const mayChange = (ctx: ProjectContext, row: Pick<FolderRow, 'listedFor'>): boolean =>
  isShared(row) ? ctx.can('search.share') : row.listedFor === ctx.caller.userId

/** One of those that are seen; else it is answered as not there. */
export function folderAmong(rows: readonly FolderRow[], folderId: number): FolderRow {
  const row = rows.find((one) => one.folderId === folderId)
  if (row === undefined) throw notFound('folder')
  return row
}

/** One that the caller may change and file in. */
export async function changeableFolder(
  ctx: ProjectContext,
  read: Reader | Writer,
  folderId: number,
): Promise<FolderRow> {
  const row = folderAmong(await visibleFolders(ctx, read), folderId)
  requireChange(ctx, row)
  return row
}

export function requireChange(ctx: ProjectContext, row: FolderRow): void {
  if (!mayChange(ctx, row)) throw shareDenied(`${row.name} is shared`)
}

export const shareDenied = (what: string): ApiError =>
  new ApiError(
    'permission.denied',
    `${what}: review managers and stronger roles change shared folders. Use a folder of your own.`,
    { detail: 'search.share' },
  )

/** The documents of a folder that the caller sees, with those of the folders in it or without. */
export async function documentsOfFolder(
  ctx: ProjectContext,
  folderId: number,
  withSubfolders: boolean,
): Promise<ReadonlySet<number>> {
  const { read } = ctx.records
  const folders = await visibleFolders(ctx, read)
  folderAmong(folders, folderId)
  const rows = await read
    .selectFrom('document_folder')
    .select('document_id')
    .where('folder_id', 'in', withSubfolders ? subtreeOf(folders, folderId) : [folderId])
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}
