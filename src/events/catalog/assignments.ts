/** Assignments and their batches: looked at, taken, worked through, given out. What the server knows of them is cache. */
import * as z from 'zod/mini'
import { checkInAs, createAssignment, updateAssignment } from '#contracts/assignments.ts'
import { id } from '#contracts/ids.ts'
import { jobAction } from '#contracts/jobs.ts'
import { event } from '../define.ts'

const looked = { log: 'project', retention: 'session' } as const

/** Assignments did not come, as they had before: it is said once, however often they are asked for. */
export const fetchFailed = event({
  ...looked,
  type: 'assignments.fetchFailed',
  payload: z.object({ message: z.string() }),
  stream: () => 'assignments',
})

export const fetchRecovered = event({
  ...looked,
  type: 'assignments.fetchRecovered',
  payload: z.object({}),
  stream: () => 'assignments',
})

/** What a batch is called. */
export const batchName = z.object({ batchId: id, number: z.int(), assignmentName: z.string() })

/** A tab's list is to show a batch. */
export const batchOpened = event({
  ...looked,
  type: 'assignments.batchOpened',
  payload: batchName,
  stream: ({ batchId }) => `batch:${batchId}`,
})

const changes = { log: 'project', retention: 'audit' } as const

/** Of what one thing that is asked for is a stream: what is on its way is known by it. */
export const streams = {
  take: (assignmentId: number) => `assignment:${assignmentId}:take`,
  /** Batches of it, given out or moved. */
  batches: (assignmentId: number) => `assignment:${assignmentId}:batches`,
  /** The assignment itself. */
  save: (assignmentId: number) => `assignment:${assignmentId}:save`,
  checkIn: (batchId: number) => `batch:${batchId}:checkIn`,
} as const

export const takeRequested = event({
  ...changes,
  type: 'assignments.takeRequested',
  /** The batch is opened in this tab. */
  payload: z.object({ assignmentId: id, tabId: z.string() }),
  stream: ({ assignmentId }) => streams.take(assignmentId),
})

export const checkInRequested = event({
  ...changes,
  type: 'assignments.checkInRequested',
  payload: z.object({ batchId: id, as: checkInAs }),
  stream: ({ batchId }) => streams.checkIn(batchId),
})

/** Not all of its documents are reviewed: the first of those that are not, and how many there are. */
export const checkInRefused = event({
  ...changes,
  type: 'assignments.checkInRefused',
  payload: z.object({ batchId: id, documentIds: z.array(id), totalCount: z.int() }),
  stream: ({ batchId }) => streams.checkIn(batchId),
})

export const moveRequested = event({
  ...changes,
  type: 'assignments.moveRequested',
  payload: z.object({
    assignmentId: id,
    batchIds: z.array(id),
    /** Null: taken back. */
    userId: z.nullable(id),
    /** As they stand: all of them free, or all of them with somebody. */
    from: z.enum(['free', 'held']),
  }),
  stream: ({ assignmentId }) => streams.batches(assignmentId),
})

export const updateRequested = event({
  ...changes,
  type: 'assignments.updateRequested',
  payload: z.extend(z.omit(updateAssignment.body, { correlationId: true }), { assignmentId: id }),
  stream: ({ assignmentId }) => streams.save(assignmentId),
})

export const deleteRequested = event({
  ...changes,
  type: 'assignments.deleteRequested',
  payload: z.object({ assignmentId: id }),
  stream: ({ assignmentId }) => streams.save(assignmentId),
})

/** The job that splits it is to go on, or to be tried again. */
export const splitControlled = event({
  ...changes,
  type: 'assignments.splitControlled',
  payload: z.object({ assignmentId: id, action: jobAction }),
  stream: ({ assignmentId }) => streams.save(assignmentId),
})

/** What was asked under this stream has been answered. */
export const answered = event({
  ...changes,
  type: 'assignments.answered',
  payload: z.object({
    of: z.string(),
    /** Why it was not done. */
    refused: z.nullable(z.string()),
  }),
  stream: ({ of }) => of,
})

const making = { ...changes, stream: ({ tabId }: { tabId: string }) => `assignment:new:${tabId}` } as const

/** An empty form in this tab. */
export const createBegun = event({
  ...making,
  retention: 'session',
  type: 'assignments.createBegun',
  payload: z.object({ tabId: z.string() }),
})

export const createRequested = event({
  ...making,
  type: 'assignments.createRequested',
  payload: z.extend(z.omit(createAssignment.body, { correlationId: true }), { tabId: z.string() }),
})

/** It is on the record, and this job splits it. */
export const created = event({
  ...making,
  type: 'assignments.created',
  payload: z.object({ tabId: z.string(), assignmentId: id, assignmentName: z.string() }),
})

export const createRefused = event({
  ...making,
  type: 'assignments.createRefused',
  payload: z.object({ tabId: z.string(), message: z.string() }),
})

/** Its batches can be taken, or its job has ended otherwise. */
export const splitEnded = event({
  ...changes,
  type: 'assignments.splitEnded',
  payload: z.object({ assignmentId: id }),
  stream: ({ assignmentId }) => streams.save(assignmentId),
})
