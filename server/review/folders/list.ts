/** Folders with how many documents the caller sees in each, and the folders of one document. */
import type { ReplyOf } from '#contracts/call.ts'
import { subtreeOf } from '#contracts/folder-tree.ts'
import type { documentFolders, listFolders } from '#contracts/folders.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { inReview, requireReadable } from '../documents/visible.ts'
import { isShared, mayChange, visibleFolders } from '../folder-access/visible.ts'

export async function foldersOf(ctx: ProjectContext): Promise<ReplyOf<typeof listFolders>> {
  const rows = await visibleFolders(ctx, ctx.records.read)
  const own = await countsOf(ctx)
  const parents = new Set(rows.map(({ parentId }) => parentId))
  const data: ReplyOf<typeof listFolders>['data'] = []
  for (const row of rows) {
    const { folderId, parentId, name, version, maker, madeAt, changer, changedAt } = row
    const documents = own.get(folderId) ?? 0
    data.push({
      ...{ folderId, name, parentId, shared: isShared(row), madeBy: maker, madeAt },
      ...{ changedBy: changer, changedAt, version, mayChange: mayChange(ctx, row), documents },
      // A document may be in several folders of a tree.
      withSubfolders: parents.has(folderId)
        ? await countAmong(
            ctx,
            subtreeOf(rows, folderId).filter((id) => own.has(id)),
          )
        : documents,
    })
  }
  return { data, totalCount: data.length }
}

/** Documents of review in folders, through the door. */
const filed = ({ records: { read }, project }: ProjectContext) =>
  read
    .selectFrom('document_folder as df')
    .innerJoin('document as d', 'd.document_id', 'df.document_id')
    .where('df.project_id', '=', project.projectId)
    .where('d.state', '=', inReview)

/** By folder; those that hold nothing are left out. */
async function countsOf(ctx: ProjectContext): Promise<ReadonlyMap<number, number>> {
  const rows = await filed(ctx)
    .select((eb) => ['df.folder_id', eb.fn.countAll<number>().as('count')])
    .groupBy('df.folder_id')
    .execute()
  return new Map(rows.map(({ folder_id, count }) => [folder_id, Number(count)]))
}

async function countAmong(ctx: ProjectContext, folderIds: readonly number[]): Promise<number> {
  if (folderIds.length === 0) return 0
  await breathe()
  const { count } = await filed(ctx)
    .select((eb) => eb.fn.count<number>('df.document_id').distinct().as('count'))
    .where('df.folder_id', 'in', folderIds)
    .executeTakeFirstOrThrow()
  return Number(count)
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
