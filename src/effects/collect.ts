import { acceptExceptions, discardUpload, listUploads } from '#contracts/collect.ts'
import { confirmUpload, failUpload, noteSettled, noteStopped } from '../commands/collect.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import {
  acceptAsked,
  acceptMatchingAsked,
  uploadDiscarded,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
} from '../events/catalog/collect.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { lookAt, looks, narrowingOf, unfinishedUploads } from '../reads/collect.ts'
import { projectJobs } from '../reads/jobs.ts'
import { write } from '../stores/cache.ts'
import { begunUploads, pickedFiles, type UploadState, uploadProgress } from '../stores/collect.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, toastError } from './outcomes.ts'
import { uploadMany } from './upload-many.ts'

export const sourcesAgain = (projectId: number): CommandInput =>
  looks.request(lookAt(projectId, { about: 'sources' }))
export const jobsAgain = (projectId: number): readonly CommandInput[] => [
  projectJobs.request({ projectId }),
  requestProgress({ projectId }),
]

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** One run for each time it is told to go: once it was stopped and told again, the earlier one has nothing to say. */
async function sendUpload(
  { payload: { uploadKey }, commandId }: Envelope<{ uploadKey: string }>,
  ctx: RequestContext,
): Promise<Outcome> {
  const own = (): UploadState | undefined => {
    const upload = ctx.state().collect.uploads[uploadKey]
    return upload?.commandId === commandId ? upload : undefined
  }
  const upload = own()
  if (upload === undefined || upload.phase === 'finished') return {}
  const { projectId, sourceId, replaces, entry, title, unread } = upload
  const stopped = { commands: [noteStopped({ uploadKey }), unfinishedUploads.request({ projectId })] }
  if (upload.phase !== 'sending') return stopped
  const picked = ctx.cached(pickedFiles, uploadKey) ?? []
  if ((picked.length === 0 && upload.files > 0) || sourceId === null) {
    const message = 'The files are no longer at hand: choose them again.'
    return { commands: [failUpload({ uploadKey, message })] }
  }
  const ended = await uploadMany({
    call: ctx.call,
    picked,
    projectId,
    sourceId,
    replaces,
    unread: unread.count,
    entry,
    commandId,
    tell: (course) => ctx.put(write(uploadProgress, commandId, course)),
    wait: ctx.rest,
    alone: ctx.alone,
    open: (uploadIds) => ctx.put(write(begunUploads, uploadKey, uploadIds)),
    stopped: () => own()?.phase !== 'sending',
  })
  if (ended === 'stopped') return own() === undefined ? {} : stopped
  const { sent, failed, jobId } = ended
  const [refusedFile] = replaces === null ? [] : (ctx.cached(uploadProgress, commandId)?.failed ?? [])
  const message =
    refusedFile === undefined
      ? [
          `${title}: ${counted(sent, 'file')} arrived`,
          failed > 0 ? `, ${counted(failed, 'file')} did not` : '',
          unread.count > 0 ? `, ${unread.count.toLocaleString('en-US')} could not be read here` : '',
          jobId === null ? '' : '; being processed',
        ].join('')
      : `${title}: ${refusedFile.message}`
  return {
    commands: [
      confirmUpload({ uploadKey, ...ended }),
      addToast({ kind: failed + unread.count > 0 ? 'warning' : 'success', message }),
      sourcesAgain(projectId),
      unfinishedUploads.request({ projectId }),
      ...jobsAgain(projectId),
      ...(replaces === null ? [] : [noteSettled({ projectId })]),
    ],
    // The bytes are of no use any more.
    cache: [write(pickedFiles, uploadKey, [])],
  }
}

/** Throws away what the server has of an upload in part: one file by its name there, or those that this tab has begun. */
export async function discard(
  { projectId, uploadKey, uploadId }: PayloadOf<typeof uploadDiscarded>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const begun = new Set(uploadId === null ? cached(begunUploads, uploadKey) : [uploadId])
  const { data } = await call(listUploads, { projectId })
  for (const one of data.filter((known) => begun.has(known.uploadId)))
    await call(discardUpload, { projectId, params: { uploadId: one.uploadId } })
  return {
    commands: [unfinishedUploads.request({ projectId }), sourcesAgain(projectId)],
    cache: [write(pickedFiles, uploadKey, []), write(begunUploads, uploadKey, [])],
  }
}

async function accept(
  { projectId, exceptionIds, note }: PayloadOf<typeof acceptAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { accepted } = await call(acceptExceptions, { projectId, body: { exceptionIds, note } })
  return saidAccepted(projectId, accepted)
}

async function acceptMatching(
  { seen, note, ...filter }: PayloadOf<typeof acceptMatchingAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { projectId } = filter
  const matching = { ...narrowingOf(filter), seen }
  const { accepted } = await call(acceptExceptions, { projectId, body: { matching, note } })
  return saidAccepted(projectId, accepted)
}

function saidAccepted(projectId: number, accepted: number): Outcome {
  const message = `${counted(accepted, 'exception')} accepted`
  return { commands: [noteSettled({ projectId }), addToast({ kind: 'success', message })] }
}

const retry = { times: 5, base: 500, cap: 8_000 } as const

/** One after the other: each has its lanes. */
const sending = {
  strategy: 'queue',
  // Uploading goes on while one works in another project; it ends with the session.
  scope: 'session',
  retry,
  key: () => 'uploads',
  request: async (envelope: Envelope<{ uploadKey: string }>, ctx: RequestContext) =>
    sendUpload(envelope, ctx),
  done: asOutcome,
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

const sendDiscard = effect({
  name: 'collect.discard',
  on: uploadDiscarded,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => discard(payload, ctx),
  done: asOutcome,
  fail: (_, failure) => toastError(failure),
})

const sendAccept = effect({
  name: 'collect.accept',
  on: acceptAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => accept(payload, ctx),
  done: asOutcome,
  fail: (_, failure) => toastError(failure),
})

const sendAcceptMatching = effect({
  name: 'collect.acceptMatching',
  on: acceptMatchingAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => acceptMatching(payload, ctx),
  done: asOutcome,
  // Where others are open by now they are to be seen.
  fail: ({ payload: { projectId } }, failure) => {
    const { commands = [], ...rest } = toastError(failure)
    return { ...rest, commands: [...commands, noteSettled({ projectId })] }
  },
})

export const collectEffects = [
  sendQueued,
  sendResumed,
  stopWaiting,
  sendDiscard,
  sendAccept,
  sendAcceptMatching,
]
