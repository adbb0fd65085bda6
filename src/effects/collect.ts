/**
 * Carries uploads and what is asked about them. What it calls is fetched when it is first needed: most who review never
 * bring anything in.
 */
import { failUpload, noteSettled, noteStopped } from '../commands/collect.ts'
import {
  acceptAsked,
  acceptMatchingAsked,
  exceptionFiguresRequested,
  exceptionsRequested,
  leftOutRequested,
  unfinishedRequested,
  uploadDiscarded,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
} from '../events/catalog/collect.ts'
import type { Envelope } from '../events/envelope.ts'
import {
  exceptionFiguresKey,
  exceptionsKey,
  leftOutKey,
  unfinishedKey,
  uploadProgress,
} from '../stores/collect.ts'
import { effect, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const retry = { times: 5, base: 500, cap: 8_000 } as const
export const calls = later(() => import('./collect-calls.ts'))

/** One after the other: each has its lanes. */
const sending = {
  strategy: 'queue',
  // Uploading goes on while one works in another project; it ends with the session.
  scope: 'session',
  retry,
  key: () => 'uploads',
  request: async (envelope: Envelope<{ uploadKey: string }>, ctx: RequestContext) =>
    (await calls()).sendUpload(envelope, ctx),
  done: told,
  fail: ({ payload: { uploadKey } }: Envelope<{ uploadKey: string }>, { message }: CallFailure) => ({
    commands: [failUpload({ uploadKey, message })],
  }),
} as const

const sendQueued = effect({ ...sending, name: 'collect.send', on: uploadQueued })
const sendResumed = effect({ ...sending, name: 'collect.sendOn', on: uploadResumed })

/** What waits for its turn has stopped as soon as it is told to; what is being sent says so itself. */
const stopWaiting = effect({
  name: 'collect.stopWaiting',
  on: uploadStopAsked,
  strategy: 'every',
  request: async ({ payload: { uploadKey } }, { state, cached }) => {
    const upload = state().collect.uploads[uploadKey]
    return upload !== undefined && cached(uploadProgress, upload.commandId) === undefined
  },
  done: ({ payload: { uploadKey } }, waits) => (waits ? { commands: [noteStopped({ uploadKey })] } : {}),
  fail: () => ({}),
})

const discard = effect({
  name: 'collect.discard',
  on: uploadDiscarded,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).discard(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

const fetchUnfinished = effect({
  name: 'collect.fetchUnfinished',
  on: unfinishedRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload: { projectId } }, ctx) => (await calls()).readUnfinished(projectId, ctx),
  done: told,
  fail: ({ payload: { projectId } }, failure) => missed(unfinishedKey(projectId), failure),
})

const fetchExceptions = effect({
  name: 'collect.fetchExceptions',
  on: exceptionsRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload }, ctx) => (await calls()).readExceptions(payload, ctx),
  done: told,
  fail: ({ payload }, failure) => missed(exceptionsKey(payload), failure),
})

const fetchFigures = effect({
  name: 'collect.fetchExceptionFigures',
  on: exceptionFiguresRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload }, ctx) => (await calls()).readExceptionFigures(payload, ctx),
  done: told,
  fail: ({ payload: { projectId, jobId } }, failure) =>
    missed(exceptionFiguresKey(projectId, jobId), failure),
})

const fetchLeftOut = effect({
  name: 'collect.fetchLeftOut',
  on: leftOutRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload }, ctx) => (await calls()).readLeftOut(payload, ctx),
  done: told,
  fail: ({ payload }, failure) => missed(leftOutKey(payload), failure),
})

const accept = effect({
  name: 'collect.accept',
  on: acceptAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).accept(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

const acceptMatching = effect({
  name: 'collect.acceptMatching',
  on: acceptMatchingAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).acceptMatching(payload, ctx),
  done: told,
  // Where others are open by now they are to be seen.
  fail: ({ payload: { projectId } }, failure) => {
    const { commands = [], ...rest } = refused(failure)
    return { ...rest, commands: [...commands, noteSettled({ projectId })] }
  },
})

export const collectEffects = [
  sendQueued,
  sendResumed,
  stopWaiting,
  discard,
  fetchUnfinished,
  fetchExceptions,
  fetchFigures,
  fetchLeftOut,
  accept,
  acceptMatching,
]
