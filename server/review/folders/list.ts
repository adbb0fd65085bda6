/** Folders with how many documents the caller sees in each, and the folders of one document. */
import type { ReplyOf } from '#contracts/call.ts'
import type { Nested } from '#contracts/folder-tree.ts'
import type { documentFolders, listFolders } from '#contracts/folders.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { inReview, requireReadable } from '../documents/visible.ts'
import { isShared, mayChange, visibleFolders } from '../folder-access/visible.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'

export async function foldersOf(ctx: ProjectContext): Promise<ReplyOf<typeof listFolders>> {
  const rows = await visibleFolders(ctx, ctx.records.read)
  const counts = await countsOf(ctx, rows)
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

interface Counts {
  readonly own: ReadonlyMap<number, number>
  readonly whole: ReadonlyMap<number, number>
}

/** By folder; those that hold nothing are left out. A document may be in several folders of a tree, and counts there once. */
async function countsOf(ctx: ProjectContext, folders: readonly Nested[]): Promise<Counts> {
  const parents = new Map(folders.map(({ folderId, parentId }) => [folderId, parentId]))
  const own = new Map<number, number>()
  const whole = new Map<number, number>()
  const last = new Map<number, number>()
  for await (const rows of filed(ctx))
    for (const { folderId, documentId } of rows) {
      own.set(folderId, (own.get(folderId) ?? 0) + 1)
      // Where it has been counted in a folder, it has been in all above.
      let at: number | null = folderId
      while (at !== null && last.get(at) !== documentId) {
        last.set(at, documentId)
        whole.set(at, (whole.get(at) ?? 0) + 1)
        at = parents.get(at) ?? null
      }
    }
  return { own, whole }
}

/** Rows read at once. */
const page = 20_000

/** Documents of review in folders that are there, through the door, document by document; others are served between pages. */
async function* filed({ records: { read }, project, caller }: ProjectContext) {
  const rows = read
    .selectFrom('document_folder as df')
    .innerJoin('document as d', 'd.document_id', 'df.document_id')
    .innerJoin('folder as f', 'f.folder_id', 'df.folder_id')
    .select(['df.folder_id as folderId', 'df.document_id as documentId'])
    .where('df.project_id', '=', project.projectId)
    .where('d.state', '=', inReview)
    .where('f.listed_for', 'in', [everybody, caller.userId])
    .where('f.deleted_with', 'is', null)
    .orderBy('df.document_id')
    .orderBy('df.folder_id')
    .limit(page)
  let after = { folderId: 0, documentId: 0 }
  for (;;) {
    const { folderId, documentId } = after
    const some = await rows
      .where('df.document_id', '>=', documentId)
      .where((eb) => eb.or([eb('df.document_id', '>', documentId), eb('df.folder_id', '>', folderId)]))
      .execute()
    yield some
    const end = some.at(-1)
    if (end === undefined || some.length < page) return
    after = end
    await breathe()
  }
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
