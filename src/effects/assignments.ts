/** Assignments and batches on their way to the record, and how they stand there; and what is said where it fails. */
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
  notReviewed,
  reassignBatches,
  unfinishedBatches,
  updateAssignment,
} from '#contracts/assignments.ts'
import { messages } from '#contracts/errors.ts'
import { settledStates } from '#contracts/jobs.ts'
import {
  confirmAsked,
  confirmCreated,
  endSplit,
  failFetch,
  openBatch,
  recoverFetch,
  refuseCheckIn,
  refuseCreate,
} from '../commands/assignments.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestProgress } from '../commands/jobs.ts'
import { addToast } from '../commands/toasts.ts'
import {
  batchesAsked,
  checkInRequested,
  createRequested,
  deleteRequested,
  listAsked,
  mineAsked,
  moveRequested,
  reviewersAsked,
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
import type { RootState } from '../stores/root.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { came, missed, told } from './outcomes.ts'

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

async function readMine(ctx: RequestContext): Promise<Outcome> {
  const [held, offered] = await Promise.all([ctx.call(unfinishedBatches), ctx.call(assignedAssignments)])
  return arrived(ctx, mine, mineKey, { held: held.data, offered: offered.data })
}

async function readList(ctx: RequestContext): Promise<Outcome> {
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

async function readReviewers(ctx: RequestContext): Promise<Outcome> {
  return arrived(ctx, reviewers, reviewersKey, (await ctx.call(assignmentReviewers)).data)
}

/** The most batches of an answer. */
const pageLimit = 500

async function readBatches(
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

async function takeNext(
  { payload: { assignmentId, tabId }, stream, correlationId }: Asked<typeof takeRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { batch } = await call(getBatch, { body: { assignmentId, correlationId } })
  if (batch === null)
    return done(stream, addToast({ kind: 'info', message: 'No batch of this assignment is left.' }))
  const { batchId, number, assignmentName } = batch
  return done(stream, openBatch({ tabId, batchId, number, assignmentName }))
}

async function checkIn(
  { payload, stream, correlationId }: Asked<typeof checkInRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { number, assignmentName } = await call(checkInBatch, { body: { ...payload, correlationId } })
  const how = payload.as === 'Completed' ? 'checked in' : 'given back as pending'
  return done(stream, succeeded(`Batch ${number} of ${assignmentName} ${how}`))
}

async function move(
  { payload: { batchIds, userId, from }, stream, correlationId }: Asked<typeof moveRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  await (from === 'free' && userId !== null
    ? call(assignBatches, { body: { batchIds, userId, correlationId } })
    : call(reassignBatches, { body: { batchIds, userId, correlationId } }))
  return done(stream)
}

async function create(
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

async function update(
  { payload: { assignmentId, ...asked }, stream, correlationId }: Asked<typeof updateRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { assignmentName } = await call(updateAssignment, {
    params: { assignmentId },
    body: { ...asked, correlationId },
  })
  return done(stream, succeeded(`Assignment ${assignmentName} updated successfully`))
}

async function remove(
  { payload: { assignmentId }, stream }: Asked<typeof deleteRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteAssignment, { params: { assignmentId } })
  return done(stream, succeeded('Assignment deleted successfully'))
}

async function control(
  { payload, stream, projectId }: Asked<typeof splitControlled>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(controlSplit, { body: payload })
  return done(stream, ...jobsAgain(projectId))
}

const retry = { times: 3, base: 300, cap: 5_000 } as const
const looked = { strategy: 'latest', scope: 'project', retry, done: told } as const
const said = { strategy: 'queue', delivery: 'once', retry, done: told } as const

const otherwise = 'Something went wrong'

/** What the server says of a failure; where it says nothing, or nobody answers, these words. */
const wordsOf = ({ kind, message }: CallFailure, words: string): string =>
  kind === 'status' && message !== messages.unexpected ? message : words

/** Asked for every few seconds: that nothing comes is said with the first. */
const lost =
  (key: string) =>
  (_: unknown, failure: CallFailure, { assignments }: RootState): Outcome => {
    if (failure.kind === 'canceled' || assignments.unreached) return missed(key, failure)
    const message = wordsOf(failure, 'Failed to fetch assignments')
    return {
      ...missed(key, failure),
      commands: [failFetch({ message }), addToast({ kind: 'error', message })],
    }
  }

const refused =
  (words = otherwise) =>
  ({ stream }: { readonly stream: string }, failure: CallFailure): Outcome => {
    if (failure.kind === 'canceled') return {}
    const message = wordsOf(failure, words)
    return {
      commands: [confirmAsked({ of: stream, refused: message }), addToast({ kind: 'error', message })],
    }
  }

export const assignmentsEffects = [
  effect({
    ...looked,
    name: 'assignments.fetchMine',
    on: mineAsked,
    request: (_, ctx) => readMine(ctx),
    fail: lost(mineKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchList',
    on: listAsked,
    request: (_, ctx) => readList(ctx),
    fail: lost(listKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchReviewers',
    on: reviewersAsked,
    request: (_, ctx) => readReviewers(ctx),
    fail: lost(reviewersKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchBatches',
    on: batchesAsked,
    request: ({ payload }, ctx) => readBatches(payload, ctx),
    fail: (asked, failure, state) => lost(batchesKey(asked.payload.assignmentId))(asked, failure, state),
  }),
  effect({
    ...said,
    name: 'assignments.takeNext',
    on: takeRequested,
    request: (asked, ctx) => takeNext(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.carryCheckIn',
    on: checkInRequested,
    request: (asked, ctx) => checkIn(asked, ctx),
    fail: (asked, failure) => {
      const rest = failure.status === 409 ? notReviewed.safeParse(failure.data).data : undefined
      if (rest === undefined) return refused()(asked, failure)
      const { batchId } = asked.payload
      const documentIds = rest.documents.map(({ documentId }) => documentId)
      const { totalCount } = rest
      // The panel says which, in its own place.
      return { commands: [refuseCheckIn({ batchId, documentIds, totalCount, message: failure.message })] }
    },
  }),
  effect({
    ...said,
    name: 'assignments.move',
    on: moveRequested,
    request: (asked, ctx) => move(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.create',
    on: createRequested,
    timeout: 30_000,
    request: (asked, ctx) => create(asked, ctx),
    fail: ({ payload: { tabId } }, failure) => {
      if (failure.kind === 'canceled') return {}
      const message = wordsOf(failure, otherwise)
      return { commands: [refuseCreate({ tabId, message }), addToast({ kind: 'error', message })] }
    },
  }),
  effect({
    ...said,
    name: 'assignments.update',
    on: updateRequested,
    request: (asked, ctx) => update(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.delete',
    on: deleteRequested,
    request: (asked, ctx) => remove(asked, ctx),
    fail: refused('Failed to delete assignment'),
  }),
  effect({
    ...said,
    name: 'assignments.controlSplit',
    on: splitControlled,
    request: (asked, ctx) => control(asked, ctx),
    fail: refused(),
  }),
]
