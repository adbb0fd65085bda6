/** Assignments and batches on their way to the record, and what is said where it fails. */
import {
  assignBatches,
  checkInBatch,
  controlSplit,
  createAssignment,
  deleteAssignment,
  getBatch,
  notReviewed,
  reassignBatches,
  updateAssignment,
} from '#contracts/assignments.ts'
import {
  confirmAsked,
  confirmCreated,
  openBatch,
  refuseCheckIn,
  refuseCreate,
} from '../commands/assignments.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import {
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
import { shownPanel, viewOf } from '../stores/shell.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { type CallFailure, wordsOf } from './failure.ts'
import { asOutcome } from './outcomes.ts'

type Asked<E> = Envelope<PayloadOf<E>>

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
const said = { strategy: 'queue', delivery: 'once', retry, done: asOutcome } as const

const otherwise = 'Something went wrong'

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
    fail: (asked, failure, { shell }) => {
      const rest = failure.status === 409 ? notReviewed.safeParse(failure.data).data : undefined
      if (rest === undefined) return refused()(asked, failure)
      const { batchId } = asked.payload
      const documentIds = rest.documents.map(({ documentId }) => documentId)
      const { totalCount } = rest
      const refusal = refuseCheckIn({ batchId, documentIds, totalCount, message: failure.message })
      // The panel says which, in its own place.
      if (shownPanel(viewOf(shell, asked.tabId))?.id === 'assignment') return { commands: [refusal] }
      const { message } = failure
      const detail = 'The panel Assignments says which.'
      return { commands: [refusal, addToast({ kind: 'error', message, detail })] }
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
