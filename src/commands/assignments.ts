/** Working through assignments batch by batch, and giving them out. */
import * as z from 'zod/mini'
import {
  assignmentLimits,
  type BatchStatus,
  batchStatus,
  createAssignment as createCall,
  updateAssignment as updateCall,
} from '#contracts/assignments.ts'
import { id } from '#contracts/ids.ts'
import { pickCount, picksOf } from '../events/bulk/picks.ts'
import {
  answered,
  batchName,
  batchOpened,
  checkInRefused,
  checkInRequested,
  createBegun,
  created,
  createRefused,
  createRequested,
  deleteRequested,
  fetchFailed,
  fetchRecovered,
  moveRequested,
  splitControlled,
  splitEnded,
  takeRequested,
  updateRequested,
} from '../events/catalog/assignments.ts'
import type { Draft } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'
import { documentsOf } from './bulk.ts'
import { command, isRejection, type Rejection, reject } from './define.ts'
import { search } from './review-list.ts'
import { acting, answeredIn } from './review-moving.ts'

const never = { capture: 'never' } as const
const mayNot = 'Assignments are made and given out by review managers.'

/** Shows a batch in the list, in the tab that asked for it. */
export const openBatch = command({
  ...never,
  type: 'assignments.openBatch',
  payload: z.extend(batchName, { tabId: z.optional(z.string()) }),
  decide: (state, { tabId, batchId, number, assignmentName }, ctx) => {
    const asked = { queryString: '', includeFamily: false, filter: 'all', batchId, openAt: 0 } as const
    const found = search.decide(state, asked, { ...ctx, tabId: tabId ?? ctx.tabId })
    return isRejection(found) ? found : [batchOpened({ batchId, number, assignmentName }), ...found]
  },
  label: ({ number, assignmentName }) => `Open batch ${number} of ${assignmentName}`,
})

export const takeBatch = command({
  ...never,
  type: 'assignments.take',
  payload: z.object({ assignmentId: id }),
  decide: (state, { assignmentId }, { tabId, can }) => {
    if (!can('batch.take')) return reject('Your role takes no batches.')
    // Whoever asks now waits for it now: it is not taken for him at some later time.
    if (!state.network.online)
      return reject('A batch is checked out from the server, which cannot be reached now.')
    return once(state, takeRequested({ assignmentId, tabId }))
  },
  label: () => 'Take the next batch',
})

export const checkIn = command({
  ...never,
  type: 'assignments.checkIn',
  payload: checkInRequested.payload,
  decide: (state, payload) => once(state, checkInRequested(payload)),
  label: ({ as }) => (as === 'Completed' ? 'Check in a batch' : 'Check in a batch as pending'),
})

const isFree = (status: BatchStatus): boolean => status === 'NotStarted' || status === 'Pending'

/** Gives free batches to a reviewer, moves batches that somebody has to another, or (null) takes them back. */
export const moveBatches = command({
  ...never,
  type: 'assignments.move',
  payload: z.object({
    assignmentId: id,
    batches: z.array(z.object({ batchId: id, status: batchStatus })),
    userId: z.nullable(id),
  }),
  decide: (state, { assignmentId, batches, userId }, { can }) => {
    if (!can('assignment.manage')) return reject(mayNot)
    const free = batches.filter(({ status }) => isFree(status)).length
    if (batches.length === 0) return reject('No batch is chosen.')
    if (batches.length > assignmentLimits.batches)
      return reject(`At most ${assignmentLimits.batches} batches are given out at once.`)
    if (free > 0 && (free < batches.length || userId === null))
      return reject('Some of these batches are with nobody: choose either those, or those that somebody has.')
    const batchIds = batches.map(({ batchId }) => batchId)
    return once(state, moveRequested({ assignmentId, batchIds, userId, from: free > 0 ? 'free' : 'held' }))
  },
  label: ({ batches, userId }) =>
    `${userId === null ? 'Return' : 'Assign'} ${batches.length} ${batches.length === 1 ? 'batch' : 'batches'}`,
})

export const beginAssignment = command({
  ...never,
  type: 'assignments.begin',
  payload: z.object({}),
  decide: (_, __, { tabId }) => [createBegun({ tabId })],
  label: () => 'New assignment',
})

