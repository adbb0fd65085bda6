/**
 * Puts another file in the place of a document's native or text. The document stays what it is: its number, family, dates,
 * place among duplicates and coding. What it had before is kept, and the trail names both.
 */
import type { Readable } from 'node:stream'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { chunkBytes } from '#contracts/collect.ts'
import { fileTypes, type replaceFile } from '#contracts/files.ts'
import { type AuditEntry, appendAudit } from '../audit/append.ts'
import type { Kept } from '../blobs/blobs.ts'
import { nameBlobs } from '../collect/write-documents.ts'
import { lastReplaced } from '../documents/detail.ts'
import { isInReview } from '../documents/visible.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import { wholeBody } from '../http/whole-body.ts'
import { forgetSet } from '../pages/sets.ts'
import { hashes } from '../processing/hashes.ts'
import { flag, instantOf, storable } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import { readFile } from './read-file.ts'

type Asked = QueryOf<typeof replaceFile>
type Reply = ReplyOf<typeof replaceFile>

/** The document as it is before. */
interface Before {
  readonly documentId: number
  /** The last file that was replaced here: another one says that somebody was faster. */
  readonly replaced: number
  readonly sha256: string
  readonly size: number
  readonly fileName: string
  readonly text: string
  readonly textSize: number
  readonly noText: string | null
  readonly maxTextSize: number
}

/** A file that is replaced. */
interface Old extends Kept {
  readonly fileType: number
  readonly fileName: string
}

export async function replace(ctx: ProjectContext, asked: Asked, body: Readable): Promise<Reply> {
  const bytes = await wholeBody(body, chunkBytes)
  const before = await standing(ctx, asked.documentId)
  const reply = await (asked.fileType === '1' ? native : text)(ctx, before, asked, bytes)
  ctx.search.wake()
  return reply
}

async function native(
  ctx: ProjectContext,
  before: Before,
  { fileName = before.fileName }: Asked,
  bytes: Buffer,
): Promise<Reply> {
  const own = hashes(bytes)
  const { documentId, textSize, noText } = before
  if (own.sha256 === before.sha256)
    return { documentId, replaced: false, sha256: own.sha256, textSize, noText, inside: 0 }
  const kept = await ctx.blobs.put(bytes)
  const { member, inside } = await readFile(
    ctx,
    ctx.project.projectId,
    { ...kept, name: fileName },
    ctx.signal,
  )
  const content = contentOf(storable(member.text ?? ''), member.truncated, member.noText)
  const oldText = await ctx.blobs.put(Buffer.from(before.text))
  const old: Old[] = [
    { fileType: fileTypes.native, sha256: before.sha256, size: before.size, fileName: before.fileName },
    { ...oldText, fileType: fileTypes.text, fileName: `${before.fileName}.txt` },
  ]
  await write(ctx, before, {
    old: before.text === '' ? old.slice(0, 1) : old,
    blobs: [kept, oldText],
    entry: {
      erasable: { oldValue: before.fileName, newValue: fileName },
      facts: { fileType: fileTypes.native, before: before.sha256, after: own.sha256, inside },
    },
    work: async (trx) => {
      await trx
        .updateTable('document')
        .set({
          ...content.columns,
          ...own,
          file_name: member.fileName,
          extension: member.extension,
          mime_type: member.mimeType,
          file_category: member.category,
          size: kept.size,
          metadata: JSON.stringify(member.metadata),
        })
        .where('document_id', '=', documentId)
        .execute()
      await putText(trx, documentId, { text: content.text, html: member.html })
      await forgetSet(trx, documentId)
      const settled = await trx
        .updateTable('exception')
        .set({ resolution: 'replaced' })
        .where('document_id', '=', documentId)
        .where('resolution', '=', 'open')
        .returning('exception_id')
        .execute()
      return settled.map(({ exception_id }) => exception_id)
    },
  })
  return { documentId, replaced: true, sha256: own.sha256, ...content.said, inside }
}

