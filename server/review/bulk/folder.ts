/** One step of filing documents in a folder, or of taking them out: some documents, in one transaction. */
import * as z from 'zod/mini'
import type { Capability } from '#contracts/permission.ts'
import { ApiError } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { isInWall, markFilings } from '../folder-access/walls.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'
import { folderChanges } from './changes.ts'
import { type BulkWork, howOf, leftRow, newStep, type Step } from './work.ts'
import { writtenRows } from './written.ts'

const gone = () =>
  new ApiError('conflict', 'The folder was deleted. What is done stays.', { detail: 'folder' })

async function folderOf(
  read: Reader | Writer,
  { projectId, changes }: Pick<BulkWork, 'projectId' | 'changes'>,
) {
  const { folderId } = folderChanges.parse(changes)
  const row = await read
    .selectFrom('folder')
    .select(['folder_id as folderId', 'name', 'listed_for as listedFor'])
    .where('folder_id', '=', folderId)
    .where('project_id', '=', projectId)
    .where('deleted_with', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw gone()
  return row
}

/** What whoever files in it must be able to do by now. */
export async function neededToFile(
  read: Reader,
  work: Pick<BulkWork, 'projectId' | 'changes'> & { readonly user: { readonly userId: number } },
): Promise<Capability> {
  const { folderId, listedFor } = await folderOf(read, work)
  if (listedFor === everybody)
    return (await isInWall(read, work.projectId, folderId)) ? 'wall.manage' : 'search.share'
  if (listedFor !== work.user.userId) throw gone()
  return 'document.search'
}

/** Who filed a document, and when. */
const filing = z.object({ byUser: z.int(), at: z.string() })
type Filed = z.infer<typeof filing>

/** Target of the rows of the receipt. */
const folderTarget = 0

/** Files documents, takes them out, or takes back what another such change has done. */
export async function folderStep(
  trx: Writer,
  work: BulkWork,
  documentIds: readonly number[],
  now: Date,
): Promise<Step> {
  const { how } = folderChanges.parse(work.changes)
  const folder = await folderOf(trx, work)
  const step = newStep()
  if (documentIds.length === 0) return step
  const standing = await filedAmong(trx, folder.folderId, documentIds)
  const { jobId, projectId, user, undo, commandId, correlationId } = work
  const at = instantOf(now)
  const wishes =
    work.reverses === null
      ? documentIds.map((documentId) => ({
          ...{ documentId, wanted: how === 'fileIn', filed: null, former: null },
        }))
      : (await writtenRows(trx, work.reverses, documentIds)).map(toReverse)
  const put: (Filed & { readonly documentId: number })[] = []
  const taken: number[] = []
  for (const { documentId, wanted, filed, former } of wishes) {
    const there = standing.get(documentId)
    if ((there !== undefined) === wanted) {
      step.alreadySo += 1
      continue
    }
    // It was taken out and filed again since: that is somebody's own decision.
    if (there !== undefined && filed !== null && (there.byUser !== filed.byUser || there.at !== filed.at)) {
      const kept = { value: there, version: 0, ...there }
      step.rows.push(
        leftRow(jobId, {
          documentId,
          targetId: folderTarget,
          reason: 'changed',
          wanted: null,
          standing: kept,
        }),
      )
      continue
    }
    // What comes back is whose it was: so what filed it first can still be taken back.
    const becomes = former ?? { byUser: user.userId, at }
    if (wanted) put.push({ documentId, ...becomes })
    else taken.push(documentId)
    step.rows.push({
      ...{ job_id: jobId, document_id: documentId, target_id: folderTarget, outcome: 'written' },
      ...{
        before: JSON.stringify(there ?? null),
        before_version: 0,
        after: JSON.stringify(wanted ? becomes : null),
        after_version: 0,
      },
      ...{ by_user: user.userId, at },
    })
    step.entries.push({
      ...{ at: now, user, projectId, documentId, how: howOf(work), undo, commandId, correlationId, jobId },
      action: wanted ? 'folder.filed' : 'folder.takenOut',
      field: 'Folder',
      // The history of a document is everybody's; what somebody calls a folder of their own is not.
      [wanted ? 'newValue' : 'oldValue']:
        folder.listedFor === everybody ? folder.name : 'A folder of one’s own',
      facts: { folderId: folder.folderId },
    })
    step.changed.add(documentId)
    step.written += 1
  }
  if (taken.length > 0)
    await trx
      .deleteFrom('document_folder')
      .where('folder_id', '=', folder.folderId)
      .where('document_id', 'in', taken)
      .execute()
  await insertAll(
    trx,
    'document_folder',
    put.map(({ documentId, byUser, at: filedAt }) => ({
      ...{ folder_id: folder.folderId, document_id: documentId, project_id: projectId },
      ...{ by_user: byUser, at: filedAt },
    })),
  )
  if (step.written > 0 && (await isInWall(trx, projectId, folder.folderId))) await markFilings(trx, projectId)
  return step
}

/** How a document stood before or after a change; null: not in the folder. */
const stored = z.nullable(filing)

function toReverse(row: Awaited<ReturnType<typeof writtenRows>>[number]) {
  const former = stored.parse(JSON.parse(row.before))
  return {
    ...{ documentId: row.document_id, wanted: former !== null, former },
    filed: stored.parse(JSON.parse(row.after)),
  }
}

async function filedAmong(
  trx: Writer,
  folderId: number,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, Filed>> {
  const rows = await trx
    .selectFrom('document_folder')
    .select(['document_id', 'by_user as byUser', 'at'])
    .where('folder_id', '=', folderId)
    .where('document_id', 'in', documentIds)
    .execute()
  return new Map(rows.map(({ document_id, ...filed }) => [document_id, filed]))
}
