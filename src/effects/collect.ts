/** Sends files in chunks that the server acknowledges durably, one file after the other. */
import { discardUpload, listExceptions, listUploads } from '#contracts/collect.ts'
import { confirmUpload, failUpload, noteStopped, requestUnfinished } from '../commands/collect.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestJobs, requestProgress } from '../commands/jobs.ts'
import { addToast, updateToast } from '../commands/toasts.ts'
import {
  exceptionsRequested,
  unfinishedRequested,
  uploadDiscarded,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
} from '../events/catalog/collect.ts'
import type { Envelope } from '../events/envelope.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import {
  exceptions,
  exceptionsKey,
  pickedFiles,
  type UploadState,
  unfinishedKey,
  unfinishedUploads,
} from '../stores/collect.ts'
import { progress } from '../stores/network.ts'
import type { RootState } from '../stores/root.ts'
import { effect, type RequestContext } from './define.ts'

const retry = { times: 5, base: 500, cap: 8_000 } as const
const pageLimit = 200

const arrivals = 'arrived:'

type Sent = { readonly jobId: number } | 'stopped' | 'lost' | 'overtaken'

const became = (uploadKey: string, sent: Sent, state: RootState): readonly CommandInput[] => {
  const upload = state.collect.uploads[uploadKey]
  const projectId = upload?.projectId ?? 0
  if (sent === 'stopped') return [noteStopped({ uploadKey }), requestUnfinished({ projectId })]
  if (sent === 'overtaken') return []
  if (sent === 'lost') {
    return [failUpload({ uploadKey, message: 'The file is no longer at hand: choose it again to go on.' })]
  }
  return [
    confirmUpload({ uploadKey, jobId: sent.jobId }),
    arrivalToast(uploadKey, state),
    requestJobs({ projectId }),
    requestProgress({ projectId }),
    requestUnfinished({ projectId }),
  ]
}

/** One message for files that arrive one soon after the other: it is written anew for as long as it shows. */
function arrivalToast(uploadKey: string, { collect, toasts }: RootState): CommandInput {
  const kind = 'success'
  const standing = [...toasts.shown, ...toasts.queued].find(({ toastId }) => toastId.startsWith(arrivals))
  if (!standing) {
    const fileName = collect.uploads[uploadKey]?.fileName ?? 'The file'
    const message = `${fileName} has arrived; its import runs`
    return addToast({ toastId: `${arrivals}${uploadKey}`, kind, message })
  }
  const { toastId, revision } = standing
  return updateToast({ toastId, kind, message: `${revision + 2} files have arrived; their imports run` })
}

/** One run for each time it is told to go: once it was stopped and told again, the earlier one has nothing to say. */
async function uploadOf(
  { payload: { uploadKey }, commandId }: Envelope<{ uploadKey: string }>,
  ctx: RequestContext,
): Promise<Sent> {
  const own = (): UploadState | undefined => {
    const upload = ctx.state().collect.uploads[uploadKey]
    return upload?.commandId === commandId ? upload : undefined
  }
  const upload = own()
  if (upload === undefined || upload.phase === 'finished') return 'overtaken'
  const file = ctx.cached(pickedFiles, uploadKey)
  if (!file) return 'lost'
  const { projectId, custodianId, fileName } = upload
  // Fetched when something is uploaded: most who review never do.
  const { uploadFile } = await import('./upload.ts')
  const sent = await uploadFile({
    call: ctx.call,
    file,
    fileName,
    projectId,
    custodianId,
    commandId,
    progress: ctx.progress,
    stopped: () => own()?.phase !== 'sending',
  })
  return sent === 'stopped' && own() === undefined ? 'overtaken' : sent
}

const oneByOne = {
  strategy: 'queue',
  // Uploading goes on while one works in another project; it ends with the session.
  scope: 'session',
  retry,
} as const

const sendQueued = effect({
  ...oneByOne,
  name: 'collect.send',
  on: uploadQueued,
  key: () => 'uploads',
  request: uploadOf,
  done: ({ payload: { uploadKey } }, sent, state) => ({ commands: became(uploadKey, sent, state) }),
  fail: ({ payload: { uploadKey } }, { message }) => ({ commands: [failUpload({ uploadKey, message })] }),
})

const sendResumed = effect({
  ...oneByOne,
  name: 'collect.sendOn',
  on: uploadResumed,
  key: () => 'uploads',
  request: uploadOf,
  done: ({ payload: { uploadKey } }, sent, state) => ({ commands: became(uploadKey, sent, state) }),
  fail: ({ payload: { uploadKey } }, { message }) => ({ commands: [failUpload({ uploadKey, message })] }),
})

/** What waits for its turn has stopped as soon as it is told to; what is being sent says so itself. */
const stopWaiting = effect({
  name: 'collect.stopWaiting',
  on: uploadStopAsked,
  strategy: 'every',
  request: async ({ payload: { uploadKey } }, { state, cached }) => {
    const upload = state().collect.uploads[uploadKey]
    return upload !== undefined && cached(progress, upload.commandId) === undefined
  },
  done: ({ payload: { uploadKey } }, waits) => (waits ? { commands: [noteStopped({ uploadKey })] } : {}),
  fail: () => ({}),
})

const discard = effect({
  name: 'collect.discard',
  on: uploadDiscarded,
  strategy: 'queue',
  retry,
  request: async ({ payload: { projectId, uploadId, fileName, size, custodianId } }, { call }) => {
    const found =
      uploadId ??
      (await call(listUploads, { projectId })).data.find(
        (one) => one.fileName === fileName && one.size === size && one.custodianId === custodianId,
      )?.uploadId
    if (found !== undefined) await call(discardUpload, { projectId, params: { uploadId: found } })
  },
  done: ({ payload: { projectId } }) => ({ commands: [requestUnfinished({ projectId })] }),
  fail: (_, { message }) => ({ commands: [addToast({ kind: 'error', message })] }),
})

const fetchUnfinished = effect({
  name: 'collect.fetchUnfinished',
  on: unfinishedRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId } }, { call }) => call(listUploads, { projectId }),
  done: ({ payload: { projectId } }, { data }) => ({
    cache: [
      write(unfinishedUploads, unfinishedKey(projectId), data),
      write(failures, unfinishedKey(projectId), null),
    ],
  }),
  fail: ({ payload: { projectId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, unfinishedKey(projectId), failureOf(failure))] },
})

/** The first page replaces what is held; a page `after` is added to it. */
const fetchExceptions = effect({
  name: 'collect.fetchExceptions',
  on: exceptionsRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload: { projectId, jobId, after } }, { call, cached }) => {
    const { data, totalCount } = await call(listExceptions, {
      projectId,
      query: {
        limit: pageLimit,
        ...(jobId === null ? {} : { jobId }),
        ...(after === null ? {} : { after }),
      },
    })
    const held = after === null ? [] : (cached(exceptions, exceptionsKey(projectId, jobId))?.rows ?? [])
    return { rows: [...held, ...data], totalCount }
  },
  done: ({ payload: { projectId, jobId } }, page) => ({
    cache: [
      write(exceptions, exceptionsKey(projectId, jobId), page),
      write(failures, exceptionsKey(projectId, jobId), null),
    ],
  }),
  fail: ({ payload: { projectId, jobId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, exceptionsKey(projectId, jobId), failureOf(failure))] },
})

export const collectEffects = [
  sendQueued,
  sendResumed,
  stopWaiting,
  discard,
  fetchUnfinished,
  fetchExceptions,
]
