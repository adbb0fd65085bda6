/**
 * Files on their way in: sent in chunks, each one durable before it is acknowledged, so that an upload that was cut goes
 * on where the server says. A finished file is kept under its hash, as a file of its source.
 */

import { copyFile, link, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { nanoid } from 'nanoid'
import type { BodyOf } from '#contracts/call.ts'
import {
  type beginUpload as beginUploadCall,
  type finishUpload as finishUploadCall,
  pathParts,
  type Upload,
} from '#contracts/collect.ts'
import { append, hashFile, sizeOf } from '../../platform/blobs/upload-file.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { keyedMutex } from '../../platform/keyed-mutex.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import {
  pathBeside,
  placeOf,
  refuseSame,
  refuseSameEntry,
  replaceException,
} from '../exceptions/resolutions.ts'
import { addSourceFile } from '../sources/source-files.ts'
import { requireSource } from '../sources/sources.ts'
import type { UploadTable } from './tables.ts'
import { clearStale, uploadFolder, uploadPath } from './upload-folder.ts'
import { recordArrival, recordUpload } from './upload-trail.ts'

/** The upload as callers see it. */
const presentUpload = (row: UploadTable, by: string, own: boolean): Upload => ({
  uploadId: row.upload_id,
  sourceId: row.source_id,
  fileName: row.file_name,
  size: row.size,
  received: row.received,
  createdAt: row.created_at,
  by,
  own,
  replaces: row.replaces,
})

const presentOwn = ({ caller }: ProjectContext, row: UploadTable): Upload =>
  presentUpload(row, caller.name, true)

/**
 * Begins an upload; the unfinished one of the same file, size and source by the same user goes on. A file that was changed
 * since is another: its bytes do not go behind those of the one before.
 */
export async function beginUpload(
  ctx: ProjectContext,
  asked: BodyOf<typeof beginUploadCall>,
): Promise<Upload> {
  await clearStale(ctx)
  const { projectId } = ctx.project
  const { size, sourceId } = asked
  const fileName = pathParts(asked.fileName).join('/')
  await requireSource(ctx.records.read, projectId, sourceId)
  const replaces = asked.replaces ?? null
  if (replaces !== null)
    await placeOf(ctx.records.read, projectId, { exceptionId: replaces, sourceId, entry: false })
  const row = await idempotent(ctx, async (trx) => {
    const known = await trx
      .selectFrom('upload')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('user_id', '=', ctx.caller.userId)
      .where('source_id', '=', sourceId)
      .where('file_name', '=', fileName)
      .where('size', '=', size)
      .where('modified_at', 'is not distinct from', asked.modifiedAt ?? null)
      .where('replaces', 'is not distinct from', replaces)
      .executeTakeFirst()
    if (known !== undefined) return known
    const fresh: UploadTable = {
      upload_id: nanoid(),
      project_id: projectId,
      user_id: ctx.caller.userId,
      source_id: sourceId,
      file_name: fileName,
      modified_at: asked.modifiedAt ?? null,
      replaces,
      size,
      received: 0,
      created_at: instantOf(ctx.now()),
    }
    await trx.insertInto('upload').values(fresh).execute()
    await recordUpload(trx, ctx, 'upload.begun', fresh)
    return fresh
  })
  return presentOwn(ctx, row)
}

/** Unfinished uploads of the project, oldest first. */
export async function unfinishedUploads(ctx: ProjectContext): Promise<Upload[]> {
  const rows = await ctx.records.read
    .selectFrom('upload as u')
    .innerJoin('app_user as a', 'a.user_id', 'u.user_id')
    .selectAll('u')
    .select('a.name as by')
    .where('u.project_id', '=', ctx.project.projectId)
    .orderBy('u.created_at')
    .orderBy('u.upload_id')
    .execute()
  return rows.map((row) => presentUpload(row, row.by, row.user_id === ctx.caller.userId))
}

/** One after the other for each upload: two requests must not write at one place. */
const byUpload = keyedMutex<string>()

/** Writes a chunk that begins where the upload ends; answers when it is on the disk. */
export function putChunk(
  ctx: ProjectContext,
  uploadId: string,
  offset: number,
  bytes: Readable,
): Promise<Upload> {
  return byUpload(uploadId, async () => {
    const row = await asKept(ctx, await ownUpload(ctx, uploadId))
    if (offset !== row.received)
      throw new ApiError('conflict', `The next byte of this upload is ${row.received}.`, {
        detail: 'offset',
        data: presentOwn(ctx, row),
      })
    const added = await append(await uploadPath(ctx, uploadId), row, bytes)
    const received = row.received + added
    await ctx.records.write('interactive', async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('upload')
        .set({ received })
        .where('upload_id', '=', uploadId)
        .executeTakeFirst()
      // Thrown away as stale meanwhile: nothing is acknowledged that is not there.
      if (numUpdatedRows === 0n) throw notFound('upload')
    })
    return presentOwn(ctx, { ...row, received })
  })
}

