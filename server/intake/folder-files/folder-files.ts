/** Files that name documents: looked at and kept, filed once in a folder, and told row by row. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { BodyOf } from '#contracts/call.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import {
  type FolderFileReport,
  type fileFromFile,
  folderFileLimits,
  type RowOutcome,
  rowOutcome,
} from '#contracts/folders.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { wholeBody } from '../../platform/http/whole-body.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Asked, BulkContext } from '../../review/bulk/submit.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { askToFile } from '../../review/folders/filing.ts'
import { textOf } from '../overlay/csv.ts'
import { type FolderFile, readFolderFile } from './read.ts'

/** `overlay.kind` of these files. */
const kind = 'folder'
/** Faults of a report; all of them are in the list of rows. */
const faultsShown = 100
/** Of a cell that is to blame. */
const longest = 200

const amongOf = ({ records, project }: ProjectContext) => ({ read: records.read, ...project })

/** Looks at a file, and keeps it. */
export async function lookAtFile(ctx: ProjectContext, body: Readable): Promise<FolderFileReport> {
  const bytes = await wholeBody(body, folderFileLimits.bytes)
  const file = await readFolderFile(amongOf(ctx), textOf(bytes))
  const { sha256, size } = await ctx.blobs.put(bytes)
  const at = instantOf(ctx.now())
  const fileId = await ctx.records.write('interactive', async (trx) => {
    await nameBlobs(trx, new Map([[sha256, size]]), at)
    const { overlay_id } = await trx
      .insertInto('overlay')
      .values({
        ...{ project_id: ctx.project.projectId, user_id: ctx.caller.userId, kind, sha256, created_at: at },
        ...{ key_column: null, key_field: null, blank: 'keep', job_id: null },
      })
      .returning('overlay_id')
      .executeTakeFirstOrThrow()
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      {
        ...byCaller(ctx),
        action: 'folder.fileChecked',
        facts: { fileId: overlay_id, sha256, size, rows: file.rowCount },
      },
    ])
    return overlay_id
  })
  return {
    fileId,
    column: file.column,
    rows: file.rowCount,
    documents: file.documentIds.length,
    unmatched: file.faults.length,
    faults: file.faults.slice(0, faultsShown).map(({ row, value, code, reason }) => ({
      ...{ row, value: value.slice(0, longest), reason },
      outcome: outcomeOf(code),
    })),
  }
}

const outcomeOf = (code: string): RowOutcome => rowOutcome.parse(code)

/** One of the caller's own. */
async function fileOf(ctx: ProjectContext, read: Reader | Writer, fileId: number) {
  const row = await read
    .selectFrom('overlay')
    .select(['sha256', 'job_id'])
    .where('overlay_id', '=', fileId)
    .where('project_id', '=', ctx.project.projectId)
    .where('user_id', '=', ctx.caller.userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (row === undefined) throw notFound('file')
  return row
}

/** The documents that it names, as the record stands now. */
async function again(
  ctx: ProjectContext,
  fileId: number,
): Promise<FolderFile & { readonly jobId: number | null }> {
  const { sha256, job_id: jobId } = await fileOf(ctx, ctx.records.read, fileId)
  return { ...(await readFolderFile(amongOf(ctx), textOf(await ctx.blobs.read(sha256)))), jobId }
}

/** Files what it names in a folder, once, by a bulk change. */
export async function fileIt(
  ctx: BulkContext,
  { fileId, folderId, correlationId }: BodyOf<typeof fileFromFile>,
): Promise<Asked> {
  const { documentIds } = await again(ctx, fileId)
  const asked = await idempotent(
    ctx,
    async (trx) => {
      const { job_id } = await fileOf(ctx, trx, fileId)
      if (job_id !== null)
        throw new ApiError('conflict', 'This file has been filed. Undo that, or choose the file again.', {
          detail: 'fileId',
          data: { jobId: job_id },
        })
      if (documentIds.length === 0)
        throw new ApiError('conflict', 'No row of this file names a document that could be filed.', {
          detail: 'fileId',
        })
      const documents = { ids: [...documentIds] }
      const begun = await askToFile(trx, ctx, {
        ...{ folderId, how: 'fileIn', documents, families: false, correlationId, fileId },
      })
      await trx.updateTable('overlay').set({ job_id: begun.jobId }).where('overlay_id', '=', fileId).execute()
      return begun
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return asked
}

const reasons = {
  found: 'Names a document; not filed yet',
  filed: 'Filed',
  already: 'Was in the folder already',
  left: 'Not filed: the receipt of the job says why',
} as const

/** Every row with what became of it, after it is on the record that the list was taken away. */
export async function sendRows(
  ctx: ProjectContext,
  fileId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await again(ctx, fileId)
  const became = await outcomesOf(ctx, file.jobId)
  const numbers = await numbersOf(ctx, file.documentIds)
  const rows = [
    ...file.faults.map(({ row, value, code, reason }) => ({
      ...{ row, value: value.slice(0, longest), outcome: outcomeOf(code), reason, numbers: '' },
    })),
    ...file.rows.map(({ row, value, documentIds }) => {
      // Of the documents that a hash names, what was done last counts: some of them may have been there before.
      const outcomes = documentIds.map(became)
      const outcome = (['left', 'filed', 'found'] as const).find((one) => outcomes.includes(one)) ?? 'already'
      const named = documentIds.map((id) => numbers.get(id) ?? '').join('; ')
      return { row, value: value.slice(0, longest), outcome, reason: reasons[outcome], numbers: named }
    }),
  ].sort((a, b) => a.row - b.row)
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${ctx.project.projectId}`, [
      { ...byCaller(ctx), action: 'folder.fileRowsExported', facts: { fileId } },
    ]),
  )
  return sendDownload(reply, {
    name: safeName(`${ctx.project.prefix} rows of file ${fileId}.csv`, 'rows.csv'),
    size: null,
    bytes: Readable.from(
      [
        byteOrderMark + csvLine(['Row', file.column, 'Control number', 'Outcome', 'Reason']),
        ...rows.map((one) => csvLine([one.row, one.value, one.numbers, one.outcome, one.reason])),
      ],
      { objectMode: false },
    ),
  })
}

/** By document: what the job has done, as its receipt has it. */
async function outcomesOf(
  ctx: ProjectContext,
  jobId: number | null,
): Promise<(documentId: number) => 'found' | 'filed' | 'already' | 'left'> {
  if (jobId === null) return () => 'found'
  const { read } = ctx.records
  const { state } = await read
    .selectFrom('job')
    .select('state')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const rows = await read
    .selectFrom('bulk_row')
    .select(['document_id', 'outcome'])
    .where('job_id', '=', jobId)
    .execute()
  const told = new Map(rows.map(({ document_id, outcome }) => [document_id, outcome]))
  return (documentId) => {
    const outcome = told.get(documentId)
    if (outcome === undefined) return state === 'Completed' ? 'already' : 'found'
    return outcome === 'written' ? 'filed' : 'left'
  }
}

/** Documents of one question. */
const slice = 500

async function numbersOf(
  { records: { read }, project: { prefix } }: ProjectContext,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Map<number, string>()
  for (let from = 0; from < documentIds.length; from += slice) {
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'control'])
      .where('document_id', 'in', documentIds.slice(from, from + slice))
      .execute()
    for (const { document_id, control } of rows)
      if (control !== null) numbers.set(document_id, controlNumber(prefix, control))
  }
  return numbers
}
