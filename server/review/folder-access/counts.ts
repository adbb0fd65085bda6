/** How many documents folders hold, as far as there are any for who reads. */
import type { Nested } from '#contracts/folder-tree.ts'
import type { Stage } from '#contracts/stages.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'

interface Counted {
  readonly projectId: number
  /** Whose folders: of one person, or `everybody`. */
  readonly listedFor: readonly number[]
  /** On the side of review only documents in review. */
  readonly side: Stage
}

interface Counts {
  readonly own: ReadonlyMap<number, number>
  /** With the folders in it. */
  readonly whole: ReadonlyMap<number, number>
}

/** By folder; those that hold nothing are left out. A document may be in several folders of a tree, and counts there once. */
export async function folderCounts(
  read: Reader,
  folders: readonly Nested[],
  asked: Counted,
): Promise<Counts> {
  const parents = new Map(folders.map(({ folderId, parentId }) => [folderId, parentId]))
  const own = new Map<number, number>()
  const whole = new Map<number, number>()
  const last = new Map<number, number>()
  if (folders.length === 0) return { own, whole }
  for await (const rows of filed(read, asked))
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

/** Documents in folders that are there, document by document; others are served between pages. */
async function* filed(read: Reader, { projectId, listedFor, side }: Counted) {
  const rows = read
    .selectFrom('document_folder as df')
    .innerJoin('document as d', 'd.document_id', 'df.document_id')
    .innerJoin('folder as f', 'f.folder_id', 'df.folder_id')
    .select(['df.folder_id as folderId', 'df.document_id as documentId'])
    .where('df.project_id', '=', projectId)
    .$if(side === 'review', (of) => of.where('d.state', '=', inReview))
    .where('f.listed_for', 'in', listedFor)
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
