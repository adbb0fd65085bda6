/** How a batch stands for somebody who has or had it checked out, and who may save under it. */
import { type BatchStanding, notHeldWords } from '#contracts/batch-standing.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'

/** 404 where there is none, and where the caller never had it and does not manage assignments. */
export async function standingOf(read: Reader, ctx: ProjectContext, batchId: number): Promise<BatchStanding> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  const row = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .leftJoin('app_user as u', 'u.user_id', 'b.holder')
    .select(['b.assignment_id', 'b.number', 'b.status', 'b.holder', 'b.at', 'a.name', 'a.deleted_at'])
    .select('u.name as holder_name')
    .where('b.batch_id', '=', batchId)
    .where('b.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('batch')
  const state = stateOf(row, userId)
  const end = state === 'held' ? undefined : await endOf(read, projectId, batchId, userId)
  if (end === undefined && state !== 'held' && !ctx.can('assignment.manage')) throw notFound('batch')
  return {
    batchId,
    assignmentId: row.assignment_id,
    assignmentName: row.name,
    number: row.number,
    state,
    holder: state === 'deleted' || row.holder === userId ? null : row.holder_name,
    since: end?.at ?? row.at,
    movedBy: end === undefined || end.user_id === userId ? null : end.name,
  }
}

/** The row of the trail by which the caller ceased to have it checked out; none where the caller never had. */
const endOf = (read: Reader, projectId: number, batchId: number, userId: number) =>
  read
    .selectFrom('batch_span as s')
    .innerJoin('audit as e', (on) =>
      on.onRef('e.seq', '=', 's.until_seq').on('e.chain', '=', `project:${projectId}`),
    )
    .leftJoin('app_user as m', 'm.user_id', 'e.user_id')
    .select(['e.at', 'e.user_id', 'm.name'])
    .where('s.project_id', '=', projectId)
    .where('s.batch_id', '=', batchId)
    .where('s.user_id', '=', userId)
    .where('s.status', '=', 'InProgress')
    .orderBy('s.from_seq', 'desc')
    .limit(1)
    .executeTakeFirst()

function stateOf(
  batch: { readonly deleted_at: string | null; readonly status: string; readonly holder: number | null },
  userId: number,
): BatchStanding['state'] {
  if (batch.deleted_at !== null) return 'deleted'
  if (batch.status === 'Completed') return 'completed'
  if (batch.status !== 'InProgress') return 'free'
  return batch.holder === userId ? 'held' : 'given'
}

/**
 * Refuses what is saved under a batch that the caller has not checked out: it was reassigned, checked in or deleted
 * meanwhile. Who manages assignments saves under any.
 */
export async function requireHeld(
  read: Reader,
  ctx: ProjectContext,
  batchId: number | undefined,
): Promise<void> {
  if (batchId === undefined) return
  const standing = await standingOf(read, ctx, batchId)
  const may = standing.state === 'held' || ctx.can('assignment.manage')
  if (!may) throw notHeld(standing, 'Nothing was saved.')
}

/** `then`: what that means for what was asked. */
export const notHeld = (standing: BatchStanding, then: string): ApiError =>
  new ApiError('batch.notHeld', `${notHeldWords(standing)} ${then}`, { detail: 'batchId', data: standing })
