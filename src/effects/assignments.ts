/** Assignments and batches on their way to the record, and how they stand there. */
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
import { failureOf, failures } from '../stores/answers.ts'
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
import { type CacheWrite, write } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const
const looked = { strategy: 'latest', scope: 'project', retry } as const
const said = { strategy: 'queue', delivery: 'once', retry } as const

const otherwise = 'Something went wrong'

/** What the server says of a failure; where it says nothing, or nobody answers, these words. */
const wordsOf = ({ kind, message }: CallFailure, words: string): string =>
  kind === 'status' && message !== messages.unexpected ? message : words

const came = (key: string, entry: CacheWrite, { assignments }: RootState): Outcome => ({
  cache: [entry, write(failures, key, null)],
  commands: assignments.unreached ? [recoverFetch({})] : [],
})

/** Asked for every few seconds: that nothing comes is said with the first. */
function lost(key: string, failure: CallFailure, { assignments }: RootState): Outcome {
  if (failure.kind === 'canceled') return {}
  const message = wordsOf(failure, 'Failed to fetch assignments')
  return {
    cache: [write(failures, key, failureOf(failure))],
    commands: assignments.unreached ? [] : [failFetch({ message }), addToast({ kind: 'error', message })],
  }
}

const fetchMine = effect({
  ...looked,
  name: 'assignments.fetchMine',
  on: mineAsked,
  request: async (_, { call }) => {
    const [held, offered] = await Promise.all([call(unfinishedBatches), call(assignedAssignments)])
    return { held: held.data, offered: offered.data }
  },
  done: (_, now, state) => came(mineKey, write(mine, mineKey, now), state),
  fail: (_, failure, state) => lost(mineKey, failure, state),
})

const fetchList = effect({
  ...looked,
  name: 'assignments.fetchList',
  on: listAsked,
  request: (_, { call }) => call(listAssignments),
  done: (_, { data }, state) => {
    const outcome = came(listKey, write(assignmentList, listKey, data), state)
    return { ...outcome, commands: [...(outcome.commands ?? []), ...splitUp(data, state.assignments)] }
  },
  fail: (_, failure, state) => lost(listKey, failure, state),
})

/** Those made here that have got their batches since the last look. A job that ends otherwise says so itself. */
function splitUp(now: readonly Assignment[], { splitting }: AssignmentsState): readonly CommandInput[] {
  return now.flatMap(({ assignmentId, jobStatusId }) => {
    const name = splitting[assignmentId]
    if (name === undefined || !settledStates.includes(jobStatusId)) return []
    const toast = { kind: 'success', message: `Assignment ${name} created successfully` } as const
    return [endSplit({ assignmentId }), ...(jobStatusId === 'Completed' ? [addToast(toast)] : [])]
  })
}

const fetchReviewers = effect({
  ...looked,
  name: 'assignments.fetchReviewers',
  on: reviewersAsked,
  request: (_, { call }) => call(assignmentReviewers),
  done: (_, { data }, state) => came(reviewersKey, write(reviewers, reviewersKey, data), state),
  fail: (_, failure, state) => lost(reviewersKey, failure, state),
})

/** The most batches of an answer. */
const pageLimit = 500

const fetchBatches = effect({
  ...looked,
  name: 'assignments.fetchBatches',
  on: batchesAsked,
  request: async ({ payload: { assignmentId, count } }, { call }) => {
    const data: Batch[] = []
    for (;;) {
      const limit = Math.min(pageLimit, count - data.length)
      const after = data.at(-1)?.number ?? 0
      const page = await call(listBatches, { query: { assignmentId, after, limit } })
      data.push(...page.data)
      if (data.length >= count || page.data.length < limit) return { data, totalCount: page.totalCount }
    }
  },
  done: ({ payload: { assignmentId } }, now, state) => {
    const key = batchesKey(assignmentId)
    return came(key, write(batchLists, key, now), state)
  },
  fail: ({ payload: { assignmentId } }, failure, state) => lost(batchesKey(assignmentId), failure, state),
})

const takeNext = effect({
  ...said,
  name: 'assignments.takeNext',
  on: takeRequested,
  request: ({ payload: { assignmentId }, correlationId }, { call }) =>
    call(getBatch, { body: { assignmentId, correlationId } }),
  done: ({ payload: { tabId }, stream }, { batch }) => ({
    commands: [
      done(stream),
      batch === null
        ? addToast({ kind: 'info', message: 'No batch of this assignment is left.' })
        : openBatch({ tabId, ...nameOf(batch) }),
    ],
  }),
  fail: ({ stream }, failure) => refused(stream, failure),
})