/** Of the whole result in the list, or of what is picked in it. */
export const createAssignment = command({
  ...never,
  type: 'assignments.create',
  payload: z.extend(z.omit(createCall.body, { correlationId: true, documents: true, searchCriteria: true }), {
    of: z.enum(['result', 'picked']),
  }),
  decide: (state, { of, ...asked }, { tabId, can }) => {
    if (!can('assignment.manage')) return reject(mayNot)
    if (state.assignments.making[tabId]?.phase === 'sending') return reject('The assignment is being made.')
    const list = answeredIn(state, acting(state, tabId))
    if (list === null || list.totalCount === 0) return reject('There is no document in the list.')
    const picks = of === 'picked' ? picksOf(state.bulk, tabId, list.snapshotId) : null
    if (of === 'picked' && pickCount(picks, list.totalCount) === 0) return reject('No document is picked.')
    const documents = picks === null ? { snapshotId: list.snapshotId, except: [] } : documentsOf(picks)
    const searchCriteria = 'ids' in documents ? null : (list.answers ?? list).query
    return [createRequested({ ...asked, tabId, documents, searchCriteria })]
  },
  label: ({ assignmentName }) => `Create assignment ${assignmentName}`,
})

export const updateAssignment = command({
  ...never,
  type: 'assignments.update',
  payload: z.extend(z.omit(updateCall.body, { correlationId: true }), { assignmentId: id }),
  decide: (state, payload, { can }) =>
    can('assignment.manage') ? once(state, updateRequested(payload)) : reject(mayNot),
  label: ({ assignmentName }) => `Save the assignment ${assignmentName}`,
})

export const deleteAssignment = command({
  ...never,
  type: 'assignments.delete',
  payload: z.object({ assignmentId: id }),
  decide: (state, payload, { can }) =>
    can('assignment.manage') ? once(state, deleteRequested(payload)) : reject(mayNot),
  label: () => 'Delete an assignment',
})

export const controlSplit = command({
  ...never,
  type: 'assignments.controlSplit',
  payload: splitControlled.payload,
  decide: (state, payload, { can }) =>
    can('assignment.manage') ? once(state, splitControlled(payload)) : reject(mayNot),
  label: ({ action }) => `${action} the splitting into batches`,
})

/** The server's answers, by the effects. */
export const confirmAsked = command({
  ...never,
  type: 'assignments.confirm',
  payload: answered.payload,
  decide: (_, payload) => [answered(payload)],
  label: ({ refused }) => refused ?? 'Done',
})

export const refuseCheckIn = command({
  ...never,
  type: 'assignments.refuseCheckIn',
  payload: z.object({ batchId: id, documentIds: z.array(id), totalCount: z.int(), message: z.string() }),
  decide: (_, { message, ...rest }) => {
    const draft = checkInRefused(rest)
    return [draft, answered({ of: draft.stream, refused: message })]
  },
  label: ({ message }) => message,
})

export const confirmCreated = command({
  ...never,
  type: 'assignments.confirmCreated',
  payload: created.payload,
  decide: (_, payload) => [created(payload)],
  label: ({ assignmentName }) => `${assignmentName} is being split into batches`,
})

export const refuseCreate = command({
  ...never,
  type: 'assignments.refuseCreate',
  payload: createRefused.payload,
  decide: (_, payload) => [createRefused(payload)],
  label: ({ message }) => message,
})

export const endSplit = command({
  ...never,
  type: 'assignments.endSplit',
  payload: splitEnded.payload,
  decide: ({ assignments }, payload) =>
    payload.assignmentId in assignments.splitting ? [splitEnded(payload)] : reject('Its end is known.'),
  label: () => 'An assignment has its batches',
})

export const failFetch = command({
  ...never,
  type: 'assignments.failFetch',
  payload: fetchFailed.payload,
  decide: ({ assignments }, payload) =>
    assignments.unreached ? reject('It has been said.') : [fetchFailed(payload)],
  label: ({ message }) => message,
})

export const recoverFetch = command({
  ...never,
  type: 'assignments.recoverFetch',
  payload: fetchRecovered.payload,
  decide: () => [fetchRecovered({})],
  label: () => 'Assignments come again',
})

/** What is on its way is not said twice. */
const once = ({ assignments }: RootState, draft: Draft): readonly Draft[] | Rejection =>
  assignments.sending[draft.stream] ? reject('It has been said: the answer is on its way.') : [draft]
