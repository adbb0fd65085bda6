/** Facts about bringing material in: uploads from this browser, and looking at what could not be read. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofUpload = { uploadKey: z.string() }
const stream = (p: { uploadKey: string }) => `upload:${p.uploadKey}`
const own = { log: 'account', stream } as const

/** One file was handed over. `uploadKey` is the browser's name for it; the server gives `uploadId` on its first answer. */
export const uploadQueued = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadQueued',
  payload: z.strictObject({
    ...ofUpload,
    tabId: z.string(),
    projectId: z.int(),
    custodianId: z.int(),
    fileName: z.string(),
    size: z.int(),
  }),
})

/** An upload that had stopped goes on where the server's bytes end. */
export const uploadResumed = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadResumed',
  payload: z.strictObject({ ...ofUpload, tabId: z.string() }),
})

/** Asked to stop; it does so after the chunk that is under way. */
export const uploadStopAsked = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadStopAsked',
  payload: z.strictObject(ofUpload),
})

export const uploadFinished = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadFinished',
  payload: z.strictObject({ ...ofUpload, jobId: z.int() }),
})

export const uploadFailed = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadFailed',
  payload: z.strictObject({ ...ofUpload, message: z.string() }),
})

export const uploadStopped = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadStopped',
  payload: z.strictObject(ofUpload),
})

/** Thrown away whole, here and on the server. */
export const uploadDiscarded = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadDiscarded',
  payload: z.strictObject({
    ...ofUpload,
    projectId: z.int(),
    /** The server's name for it, where it is known; else it is found by file, size and custodian. */
    uploadId: z.nullable(z.string()),
    fileName: z.string(),
    size: z.int(),
    custodianId: z.int(),
  }),
})

/** Finished uploads leave the list. */
export const uploadsCleared = event({
  log: 'account',
  retention: 'session',
  stream: () => 'uploads',
  type: 'collect.uploadsCleared',
  payload: z.strictObject({}),
})

export const unfinishedRequested = event({
  log: 'account',
  retention: 'session',
  stream: (p) => `project:${p.projectId}:uploads`,
  type: 'collect.unfinishedRequested',
  payload: z.strictObject({ projectId: z.int() }),
})

export const exceptionsRequested = event({
  log: 'account',
  retention: 'session',
  stream: (p) => `project:${p.projectId}:exceptions`,
  type: 'collect.exceptionsRequested',
  payload: z.strictObject({ projectId: z.int(), jobId: z.nullable(z.int()), after: z.nullable(z.int()) }),
})
