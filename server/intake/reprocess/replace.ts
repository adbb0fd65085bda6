/**
 * Puts another file in the place of a document's native or text. The document stays what it is: its number, family, dates,
 * place among duplicates and coding. What it had before is kept, and the trail names both.
 */

import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { chunkBytes } from '#contracts/collect.ts'
import { fileTypes, type replaceFile } from '#contracts/files.ts'
import { ownOrigins } from '#contracts/texts.ts'
import type { Kept } from '../../platform/blobs/blobs.ts'
import type { Hashes } from '../../platform/hashes.ts'
import { hashes } from '../../platform/hashes.ts'
import { bodyInFile } from '../../platform/http/body-in-file.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { wholeBody } from '../../platform/http/whole-body.ts'
import { instantOf, storable } from '../../platform/records/dialect.ts'
import { lastReplaced } from '../../review/documents/replaced.ts'
import { isInReview } from '../../review/documents/visible.ts'
import { forgetSet } from '../../review/pages/sets.ts'
import { describeText } from '../../review/texts/describe.ts'
import { clear, layOut } from '../parsing/staging.ts'
import { limitsNow } from '../sources/import-settings.ts'
import { insertHidden } from '../writing/hidden-text.ts'
import { oldTexts } from './old-files.ts'
import { dropOtherTexts, otherTexts } from './other-texts.ts'
import { readFile } from './read-file.ts'
import { settleReplaced } from './settle.ts'
import { type Before, contentOf, putText, withoutText, write } from './write.ts'

type Asked = QueryOf<typeof replaceFile>
type Reply = ReplyOf<typeof replaceFile>

export async function replace(ctx: ProjectContext, asked: Asked, body: Readable): Promise<Reply> {
  // Before any of the bytes is taken, which may be many.
  await requireInReview(ctx, asked.documentId)
  const reply = await (asked.fileType === '1' ? native : text)(ctx, asked, body)
  ctx.search.wake()
  return reply
}

/** A native comes by way of the disk: it is as large as the project reads one item. */
async function native(ctx: ProjectContext, asked: Asked, body: Readable): Promise<Reply> {
  const { projectId } = ctx.project
  const staging = await layOut(ctx.spool, { projectId, name: `native-${randomUUID()}` })
  try {
    const path = join(staging.sources, 'native')
    await mkdir(staging.sources, { recursive: true })
    const { itemBytes } = await limitsNow(ctx.records.read, projectId)
    const { size: _, ...own } = await bodyInFile(body, path, itemBytes)
    const before = await standing(ctx, asked.documentId)
    const { documentId, textSize, noText } = before
    if (own.sha256 === before.sha256)
      return { documentId, replaced: false, sha256: own.sha256, textSize, noText, inside: 0 }
    return await putNative(ctx, before, asked, own, await ctx.blobs.adopt(path, own.sha256))
  } finally {
    await clear(staging)
  }
}

async function putNative(
  ctx: ProjectContext,
  before: Before,
  { fileName = before.fileName }: Asked,
  own: Hashes,
  kept: Kept,
): Promise<Reply> {
  const { documentId } = before
  const { member, inside } = await readFile(
    ctx,
    ctx.project.projectId,
    { ...kept, name: fileName },
    ctx.signal,
  )
  const content = contentOf(storable(member.text ?? ''), member.truncated, member.noText)
  const texts = await oldTexts(ctx.blobs, before)
  const { sha256, size } = before
  await write(ctx, before, {
    old: [{ fileType: fileTypes.native, sha256, size, fileName: before.fileName }, ...texts],
    blobs: [kept, ...texts],
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
      await dropOtherTexts(trx, documentId)
      await insertHidden(trx, before.jobId, [{ documentId, member }], instantOf(ctx.now()))
      await forgetSet(trx, documentId)
      return await settleReplaced(trx, documentId, { userId: ctx.caller.userId, at: ctx.now() })
    },
  })
  return { documentId, replaced: true, sha256: own.sha256, ...content.said, inside }
}

async function text(ctx: ProjectContext, asked: Asked, body: Readable): Promise<Reply> {
  const bytes = await wholeBody(body, chunkBytes)
  const before = await standing(ctx, asked.documentId)
  const { documentId, maxTextSize } = before
  const whole = storable(decoded(bytes))
  const cut = whole.length > maxTextSize
  const content = contentOf(
    cut ? whole.slice(0, maxTextSize).toWellFormed() : whole,
    cut,
    null,
    before.others.some(({ origin }) => ownOrigins.some((own) => own === origin)),
  )
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
      await describeText(trx, documentId, withoutText)
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

async function requireInReview({ records, project }: ProjectContext, documentId: number): Promise<void> {
  if (!(await isInReview(records.read, project.projectId, documentId))) throw notFound('document')
}

async function standing(ctx: ProjectContext, documentId: number): Promise<Before> {
  const { read } = ctx.records
  // Once more: taking the bytes may have been long.
  await requireInReview(ctx, documentId)
  // First of all: what is replaced after this is noticed.
  const replaced = await lastReplaced(read, documentId)
  const row = await read
    .selectFrom('document as d')
    .innerJoin('project as p', 'p.project_id', 'd.project_id')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select([
      'd.sha256',
      'd.job_id',
      'd.size',
      'd.file_name',
      'd.text_size',
      'd.no_text_reason',
      't.text',
      'p.max_text_size',
    ])
    .where('d.document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const others = await otherTexts(read, documentId)
  return {
    documentId,
    replaced,
    others,
    jobId: row.job_id,
    sha256: row.sha256,
    size: row.size,
    fileName: row.file_name,
    text: row.text ?? '',
    textSize: row.text_size,
    noText: row.no_text_reason,
    maxTextSize: row.max_text_size,
  }
}
