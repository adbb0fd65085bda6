/** The calls of contracts/exports.ts. */
import * as contract from '#contracts/exports.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { downloadsOf } from '../volumes/downloads.ts'
import { qualityOf } from '../volumes/quality.ts'
import { volumesOfExport } from '../volumes/stored-volumes.ts'
import { beginWith } from './columns.ts'
import { documentsOfExport } from './documents.ts'
import { downloadOfExport } from './download.ts'
import { remove, slip } from './ends.ts'
import { imagesOfSet } from './images.ts'
import { start } from './start.ts'
import { exportOf, exportsOf, settingsOf, storedExport } from './stored.ts'

export const routes: readonly Route[] = [
  route(contract.beginExport, (ctx) => beginWith(ctx)),
  route(contract.validateExportImages, (ctx, { body }) => imagesOfSet(ctx, body)),
  route(contract.startExport, (ctx, { body }) => start(ctx, body)),
  route(contract.listExports, async (ctx) => {
    const data = await exportsOf(ctx, ctx.records.read)
    return { data, totalCount: data.length }
  }),
  route(contract.getExport, async (ctx, { query: { exportId } }) => ({
    exported: await exportOf(ctx, ctx.records.read, exportId),
    settings: await settingsOf(ctx.records.read, exportId),
  })),
  route(contract.exportDocuments, (ctx, { query }) => documentsOfExport(ctx, query)),
  route(contract.exportVolumes, async (ctx, { query: { exportId } }) => {
    const stored = await storedExport(ctx, ctx.records.read, exportId)
    const data = stored.state === 'Produced' ? await volumesOfExport(ctx.records.read, stored) : []
    const { checks, replaced } = await qualityOf(ctx, stored)
    return { data, totalCount: data.length, checks, replaced }
  }),
  route(contract.exportDownloads, async (ctx, { query: { exportId } }) => {
    await storedExport(ctx, ctx.records.read, exportId)
    return await downloadsOf(ctx, 'export', exportId)
  }),
  route(contract.downloadExport, (ctx, { query, raw, reply }) => downloadOfExport(ctx, query, raw, reply)),
  route(contract.slipFailedExport, (ctx, { body }) => slip(ctx, body.exportId)),
  route(contract.removeExport, (ctx, { body }) => remove(ctx, body.exportId)),
]
