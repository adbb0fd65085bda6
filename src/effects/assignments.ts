/** Assignments and batches on their way to the record, and how they stand there; and what is said where it fails. */
import { notReviewed } from '#contracts/assignments.ts'
import { messages } from '#contracts/errors.ts'
import { confirmAsked, failFetch, refuseCheckIn, refuseCreate } from '../commands/assignments.ts'
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
import { batchesKey, listKey, mineKey, reviewersKey } from '../stores/assignments.ts'
import type { RootState } from '../stores/root.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { later } from './later.ts'
import { missed, told } from './outcomes.ts'

const calls = later(() => import('./assignments-calls.ts'))
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
    request: async (_, ctx) => (await calls()).readMine(ctx),
    fail: lost(mineKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchList',
    on: listAsked,
    request: async (_, ctx) => (await calls()).readList(ctx),
    fail: lost(listKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchReviewers',
    on: reviewersAsked,
    request: async (_, ctx) => (await calls()).readReviewers(ctx),
    fail: lost(reviewersKey),
  }),
  effect({
    ...looked,
    name: 'assignments.fetchBatches',
    on: batchesAsked,
    request: async ({ payload }, ctx) => (await calls()).readBatches(payload, ctx),
    fail: (asked, failure, state) => lost(batchesKey(asked.payload.assignmentId))(asked, failure, state),
  }),
  effect({
    ...said,
    name: 'assignments.takeNext',
    on: takeRequested,
    request: async (asked, ctx) => (await calls()).takeNext(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.carryCheckIn',
    on: checkInRequested,
    request: async (asked, ctx) => (await calls()).checkIn(asked, ctx),
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
    request: async (asked, ctx) => (await calls()).move(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.create',
    on: createRequested,
    timeout: 30_000,
    request: async (asked, ctx) => (await calls()).create(asked, ctx),
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
    request: async (asked, ctx) => (await calls()).update(asked, ctx),
    fail: refused(),
  }),
  effect({
    ...said,
    name: 'assignments.delete',
    on: deleteRequested,
    request: async (asked, ctx) => (await calls()).remove(asked, ctx),
    fail: refused('Failed to delete assignment'),
  }),
  effect({
    ...said,
    name: 'assignments.controlSplit',
    on: splitControlled,
    request: async (asked, ctx) => (await calls()).control(asked, ctx),
    fail: refused(),
  }),
]
