/** Assignments, their batches and who reviews, as the server has them. */
import * as z from 'zod/mini'
import {
  type Assignment,
  assignedAssignments,
  assignmentReviewers,
  type Batch,
  listAssignments,
  listBatches,
  unfinishedBatches,
} from '#contracts/assignments.ts'
import { getStanding } from '#contracts/batch-standing.ts'
import type { ReplyOf } from '#contracts/call.ts'
import { id } from '#contracts/ids.ts'
import { settledStates } from '#contracts/jobs.ts'
import { endSplit, failFetch, recoverFetch } from '../commands/assignments.ts'
import { noteStanding } from '../commands/batch-standing.ts'
import type { CommandInput } from '../commands/define.ts'
import { addToast } from '../commands/toasts.ts'
import type { Outcome } from '../effects/define.ts'
import { type CallFailure, wordsOf } from '../effects/failure.ts'
import type { AssignmentsState } from '../stores/assignments.ts'
import type { RootState } from '../stores/root.ts'
import { read } from './read.ts'

export type Reviewer = ReplyOf<typeof assignmentReviewers>['data'][number]

/** That the server is reached again is said once. */
const recovered = ({ assignments }: RootState): readonly CommandInput[] =>
  assignments.unreached ? [recoverFetch({})] : []

/** Asked for every few seconds: that nothing comes is said with the first. */
function lost(failure: CallFailure, _: unknown, { assignments }: RootState): Outcome {
  if (failure.kind === 'canceled' || assignments.unreached) return {}
  const message = wordsOf(failure, 'Failed to fetch assignments')
  return { commands: [failFetch({ message }), addToast({ kind: 'error', message })] }
}

const looked = {
  log: 'project',
  also: (_value: unknown, _asked: unknown, state: RootState): Outcome => ({ commands: recovered(state) }),
  otherwise: lost,
} as const

/** What is open to this reviewer, and what he holds. */
export const myBatches = read({
  ...looked,
  name: 'assignments.mine',
  event: 'assignments.mineAsked',
  label: 'Look up your batches',
  payload: z.object({}),
  ask: async (_, { call }) => {
    const [held, offered] = await Promise.all([call(unfinishedBatches), call(assignedAssignments)])
    return { held: held.data, offered: offered.data }
  },
})

/** Whether the batch in the list is still checked out to this person. Commands that would save in it go by that. */
export const standing = read({
  log: 'project',
  name: 'assignments.standing',
  event: 'assignments.standingAsked',
  label: 'Look whether the batch is still yours',
  payload: z.object({ batchId: id }),
  limit: 4,
  ask: ({ batchId }, { call }) => call(getStanding, { query: { batchId } }),
  also: (value) => ({ commands: [noteStanding(value)] }),
})

export const assignmentList = read({
  ...looked,
  name: 'assignments.list',
  event: 'assignments.listAsked',
  label: 'Look up assignments',
  payload: z.object({}),
  ask: async (_, { call }) => (await call(listAssignments)).data,
  also: (value, _, state) => ({ commands: [...recovered(state), ...splitUp(value, state.assignments)] }),
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

export const reviewers = read({
  ...looked,
  name: 'assignments.reviewers',
  event: 'assignments.reviewersAsked',
  label: 'Look up who reviews',
  payload: z.object({}),
  ask: async (_, { call }) => (await call(assignmentReviewers)).data,
})

/** The most batches of an answer. */
const pageLimit = 500

export const batchesOf = read({
  ...looked,
  name: 'assignments.batches',
  event: 'assignments.batchesAsked',
  label: 'Look up the batches of an assignment',
  /** The first so many of them. */
  payload: z.object({ assignmentId: id, count: z.int() }),
  of: ({ assignmentId }) => ({ assignmentId }),
  limit: 4,
  ask: async ({ assignmentId, count }, { call }) => {
    const data: Batch[] = []
    for (;;) {
      const limit = Math.min(pageLimit, count - data.length)
      const after = data.at(-1)?.number ?? 0
      const page = await call(listBatches, { query: { assignmentId, after, limit } })
      data.push(...page.data)
      if (data.length >= count || page.data.length < limit) return { data, totalCount: page.totalCount }
    }
  },
})