const nameOf = ({ batchId, number, assignmentName }: Batch) => ({ batchId, number, assignmentName })

const carryCheckIn = effect({
  ...said,
  name: 'assignments.carryCheckIn',
  on: checkInRequested,
  request: ({ payload, correlationId }, { call }) =>
    call(checkInBatch, { body: { ...payload, correlationId } }),
  done: ({ payload: { as }, stream }, { number, assignmentName }) => {
    const how = as === 'Completed' ? 'checked in' : 'given back as pending'
    return {
      commands: [
        done(stream),
        addToast({ kind: 'success', message: `Batch ${number} of ${assignmentName} ${how}` }),
      ],
    }
  },
  fail: ({ payload: { batchId }, stream }, failure) => {
    const rest = failure.status === 409 ? notReviewed.safeParse(failure.data).data : undefined
    if (rest === undefined) return refused(stream, failure)
    const documentIds = rest.documents.map(({ documentId }) => documentId)
    const { totalCount } = rest
    // The panel says which, in its own place.
    return { commands: [refuseCheckIn({ batchId, documentIds, totalCount, message: failure.message })] }
  },
})

const moveGiven = effect({
  ...said,
  name: 'assignments.move',
  on: moveRequested,
  request: ({ payload: { batchIds, userId, from }, correlationId }, { call }) =>
    from === 'free' && userId !== null
      ? call(assignBatches, { body: { batchIds, userId, correlationId } })
      : call(reassignBatches, { body: { batchIds, userId, correlationId } }),
  done: ({ stream }) => ({ commands: [done(stream)] }),
  fail: ({ stream }, failure) => refused(stream, failure),
})

const sendNew = effect({
  ...said,
  name: 'assignments.create',
  on: createRequested,
  timeout: 30_000,
  request: ({ payload: { tabId: _, ...asked }, correlationId }, { call }) =>
    call(createAssignment, { body: { ...asked, correlationId } }),
  done: ({ payload: { tabId, assignmentName }, projectId }, { assignmentId }) => ({
    commands: [
      confirmCreated({ tabId, assignmentId, assignmentName }),
      addToast({ kind: 'success', message: `Assignment ${assignmentName} job started successfully` }),
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }),
  fail: ({ payload: { tabId } }, failure) => {
    if (failure.kind === 'canceled') return {}
    const message = wordsOf(failure, otherwise)
    return { commands: [refuseCreate({ tabId, message }), addToast({ kind: 'error', message })] }
  },
})

const sendUpdate = effect({
  ...said,
  name: 'assignments.update',
  on: updateRequested,
  request: ({ payload: { assignmentId, ...asked }, correlationId }, { call }) =>
    call(updateAssignment, { params: { assignmentId }, body: { ...asked, correlationId } }),
  done: ({ stream }, { assignmentName }) => ({
    commands: [
      done(stream),
      addToast({ kind: 'success', message: `Assignment ${assignmentName} updated successfully` }),
    ],
  }),
  fail: ({ stream }, failure) => refused(stream, failure),
})

const sendDelete = effect({
  ...said,
  name: 'assignments.delete',
  on: deleteRequested,
  request: ({ payload: { assignmentId } }, { call }) => call(deleteAssignment, { params: { assignmentId } }),
  done: ({ stream }) => ({
    commands: [done(stream), addToast({ kind: 'success', message: 'Assignment deleted successfully' })],
  }),
  fail: ({ stream }, failure) => refused(stream, failure, 'Failed to delete assignment'),
})

const controlJob = effect({
  ...said,
  name: 'assignments.controlSplit',
  on: splitControlled,
  request: ({ payload }, { call }) => call(controlSplit, { body: payload }),
  done: ({ stream, projectId }) => ({
    commands: [done(stream), ...(projectId === null ? [] : [requestProgress({ projectId })])],
  }),
  fail: ({ stream }, failure) => refused(stream, failure),
})

const done = (of: string): CommandInput => confirmAsked({ of, refused: null })

function refused(of: string, failure: CallFailure, words = otherwise): Outcome {
  if (failure.kind === 'canceled') return {}
  const message = wordsOf(failure, words)
  return { commands: [confirmAsked({ of, refused: message }), addToast({ kind: 'error', message })] }
}

export const assignmentsEffects = [
  fetchMine,
  fetchList,
  fetchReviewers,
  fetchBatches,
  takeNext,
  carryCheckIn,
  moveGiven,
  sendNew,
  sendUpdate,
  sendDelete,
  controlJob,
]
