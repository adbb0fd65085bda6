/** The calls of contracts/analysis.ts. */
import * as contract from '#contracts/analysis.ts'
import { idempotent } from '../http/idempotency.ts'
import { type Route, route } from '../http/route.ts'
import { queueAnalysis } from './queue.ts'
import { relatedTo } from './related.ts'

export const routes: readonly Route[] = [
  route(contract.relatedDocuments, (ctx, { query }) => relatedTo(ctx, query.documentId)),

  route(contract.startAnalysis, async (ctx) => {
    const { projectId, roleName } = ctx.project
    const { userId, name, sessionId } = ctx.caller
    const told = {
      at: ctx.now(),
      user: { userId, name, role: roleName },
      how: 'manual',
      sessionId,
      ip: ctx.ip,
      ...(ctx.idempotencyKey === null ? {} : { commandId: ctx.idempotencyKey }),
    } as const
    const queued = await idempotent(ctx, async (trx) => ({
      jobId: await queueAnalysis(trx, ctx.jobs, { projectId, createdBy: userId, told }),
    }))
    ctx.jobs.wake()
    return queued
  }),
]
