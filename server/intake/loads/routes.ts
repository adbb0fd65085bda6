/** The calls of contracts/loads.ts. */
import * as contract from '#contracts/loads.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { checkLoad } from './check.ts'
import { foundIn, lookAt } from './find.ts'
import { loadOf, loadsOf, sendFaults, sendUnused } from './loads.ts'
import { startLoad } from './start.ts'
import { deleteTemplate, saveTemplate, templatesOf } from './templates.ts'

export const routes: readonly Route[] = [
  route(contract.findLoadFiles, (ctx, { params }) => foundIn(ctx, params.sourceId)),
  route(contract.lookAtLoadFile, (ctx, { params, body }) => lookAt(ctx, params.sourceId, body)),
  route(contract.checkLoad, (ctx, { params, body }) => checkLoad(ctx, params.sourceId, body)),
  route(contract.startLoad, (ctx, { params, body }) => startLoad(ctx, params.sourceId, body)),
  route(contract.listLoads, (ctx) => loadsOf(ctx)),
  route(contract.getLoad, (ctx, { params }) => loadOf(ctx, params.jobId)),
  route(contract.loadFaults, (ctx, { params, reply }) => sendFaults(ctx, params.jobId, reply)),
  route(contract.unusedFiles, (ctx, { params, reply }) => sendUnused(ctx, params.jobId, reply)),
  route(contract.listLoadTemplates, async (ctx) => {
    const data = await templatesOf(ctx)
    return { data, totalCount: data.length }
  }),
  route(contract.saveLoadTemplate, (ctx, { body }) => saveTemplate(ctx, body)),
  route(contract.deleteLoadTemplate, (ctx, { params }) => deleteTemplate(ctx, params.templateId)),
]
