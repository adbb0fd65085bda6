/** The calls of contracts/analysis.ts. */
import * as contract from '#contracts/analysis.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { personalDataOf } from './personal-data-of.ts'
import { queueAnalysis } from './queue.ts'
import { relatedTo } from './related.ts'

export const routes: readonly Route[] = [
  route(contract.relatedDocuments, (ctx, { query }) => relatedTo(ctx, query.documentId)),

  route(contract.personalData, (ctx, { query }) => personalDataOf(ctx, query.documentId)),

  route(contract.startAnalysis, async (ctx) => {
    const { projectId } = ctx.project
    const { userId } = ctx.caller
    const told = { ...byCaller(ctx), how: 'manual' } as const
    const queued = await idempotent(ctx, async (trx) => ({
      jobId: await queueAnalysis(trx, ctx.jobs, { projectId, createdBy: userId, told }),
    }))
    ctx.jobs.wake()
    return queued
  }),
]
