/** The calls of contracts/collect.ts. */
import { Readable } from 'node:stream'
import * as contract from '#contracts/collect.ts'
import { safeName, sendDownload } from '../http/download.ts'
import { type Route, route } from '../http/route.ts'
import { downloadException, exceptionsOf } from './exceptions.ts'
import { sendExceptions } from './exceptions-csv.ts'
import { beginUpload, discardUpload, finishUpload, putChunk, unfinishedUploads } from './uploads.ts'

export const routes: readonly Route[] = [
  route(contract.beginUpload, (ctx, { body }) => beginUpload(ctx, body)),
  route(contract.listUploads, async (ctx) => {
    const data = await unfinishedUploads(ctx)
    return { data, totalCount: data.length }
  }),
  route(contract.putChunk, (ctx, { params, query, body }) =>
    putChunk(ctx, params.uploadId, query.offset, body instanceof Readable ? body : Readable.from([])),
  ),
  route(contract.discardUpload, (ctx, { params }) => discardUpload(ctx, params.uploadId)),
  route(contract.finishUpload, (ctx, { params, body }) => finishUpload(ctx, params.uploadId, body.sha256)),
  route(contract.listExceptions, (ctx, { query }) => exceptionsOf(ctx, query)),
  route(contract.exceptionsCsv, (ctx, { query, reply }) => sendExceptions(ctx, query, reply)),
  route(contract.exceptionBytes, async (ctx, { params, reply }) => {
    const { sha256, fileName, size } = await downloadException(ctx, params.exceptionId)
    const bytes = await ctx.blobs.open(sha256)
    return await sendDownload(reply, { name: safeName(fileName, 'file'), size, bytes })
  }),
]
