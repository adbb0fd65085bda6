/** How a batch stands for somebody who has or had it checked out, and who may save under it. */
import { type BatchStanding, notHeldWords } from '#contracts/batch-standing.ts'
import { rankCan } from '#contracts/permission.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { stands } from '../coding-history/open-end.ts'

/** Null: the caller has nothing to do with it, or there is none. */
export async function standingOf(
  read: Reader,
  ctx: ProjectContext,
  batchId: number,
): Promise<BatchStanding | null> {
  const { projectId, level } = ctx.project
  const { userId } = ctx.caller
  const row = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .leftJoin('app_user as u', 'u.user_id', 'b.holder')
    .leftJoin('batch_span as s', (on) =>
      on
        .onRef('s.batch_id', '=', 'b.batch_id')
        .onRef('s.project_id', '=', 'b.project_id')
        .on('s.until_seq', '=', stands),
    )
    .leftJoin('audit as e', (on) =>
      on.onRef('e.seq', '=', 's.from_seq').on('e.chain', '=', `project:${projectId}`),
    )
    .leftJoin('app_user as m', 'm.user_id', 'e.user_id')
    .select(['b.assignment_id', 'b.number', 'b.status', 'b.holder', 'b.at', 'a.name', 'a.deleted_at'])
    .select(['u.name as holder_name', 'm.name as moved_by', 'm.user_id as mover'])
    .where('b.batch_id', '=', batchId)
    .where('b.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) return null
  const state = stateOf(row, userId)
  const isTheirs = state === 'held' || rankCan(level, 'assignment.manage')
  if (!isTheirs && !(await hasHeld(read, projectId, batchId, userId))) return null
  return {
    batchId,
    assignmentId: row.assignment_id,
    assignmentName: row.name,
    number: row.number,
    state,
    holder: state === 'deleted' || row.holder === userId ? null : row.holder_name,
    since: row.deleted_at ?? row.at,
    movedBy: row.mover === userId ? null : row.moved_by,
  }
}

function stateOf(
  batch: { readonly deleted_at: string | null; readonly status: string; readonly holder: number | null },
  userId: number,
): BatchStanding['state'] {
  if (batch.deleted_at !== null) return 'deleted'
  if (batch.status === 'Completed') return 'completed'
  if (batch.status !== 'InProgress') return 'free'
  return batch.holder === userId ? 'held' : 'given'
}

async function hasHeld(read: Reader, projectId: number, batchId: number, userId: number): Promise<boolean> {
  const span = await read
    .selectFrom('batch_span')
    .select('from_seq')
    .where('project_id', '=', projectId)
    .where('batch_id', '=', batchId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return span !== undefined
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
  if (standing === null) throw notFound('batch')
  const may = standing.state === 'held' || rankCan(ctx.project.level, 'assignment.manage')
  if (!may) throw notHeld(standing, 'Nothing was saved.')
}

/** `then`: what that means for what was asked. */
export const notHeld = (standing: BatchStanding, then: string): ApiError =>
  new ApiError('batch.notHeld', `${notHeldWords(standing)} ${then}`, { detail: 'batchId', data: standing })
