/** Bringing material in from this browser. */
import * as z from 'zod/mini'
import {
  exceptionsRequested,
  unfinishedRequested,
  uploadDiscarded,
  uploadFailed,
  uploadFinished,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
  uploadStopped,
  uploadsCleared,
} from '../events/catalog/collect.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const ofUpload = z.strictObject({ uploadKey: z.string() })

/** The file's bytes wait in `pickedFiles` under the same key; a command carries only what it is. */
export const queueUpload = command({
  ...never,
  type: 'collect.queueUpload',
  payload: z.strictObject({
    uploadKey: z.string(),
    projectId: z.int(),
    custodianId: z.int(),
    fileName: z.string().check(z.minLength(1), z.maxLength(1024)),
    size: z.int().check(z.nonnegative()),
  }),
  decide: (_state, payload, { can, tabId }) =>
    can('collect.manage')
      ? [uploadQueued({ ...payload, tabId })]
      : reject('Collecting needs litigation support or a stronger role.'),
  label: ({ fileName }) => `Upload ${fileName}`,
})

export const stopUpload = command({
  ...never,
  type: 'collect.stopUpload',
  payload: ofUpload,
  decide: ({ collect }, { uploadKey }) => {
    const phase = collect.uploads[uploadKey]?.phase
    return phase === 'sending' ? [uploadStopAsked({ uploadKey })] : reject('It is not being sent.')
  },
  label: () => 'Stop the upload',
})

export const resumeUpload = command({
  ...never,
  type: 'collect.resumeUpload',
  payload: ofUpload,
  decide: ({ collect }, { uploadKey }, { tabId }) => {
    const phase = collect.uploads[uploadKey]?.phase
    return phase === 'stopped' || phase === 'failed'
      ? [uploadResumed({ uploadKey, tabId })]
      : reject('It has not stopped.')
  },
  label: () => 'Go on with the upload',
})

export const discardUpload = command({
  ...never,
  type: 'collect.discardUpload',
  payload: uploadDiscarded.payload,
  decide: ({ collect }, payload) => {
    const phase = collect.uploads[payload.uploadKey]?.phase
    return phase === 'sending' || phase === 'stopping'
      ? reject('Stop the upload first.')
      : [uploadDiscarded(payload)]
  },
  label: ({ fileName }) => `Throw the upload ${fileName} away`,
})

export const clearUploads = command({
  ...never,
  type: 'collect.clearUploads',
  payload: z.strictObject({}),
  decide: () => [uploadsCleared({})],
  label: () => 'Clear finished uploads',
})

/** By the effect, with what became of it. */
export const confirmUpload = command({
  ...never,
  type: 'collect.confirmUpload',
  payload: uploadFinished.payload,
  decide: (_state, payload) => [uploadFinished(payload)],
  label: ({ jobId }) => `Uploaded; import is job ${jobId}`,
})

export const failUpload = command({
  ...never,
  type: 'collect.failUpload',
  payload: uploadFailed.payload,
  decide: (_state, payload) => [uploadFailed(payload)],
  label: ({ message }) => message,
})

export const noteStopped = command({
  ...never,
  type: 'collect.noteStopped',
  payload: ofUpload,
  decide: (_state, payload) => [uploadStopped(payload)],
  label: () => 'The upload has stopped',
})

export const requestUnfinished = command({
  ...never,
  type: 'collect.requestUnfinished',
  payload: unfinishedRequested.payload,
  decide: (_state, payload) => [unfinishedRequested(payload)],
  label: () => 'Look up unfinished uploads',
})

export const requestExceptions = command({
  ...never,
  type: 'collect.requestExceptions',
  payload: exceptionsRequested.payload,
  decide: (_state, payload) => [exceptionsRequested(payload)],
  label: () => 'Look up exceptions',
})
