/** The calls of contracts/collect.ts, contracts/left-out.ts, contracts/processing.ts and contracts/hash-lists.ts. */

import { Readable } from 'node:stream'
import * as contract from '#contracts/collect.ts'
import { fileExist } from '#contracts/files.ts'
import * as lists from '#contracts/hash-lists.ts'
import {
  getJobSettings,
  getProcessingSettings,
  putProcessingSettings,
  setAutoProcess,
  setAutoPromote,
  startable,
} from '#contracts/processing.ts'
import { leftOutCsv, listLeftOut } from '#contracts/suppressed-items.ts'
import { changeProcessing, processingSeenOf } from '../organization/settings/processing.ts'
import { safeName, sendDownload } from '../platform/http/download.ts'
import { type Route, route } from '../platform/http/route.ts'
import { downloadException, exceptionsOf, figuresOf } from './exceptions/exceptions.ts'
import { sendExceptions } from './exceptions/exceptions-csv.ts'
import { acceptExceptions } from './exceptions/resolutions.ts'
import {
  addHashList,
  finishUpload as finishHashList,
  hashListsOf,
  putChunk as putHashListChunk,
  removeHashList,
} from './hash-lists/hash-lists.ts'
import { changeAutomatic, jobSettingsOf } from './import/job-settings.ts'
import { processSource } from './import/process-source.ts'
import { amountsToStart } from './ocr/startable.ts'
import { startCollection } from './sources/collect-folder.ts'
import { collectorOf } from './sources/collectors.ts'
import { readServerFolder, serverRoots } from './sources/folder.ts'
import { filesOf } from './sources/source-files.ts'
import { addSource, changeSource, deleteSource, sourcesOf } from './sources/sources.ts'
import { filesThere } from './uploads/exist.ts'
import { beginUpload, discardUpload, finishUpload, putChunk, unfinishedUploads } from './uploads/uploads.ts'
import { listedLeftOut, sendLeftOut } from './writing/suppressed-items.ts'

export const routes: readonly Route[] = [
  route(fileExist, (ctx, { body }) => filesThere(ctx.records.read, ctx.project.projectId, body.hashes)),
  route(contract.listSources, async (ctx) => {
    const data = await sourcesOf(ctx)
    return { data, totalCount: data.length }
  }),
  route(contract.createSource, (ctx, { body }) => addSource(ctx, body)),
  route(contract.changeSource, (ctx, { params, body }) => changeSource(ctx, params.sourceId, body)),
  route(contract.deleteSource, (ctx, { params }) => deleteSource(ctx, params.sourceId)),
  route(contract.listSourceFiles, (ctx, { params, query }) => filesOf(ctx, params.sourceId, query)),
  route(contract.processSource, (ctx, { params, body }) => processSource(ctx, params.sourceId, body)),
  route(contract.listServerRoots, async (ctx) => {
    const data = serverRoots(ctx.config, collectorOf(ctx))
    return await Promise.resolve({ data, totalCount: data.length })
  }),
  route(contract.readServerFolder, (ctx, { body }) => readServerFolder(ctx.config, collectorOf(ctx), body)),
  route(contract.collectFolder, (ctx, { params, body }) => startCollection(ctx, params.sourceId, body)),
  route(startable, (ctx) => amountsToStart(ctx.records.read, ctx.project.projectId)),
  route(getProcessingSettings, (ctx) => processingSeenOf(ctx.records.read, ctx.project.projectId)),
  route(putProcessingSettings, (ctx, { body }) => changeProcessing(ctx, body)),
  route(getJobSettings, (ctx, { query }) =>
    jobSettingsOf(ctx.records.read, ctx.project.projectId, query.jobId),
  ),
  route(setAutoProcess, (ctx, { body }) => changeAutomatic(ctx, 'process', body)),
  route(setAutoPromote, (ctx, { body }) => changeAutomatic(ctx, 'promote', body)),
  route(lists.listHashLists, async (ctx) => {
    const data = await hashListsOf(ctx)
    return { data, totalCount: data.length }
  }),
  route(lists.beginHashList, (ctx, { body }) => addHashList(ctx, body)),
  route(lists.putHashListChunk, (ctx, { params, query, body }) =>
    putHashListChunk(
      ctx,
      params.hashListId,
      query.offset,
      body instanceof Readable ? body : Readable.from([]),
    ),
  ),
  route(lists.finishHashList, (ctx, { params }) => finishHashList(ctx, params.hashListId)),
  route(lists.removeHashList, (ctx, { params }) => removeHashList(ctx, params.hashListId)),
  route(contract.acceptExceptions, (ctx, { body }) => acceptExceptions(ctx, body)),
  route(contract.beginUpload, (ctx, { body }) => beginUpload(ctx, body)),
  route(contract.listUploads, async (ctx) => {
    const data = await unfinishedUploads(ctx)
    return { data, totalCount: data.length }
  }),
  route(contract.putChunk, (ctx, { params, query, body }) =>
    putChunk(ctx, params.uploadId, query.offset, body instanceof Readable ? body : Readable.from([])),
  ),
  route(contract.discardUpload, (ctx, { params }) => discardUpload(ctx, params.uploadId)),
  route(contract.finishUpload, (ctx, { params, body }) => finishUpload(ctx, params.uploadId, body)),
  route(contract.listExceptions, (ctx, { query }) => exceptionsOf(ctx, query)),
  route(contract.exceptionFigures, (ctx, { query }) => figuresOf(ctx, query)),
  route(contract.exceptionsCsv, (ctx, { query, reply }) => sendExceptions(ctx, query, reply)),
  route(listLeftOut, (ctx, { query }) => listedLeftOut(ctx, query)),
  route(leftOutCsv, (ctx, { query, reply }) => sendLeftOut(ctx, query, reply)),
  route(contract.exceptionBytes, async (ctx, { params, reply }) => {
    const { sha256, fileName, size } = await downloadException(ctx, params.exceptionId)
    const bytes = await ctx.blobs.open(sha256)
    return await sendDownload(reply, { name: safeName(fileName, 'file'), size, bytes })
  }),
]