/**
 * The upload as the disk has it. A machine that loses its power may lose a file whose bytes were acknowledged: then they
 * are asked for again, and no hole is left where they were.
 */
async function asKept(ctx: ProjectContext, row: UploadTable): Promise<UploadTable> {
  const size = await sizeOf(await uploadPath(ctx, row.upload_id))
  if (size >= row.received) return row
  await ctx.records.write('interactive', async (trx) => {
    await trx.updateTable('upload').set({ received: size }).where('upload_id', '=', row.upload_id).execute()
  })
  return { ...row, received: size }
}

/** Throws an upload away, with all its bytes. */
export function discardUpload(ctx: ProjectContext, uploadId: string): Promise<void> {
  return byUpload(uploadId, async () => {
    await ctx.records.write('interactive', async (trx) => {
      const gone = await trx
        .deleteFrom('upload')
        .where('upload_id', '=', uploadId)
        .where('project_id', '=', ctx.project.projectId)
        .returningAll()
        .executeTakeFirst()
      if (gone === undefined) throw notFound('upload')
      await recordUpload(trx, ctx, 'upload.discarded', gone)
    })
    await rm(await uploadPath(ctx, uploadId), { force: true })
  })
}

/** The upload is whole: its file is kept, and waits in its source. Safe to repeat at any moment. */
export function finishUpload(
  ctx: ProjectContext,
  uploadId: string,
  { sha256: expected, entry = false }: BodyOf<typeof finishUploadCall>,
): Promise<{ sourceFileId: number }> {
  return byUpload(uploadId, async () => {
    const found = await findUpload(ctx, uploadId)
    const row = found === undefined ? undefined : await asKept(ctx, found)
    const kept = row === undefined ? null : await keepFile(ctx, row, expected)
    const reply = await idempotent(ctx, async (trx) => {
      if (row === undefined || kept === null) throw notFound('upload')
      await trx.deleteFrom('upload').where('upload_id', '=', uploadId).execute()
      return { sourceFileId: await arrived(trx, ctx, row, { sha256: kept, entry }) }
    })
    await rm(await uploadPath(ctx, uploadId), { force: true })
    return reply
  })
}

/** Puts the file on the record; where it takes the place of one that could not be processed, that is said there. */
async function arrived(
  trx: Writer,
  ctx: ProjectContext,
  row: UploadTable,
  { sha256, entry }: { readonly sha256: string; readonly entry: boolean },
): Promise<number> {
  const { projectId } = ctx.project
  const own = pathParts(row.file_name)
  const { replaces } = row
  const place =
    replaces === null
      ? null
      : await placeOf(trx, projectId, { exceptionId: replaces, sourceId: row.source_id, entry })
  const documentId = place?.documentId ?? null
  const path = place === null ? own : pathBeside(place, own.at(-1) ?? 'upload')
  if (documentId !== null)
    await (place?.inArchive === true
      ? refuseSameEntry(trx, ctx.project.prefix, { documentId, path, sha256 })
      : refuseSame(trx, documentId, sha256))
  const sourceFileId = await addSourceFile(trx, ctx.now(), {
    projectId,
    sourceId: row.source_id,
    path,
    sha256,
    size: row.size,
    modifiedAt: row.modified_at,
    documentId,
  })
  if (replaces !== null && place !== null) await replaceException(trx, ctx, replaces, place, sourceFileId)
  await recordArrival(trx, ctx, { row, sourceFileId, sha256 })
  return sourceFileId
}

/** Hashes the file and keeps it; the upload's own name stays until its row is gone, so that a crash loses neither. */
async function keepFile(
  ctx: ProjectContext,
  row: UploadTable,
  expected: string | undefined,
): Promise<string> {
  if (row.received !== row.size)
    throw new ApiError(
      'conflict',
      `The upload is not whole: ${row.received} of ${row.size} bytes are there.`,
      {
        data: presentOwn(ctx, row),
      },
    )
  const folder = await uploadFolder(ctx)
  const path = join(folder, row.upload_id)
  if (row.size === 0) await (await open(path, 'a')).close()
  const sha256 = await hashFile(path, row.size)
  if (expected !== undefined && expected !== sha256)
    throw new ApiError(
      'conflict',
      'The bytes that arrived are not those that were sent. Discard the upload and send it again.',
      {
        detail: 'sha256',
        data: presentOwn(ctx, row),
      },
    )
  const second = join(folder, `${row.upload_id}.keep`)
  await rm(second, { force: true })
  // Not all file systems have links.
  await link(path, second).catch(() => copyFile(path, second))
  await ctx.blobs.adopt(second, sha256)
  return sha256
}

async function findUpload(ctx: ProjectContext, uploadId: string): Promise<UploadTable | undefined> {
  return await ctx.records.read
    .selectFrom('upload')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('project_id', '=', ctx.project.projectId)
    .where('user_id', '=', ctx.caller.userId)
    .executeTakeFirst()
}

async function ownUpload(ctx: ProjectContext, uploadId: string): Promise<UploadTable> {
  const row = await findUpload(ctx, uploadId)
  if (row === undefined) throw notFound('upload')
  return row
}
