/** Sends files in chunks that the server acknowledges durably, one file after the other. */
import { discardUpload, listExceptions, listUploads } from '#contracts/collect.ts'
import { confirmUpload, failUpload, noteStopped, requestUnfinished } from '../commands/collect.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestJobs, requestProgress } from '../commands/jobs.ts'
import { addToast } from '../commands/toasts.ts'
import {
  exceptionsRequested,
  unfinishedRequested,
  uploadDiscarded,
  uploadQueued,
  uploadResumed,
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
import type { RootState } from '../stores/root.ts'
import { effect, type RequestContext } from './define.ts'
import { uploadFile } from './upload.ts'

const retry = { times: 5, base: 500, cap: 8_000 } as const
const pageLimit = 200

type Sent = { readonly jobId: number } | 'stopped' | 'lost'

async function send(upload: UploadState, ctx: RequestContext, commandId: string): Promise<Sent> {
  const { projectId, custodianId, fileName, uploadKey } = upload
  const file = ctx.cached(pickedFiles, uploadKey)
  if (!file) return 'lost'
  return uploadFile({
    call: ctx.call,
    file,
    fileName,
    projectId,
    custodianId,
    commandId,
    progress: ctx.progress,
    stopped: () => ctx.state().collect.uploads[uploadKey]?.phase !== 'sending',
  })
}

const became = (uploadKey: string, sent: Sent, { collect }: RootState): readonly CommandInput[] => {
  const upload = collect.uploads[uploadKey]
  const projectId = upload?.projectId ?? 0
  if (sent === 'stopped') return [noteStopped({ uploadKey }), requestUnfinished({ projectId })]
  if (sent === 'lost') {
    return [failUpload({ uploadKey, message: 'The file is no longer at hand: choose it again to go on.' })]
  }
  return [
    confirmUpload({ uploadKey, jobId: sent.jobId }),
    addToast({ kind: 'success', message: `${upload?.fileName ?? 'The file'} has arrived; its import runs` }),
    requestJobs({ projectId }),
    requestProgress({ projectId }),
    requestUnfinished({ projectId }),
  ]
}

const uploadOf = (
  { payload, commandId }: Envelope<{ uploadKey: string }>,
  ctx: RequestContext,
): Promise<Sent> => {
  const upload = ctx.state().collect.uploads[payload.uploadKey]
  return upload ? send(upload, ctx, commandId) : Promise.resolve('stopped')
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

export const collectEffects = [sendQueued, sendResumed, discard, fetchUnfinished, fetchExceptions]
