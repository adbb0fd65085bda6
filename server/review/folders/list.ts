/** Folders with how many documents the caller sees in each, and the folders of one document. */
import type { ReplyOf } from '#contracts/call.ts'
import type { documentFolders, listFolders } from '#contracts/folders.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { requireReadable } from '../documents/visible.ts'
import { folderCounts } from '../folder-access/counts.ts'
import { isShared, mayChange, visibleFolders } from '../folder-access/visible.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'

export async function foldersOf(ctx: ProjectContext): Promise<ReplyOf<typeof listFolders>> {
  const rows = await visibleFolders(ctx, ctx.records.read)
  const counts = await folderCounts(ctx.records.read, rows, {
    ...{ projectId: ctx.project.projectId, side: 'review' },
    listedFor: [everybody, ctx.caller.userId],
  })
  const data = rows.map((row) => {
    const { folderId, parentId, name, version, maker, madeAt, changer, changedAt } = row
    return {
      ...{ folderId, name, parentId, shared: isShared(row), madeBy: maker, madeAt },
      ...{ changedBy: changer, changedAt, version, mayChange: mayChange(ctx, row) },
      documents: counts.own.get(folderId) ?? 0,
      withSubfolders: counts.whole.get(folderId) ?? 0,
    }
  })
  return { data, totalCount: data.length }
}

/** The folders that the caller sees, of those that a document is in. */
export async function foldersOfDocument(
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof documentFolders>> {
  await requireReadable(ctx, documentId)
  const { read } = ctx.records
  const rows = await read
    .selectFrom('document_folder as df')
    .innerJoin('app_user as u', 'u.user_id', 'df.by_user')
    .select(['df.folder_id as folderId', 'u.name as filedBy', 'df.at as filedAt'])
    .where('df.document_id', '=', documentId)
    .execute()
  const seen = new Map(
    rows.length === 0 ? [] : (await visibleFolders(ctx, read)).map((one, at) => [one.folderId, at]),
  )
  const order = (folderId: number) => seen.get(folderId) ?? 0
  const data = rows
    .filter(({ folderId }) => seen.has(folderId))
    .sort((a, b) => order(a.folderId) - order(b.folderId))
  return { data, totalCount: data.length }
}
