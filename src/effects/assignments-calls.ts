/** What effects of assignments ask of the record, and what its answers become. */
import {
  type Assignment,
  assignBatches,
  assignedAssignments,
  assignmentReviewers,
  type Batch,
  checkInBatch,
  controlSplit,
  createAssignment,
  deleteAssignment,
  getBatch,
  listAssignments,
  listBatches,
  reassignBatches,
  unfinishedBatches,
  updateAssignment,
} from '#contracts/assignments.ts'
import { settledStates } from '#contracts/jobs.ts'
import { confirmAsked, confirmCreated, endSplit, openBatch, recoverFetch } from '../commands/assignments.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestProgress } from '../commands/jobs.ts'
import { addToast } from '../commands/toasts.ts'
import type {
  batchesAsked,
  checkInRequested,
  createRequested,
  deleteRequested,
  moveRequested,
  splitControlled,
  takeRequested,
  updateRequested,
} from '../events/catalog/assignments.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import {
  type AssignmentsState,
  assignmentList,
  batchesKey,
  batchLists,
  listKey,
  mine,
  mineKey,
  reviewers,
  reviewersKey,
} from '../stores/assignments.ts'
import type { Cache } from '../stores/cache.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'

type Asked<E> = Envelope<PayloadOf<E>>

/** What came, with the commands that follow from it; that the server is reached again is said once. */
const arrived = <V>(
  { state }: RequestContext,
  cache: Cache<V>,
  key: string,
  value: V,
  commands: readonly CommandInput[] = [],
): Outcome => ({
  ...came(cache, key, value),
  commands: [...(state().assignments.unreached ? [recoverFetch({})] : []), ...commands],
})

export async function readMine(ctx: RequestContext): Promise<Outcome> {
  const [held, offered] = await Promise.all([ctx.call(unfinishedBatches), ctx.call(assignedAssignments)])
  return arrived(ctx, mine, mineKey, { held: held.data, offered: offered.data })
}

export async function readList(ctx: RequestContext): Promise<Outcome> {
  const { data } = await ctx.call(listAssignments)
  return arrived(ctx, assignmentList, listKey, data, splitUp(data, ctx.state().assignments))
}

/** Those made here that have got their batches since the last look. A job that ends otherwise says so itself. */
function splitUp(now: readonly Assignment[], { splitting }: AssignmentsState): readonly CommandInput[] {
  return now.flatMap(({ assignmentId, jobStatusId }) => {
    const name = splitting[assignmentId]
    if (name === undefined || !settledStates.includes(jobStatusId)) return []
    const toast = { kind: 'success', message: `Assignment ${name} created successfully` } as const
    return [endSplit({ assignmentId }), ...(jobStatusId === 'Completed' ? [addToast(toast)] : [])]
  })
}

export async function readReviewers(ctx: RequestContext): Promise<Outcome> {
  return arrived(ctx, reviewers, reviewersKey, (await ctx.call(assignmentReviewers)).data)
}

/** The most batches of an answer. */
const pageLimit = 500

export async function readBatches(
  { assignmentId, count }: PayloadOf<typeof batchesAsked>,
  ctx: RequestContext,
): Promise<Outcome> {
  const data: Batch[] = []
  for (;;) {
    const limit = Math.min(pageLimit, count - data.length)
    const after = data.at(-1)?.number ?? 0
    const page = await ctx.call(listBatches, { query: { assignmentId, after, limit } })
    data.push(...page.data)
    if (data.length < count && page.data.length >= limit) continue
    return arrived(ctx, batchLists, batchesKey(assignmentId), { data, totalCount: page.totalCount })
  }
}

/** What was asked for under this name has been done. */
const done = (of: string, ...more: readonly CommandInput[]): Outcome => ({
  commands: [confirmAsked({ of, refused: null }), ...more],
})

const succeeded = (message: string): CommandInput => addToast({ kind: 'success', message })
const jobsAgain = (projectId: number | null): readonly CommandInput[] =>
  projectId === null ? [] : [requestProgress({ projectId })]

export async function takeNext(
  { payload: { assignmentId, tabId }, stream, correlationId }: Asked<typeof takeRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { batch } = await call(getBatch, { body: { assignmentId, correlationId } })
  if (batch === null)
    return done(stream, addToast({ kind: 'info', message: 'No batch of this assignment is left.' }))
  const { batchId, number, assignmentName } = batch
  return done(stream, openBatch({ tabId, batchId, number, assignmentName }))
}

export async function checkIn(
  { payload, stream, correlationId }: Asked<typeof checkInRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { number, assignmentName } = await call(checkInBatch, { body: { ...payload, correlationId } })
  const how = payload.as === 'Completed' ? 'checked in' : 'given back as pending'
  return done(stream, succeeded(`Batch ${number} of ${assignmentName} ${how}`))
}

export async function move(
  { payload: { batchIds, userId, from }, stream, correlationId }: Asked<typeof moveRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  await (from === 'free' && userId !== null
    ? call(assignBatches, { body: { batchIds, userId, correlationId } })
    : call(reassignBatches, { body: { batchIds, userId, correlationId } }))
  return done(stream)
}

export async function create(
  { payload: { tabId, ...asked }, projectId, correlationId }: Asked<typeof createRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { assignmentId } = await call(createAssignment, { body: { ...asked, correlationId } })
  const { assignmentName } = asked
  return {
    commands: [
      confirmCreated({ tabId, assignmentId, assignmentName }),
      succeeded(`Assignment ${assignmentName} job started successfully`),
      ...jobsAgain(projectId),
    ],
  }
}

export async function update(
  { payload: { assignmentId, ...asked }, stream, correlationId }: Asked<typeof updateRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { assignmentName } = await call(updateAssignment, {
    params: { assignmentId },
    body: { ...asked, correlationId },
  })
  return done(stream, succeeded(`Assignment ${assignmentName} updated successfully`))
}

export async function remove(
  { payload: { assignmentId }, stream }: Asked<typeof deleteRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteAssignment, { params: { assignmentId } })
  return done(stream, succeeded('Assignment deleted successfully'))
}

export async function control(
  { payload, stream, projectId }: Asked<typeof splitControlled>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(controlSplit, { body: payload })
  return done(stream, ...jobsAgain(projectId))
}