async function text(ctx: ProjectContext, before: Before, _: Asked, bytes: Buffer): Promise<Reply> {
  const { documentId, maxTextSize } = before
  const whole = storable(decoded(bytes))
  const cut = whole.length > maxTextSize
  const content = contentOf(cut ? whole.slice(0, maxTextSize).toWellFormed() : whole, cut, null)
  const { sha256 } = hashes(Buffer.from(content.text))
  const reply = { documentId, sha256, ...content.said, inside: 0 }
  if (content.text === before.text) return { ...reply, replaced: false }
  const oldText = await ctx.blobs.put(Buffer.from(before.text))
  await write(ctx, before, {
    old: [{ ...oldText, fileType: fileTypes.text, fileName: `${before.fileName}.txt` }],
    blobs: [oldText],
    entry: { facts: { fileType: fileTypes.text, before: oldText.sha256, after: sha256 } },
    work: async (trx) => {
      await trx.updateTable('document').set(content.columns).where('document_id', '=', documentId).execute()
      await putText(trx, documentId, { text: content.text })
      return []
    },
  })
  return { ...reply, replaced: true }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('request.invalid', 'This is no text in UTF-8.', { detail: 'body' })
  }
}

/** Text as a document's row says it, and as the answer does. */
function contentOf(text: string, truncated: boolean, noText: string | null) {
  const hasText = text.trim() !== ''
  const reason = hasText ? noText : (noText ?? 'There is no text in it.')
  return {
    text,
    columns: {
      text_size: text.length,
      text_truncated: flag(truncated),
      has_text: flag(hasText),
      no_text_reason: reason,
    },
    said: { textSize: text.length, noText: reason },
  }
}

async function putText(
  trx: Writer,
  documentId: number,
  content: { readonly text: string; readonly html?: string | null },
): Promise<void> {
  await trx.updateTable('document_text').set(content).where('document_id', '=', documentId).execute()
}

interface Writing {
  readonly old: readonly Old[]
  readonly blobs: readonly Kept[]
  readonly entry: Pick<AuditEntry, 'facts' | 'erasable'>
  /** Answers the exceptions that are settled by it. */
  readonly work: (trx: Writer) => Promise<readonly number[]>
}

/** Writes all of it, or nothing where somebody has replaced the file meanwhile. */
async function write(
  ctx: ProjectContext,
  before: Before,
  { old, blobs, entry, work }: Writing,
): Promise<void> {
  const { projectId, roleName } = ctx.project
  const { userId, name, sessionId } = ctx.caller
  const { documentId } = before
  const now = ctx.now()
  const at = instantOf(now)
  await ctx.records.write('interactive', async (trx) => {
    if ((await lastReplaced(trx, documentId)) !== before.replaced)
      throw new ApiError(
        'conflict',
        'Somebody has replaced this file meanwhile. Look at the document again.',
        {
          detail: 'documentId',
        },
      )
    await nameBlobs(trx, new Map(blobs.map((one) => [one.sha256, one.size])), at)
    for (const { fileType, sha256, size, fileName } of old)
      await trx
        .insertInto('replaced_file')
        .values({
          project_id: projectId,
          document_id: documentId,
          file_type: fileType,
          sha256,
          size,
          file_name: fileName,
          by_user: userId,
          at,
        })
        .execute()
    const exceptionIds = await work(trx)
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: documentId, what: 'document' })
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        at: now,
        user: { userId, name, role: roleName },
        action: 'document.fileReplaced',
        projectId,
        documentId,
        how: 'manual',
        ...entry,
        facts: { ...entry.facts, exceptionIds },
        sessionId,
        ip: ctx.ip,
      },
    ])
  })
}

async function standing(ctx: ProjectContext, documentId: number): Promise<Before> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  if (!(await isInReview(read, projectId, documentId))) throw notFound('document')
  // First of all: what is replaced after this is noticed.
  const replaced = await lastReplaced(read, documentId)
  const row = await read
    .selectFrom('document as d')
    .innerJoin('project as p', 'p.project_id', 'd.project_id')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select([
      'd.sha256',
      'd.size',
      'd.file_name',
      'd.text_size',
      'd.no_text_reason',
      't.text',
      'p.max_text_size',
    ])
    .where('d.document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return {
    documentId,
    replaced,
    sha256: row.sha256,
    size: row.size,
    fileName: row.file_name,
    text: row.text ?? '',
    textSize: row.text_size,
    noText: row.no_text_reason,
    maxTextSize: row.max_text_size,
  }
}
