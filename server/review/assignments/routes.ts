/** The calls of contracts/assignments.ts. */
import * as assignments from '#contracts/assignments.ts'
import { getStanding } from '#contracts/batch-standing.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { standingOf } from '../batch-standing/standing.ts'
import { addAssignment, changeAssignment, controlSplit, removeAssignment } from './assignments.ts'
import { assignTo, checkIn, reassignTo, shownBatches, takeBatch } from './batches.ts'
import { workloads } from './reviewers.ts'
import { assignmentsOf, batchCount, batchesOf, offeredTo } from './rows.ts'

const whole = <T>(data: T[]): { data: T[]; totalCount: number } => ({ data, totalCount: data.length })

export const routes: readonly Route[] = [
  route(assignments.listAssignments, async (ctx) =>
    whole(await assignmentsOf(ctx.records.read, ctx.project.projectId)),
  ),
  route(assignments.assignedAssignments, async (ctx) => whole(await offeredTo(ctx))),
  route(assignments.unfinishedBatches, async (ctx) =>
    whole(await batchesOf(ctx.records.read, ctx.project.projectId, { heldBy: ctx.caller.userId })),
  ),
  route(getStanding, (ctx, { query }) => standingOf(ctx.records.read, ctx, query.batchId)),
  route(assignments.assignmentReviewers, async (ctx) =>
    whole(await workloads(ctx.records.read, ctx.project.projectId)),
  ),

  route(assignments.listBatches, async (ctx, { query }) => {
    const { read } = ctx.records
    const { assignmentId, after = 0, limit = 200 } = query
    await requireAssignment(ctx, assignmentId)
    return {
      data: await batchesOf(read, ctx.project.projectId, { assignmentId, after, limit }),
      totalCount: await batchCount(read, assignmentId),
    }
  }),

  // A reply that is kept under its key says which batch; how it stands is said as of the answer.
  route(assignments.getBatch, async (ctx, { body }) => {
    const { batchId } = await idempotent(ctx, async (trx) => ({ batchId: await takeBatch(trx, ctx, body) }))
    return { batch: batchId === null ? null : await shownBatch(ctx, batchId) }
  }),
  route(assignments.checkInBatch, async (ctx, { body }) => {
    const { batchId } = await idempotent(ctx, async (trx) => ({ batchId: await checkIn(trx, ctx, body) }))
    return shownBatch(ctx, batchId)
  }),
  route(assignments.assignBatches, async (ctx, { body }) =>
    whole(await shownBatches(ctx, await idempotent(ctx, (trx) => assignTo(trx, ctx, body)))),
  ),
  route(assignments.reassignBatches, async (ctx, { body }) =>
    whole(await shownBatches(ctx, await idempotent(ctx, (trx) => reassignTo(trx, ctx, body)))),
  ),

  route(assignments.createAssignment, async (ctx, { body }) => {
    const made = await idempotent(ctx, (trx) => addAssignment(trx, ctx, body), { alone: true })
    ctx.jobs.wake()
    return made
  }),
  route(assignments.updateAssignment, async (ctx, { params, body }) => {
    await idempotent(ctx, (trx) => changeAssignment(trx, ctx, params.assignmentId, body))
    const [changed] = await assignmentsOf(ctx.records.read, ctx.project.projectId, params.assignmentId)
    if (changed === undefined) throw notFound('assignment')
    return changed
  }),
  route(assignments.deleteAssignment, async (ctx, { params }) => {
    await idempotent(ctx, (trx) => removeAssignment(trx, ctx, params.assignmentId))
    ctx.jobs.wake()
  }),
  route(assignments.controlSplit, async (ctx, { body }) => {
    const asked = await idempotent(ctx, (trx) => controlSplit(trx, ctx, body.assignmentId, body.action))
    ctx.jobs.interrupt(asked.jobId)
    ctx.jobs.wake()
    return asked
  }),
]

async function shownBatch(ctx: ProjectContext, batchId: number): Promise<assignments.Batch> {
  const [batch] = await shownBatches(ctx, [batchId])
  if (batch === undefined) throw notFound('batch')
  return batch
}

async function requireAssignment(ctx: ProjectContext, assignmentId: number): Promise<void> {
  const row = await ctx.records.read
    .selectFrom('assignment')
    .select('assignment_id')
    .where('assignment_id', '=', assignmentId)
    .where('project_id', '=', ctx.project.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('assignment')
}
