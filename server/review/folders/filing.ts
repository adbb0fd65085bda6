/** Asking for documents to be filed in a folder or taken out: a bulk change, with its receipt and its undo. */

import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { FolderHow, fileDocuments, filingMetadata } from '#contracts/folders.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Writer } from '../../platform/records/records.ts'
import { folderChanges } from '../bulk/changes.ts'
import { receiptOf } from '../bulk/receipts.ts'
import { type Asked, ask, type BulkContext } from '../bulk/submit.ts'
import { changeableFolder, isShared, visibleFolders } from '../folder-access/visible.ts'
import { requireFiling } from '../folder-access/walls.ts'

export async function fileByCaller(ctx: BulkContext, body: BodyOf<typeof fileDocuments>): Promise<Asked> {
  const asked = await idempotent(ctx, (trx) => askToFile(trx, ctx, body), { alone: true })
  ctx.jobs.wake()
  return asked
}

/** Puts it on the record; its job begins when that has committed. */
export async function askToFile(
  trx: Writer,
  ctx: BulkContext,
  asked: {
    readonly folderId: number
    readonly how: FolderHow
    readonly documents: BulkDocuments
    readonly families: boolean
    readonly correlationId: string
    /** The file that names the documents. */
    readonly fileId?: number
  },
): Promise<Asked> {
  const { folderId, how, documents, families, correlationId, fileId = null } = asked
  const folder = await changeableFolder(ctx, trx, folderId)
  await requireFiling(ctx, trx, folder)
  // Jobs and receipts are seen by others; what somebody calls a folder of their own is not.
  const name = isShared(folder) ? folder.name : 'a folder of one’s own'
  return await ask(
    trx,
    ctx,
    { documents, families, correlationId },
    {
      what: 'folders',
      title: how === 'fileIn' ? `File in ${name}` : `Take out of ${name}`,
      changes: { folderId, how, fileId },
    },
  )
}

/** What a filing is about, and how far it is. */
export async function filingOf(ctx: ProjectContext, jobId: number): Promise<ReplyOf<typeof filingMetadata>> {
  const { receipt } = await receiptOf(ctx, jobId)
  if (receipt.what !== 'folders') throw notFound('filing')
  const { read } = ctx.records
  const { changes } = await read
    .selectFrom('bulk')
    .select('changes')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const { folderId, how, fileId } = folderChanges.parse(JSON.parse(changes))
  const folder = (await visibleFolders(ctx, read)).find((one) => one.folderId === folderId)
  const { state, documents, done, writtenDocuments: changed, alreadySo } = receipt
  return {
    ...{ jobId, folderId, folderName: folder?.name ?? null, how, state, documents, done, changed },
    ...{ alreadySo, fileId },
  }
}
