/** Bringing material in from this browser, and deciding about what could not be processed of it. */
import * as z from 'zod/mini'
import { maxAccepted } from '#contracts/collect.ts'
import {
  acceptAsked,
  acceptMatchingAsked,
  exceptionsSettled,
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
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const
const ofUpload = z.strictObject({ uploadKey: z.string() })
const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The files' bytes wait in `pickedFiles` under the same key; a command carries only what they are. */
export const queueUpload = command({
  ...never,
  type: 'collect.queueUpload',
  payload: z.strictObject({
    uploadKey: z.string(),
    projectId: z.int(),
    sourceId: z.int(),
    title: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** None where nothing that was chosen could be read: that alone goes on the record. */
    files: z.int().check(z.nonnegative()),
    bytes: z.int().check(z.nonnegative()),
    replaces: z.nullable(z.int()),
    /** Of an entry of an attached archive that the exception is about, and not of all of that. */
    entry: z.boolean(),
    continues: z.nullable(z.string()),
    unread: z.strictObject({ count: z.int().check(z.nonnegative()), paths: z.array(z.string()) }),
  }),
  decide: (_state, payload, { can, tabId }) => {
    if (!can('collect.manage')) return reject(noCollecting)
    if (payload.files + payload.unread.count === 0) return reject('Nothing was chosen.')
    return [uploadQueued({ ...payload, tabId })]
  },
  label: ({ title, files: count }) => `Upload ${title}, ${files(count)}`,
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

/** Of what runs in this tab nothing is thrown away; what a reload has cut runs nowhere. */
export const discardUpload = command({
  ...never,
  type: 'collect.discardUpload',
  payload: uploadDiscarded.payload,
  decide: (_state, payload) => [uploadDiscarded(payload)],
  label: () => 'Throw an unfinished upload away',
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
  label: ({ sent, jobId }) =>
    `${files(sent)} arrived${jobId === null ? '' : `; job ${jobId} processes them`}`,
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

export const acceptExceptions = command({
  ...never,
  type: 'collect.acceptExceptions',
  payload: z.strictObject({
    projectId: z.int(),
    exceptionIds: z.array(z.int()).check(z.minLength(1), z.maxLength(maxAccepted)),
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [acceptAsked(payload)] : reject(noCollecting),
  label: ({ exceptionIds: { length } }) => `Accept ${length} exception${length === 1 ? '' : 's'}`,
})

export const acceptMatching = command({
  ...never,
  type: 'collect.acceptMatching',
  payload: acceptMatchingAsked.payload,
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [acceptMatchingAsked(payload)] : reject(noCollecting),
  label: ({ seen }) => `Accept all ${seen} open exceptions that are listed`,
})

/** By the effect: lists of exceptions are to be asked for again. */
export const noteSettled = command({
  ...never,
  type: 'collect.noteSettled',
  payload: exceptionsSettled.payload,
  decide: (_state, payload) => [exceptionsSettled(payload)],
  label: () => 'Exceptions were settled',
})
