/** Facts about bringing material in: uploads from this browser, and looking at what could not be processed. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofUpload = { uploadKey: z.string() }
const stream = (p: { uploadKey: string }) => `upload:${p.uploadKey}`
const own = { log: 'account', stream } as const

/**
 * Files were handed over at once: one, or a folder of thousands. `uploadKey` is the browser's name for them all; their
 * bytes wait in this tab's memory. In version 1 each file was an upload of its own, for a custodian.
 */
export const uploadQueued = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadQueued',
  version: 3,
  payload: z.strictObject({
    ...ofUpload,
    tabId: z.string(),
    projectId: z.int(),
    /** Null where it was queued before there were sources. */
    sourceId: z.nullable(z.int()),
    title: z.string(),
    files: z.int(),
    bytes: z.int(),
    /** The exception whose file it takes the place of. */
    replaces: z.nullable(z.int()),
    /** Of an entry of an attached archive that the exception is about, and not of all of that. */
    entry: z.boolean(),
    /** The cut one that it goes on with. */
    continues: z.nullable(z.string()),
    /** What of it the browser could not read, and has not sent: how many, and by their paths as many as are kept. */
    unread: z.strictObject({ count: z.int(), paths: z.array(z.string()) }),
  }),
  upcasts: [
    (first) => {
      const { uploadKey, tabId, projectId, fileName: title, size: bytes } = Object(first)
      return {
        uploadKey,
        tabId,
        projectId,
        sourceId: null,
        title,
        files: 1,
        bytes,
        replaces: null,
        continues: null,
      }
    },
    // Version 2 was never of an entry alone, and had forgotten what could not be read.
    (second) => ({ ...Object(second), entry: false, unread: { count: 0, paths: [] } }),
  ],
})

/** An upload that had stopped goes on: what the server has of it is not sent again. */
export const uploadResumed = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadResumed',
  payload: z.strictObject({ ...ofUpload, tabId: z.string() }),
})

/** Asked to stop; it does so after the chunks that are under way. */
export const uploadStopAsked = event({
  ...own,
  retention: 'session',
  type: 'collect.uploadStopAsked',
  payload: z.strictObject(ofUpload),
})

/** All that could be sent has arrived. `known` were there before; the job is null where they wait to be processed. */
export const uploadFinished = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadFinished',
  version: 2,
  payload: z.strictObject({
    ...ofUpload,
    sent: z.int(),
    known: z.int(),
    failed: z.int(),
    jobId: z.nullable(z.int()),
  }),
  upcasts: [(first) => ({ ...Object(first), sent: 1, known: 0, failed: 0 })],
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

/** Thrown away here; what of it the server has in part goes too, and what has arrived whole stays. */
export const uploadDiscarded = event({
  ...own,
  retention: 'audit',
  type: 'collect.uploadDiscarded',
  version: 2,
  payload: z.strictObject({
    ...ofUpload,
    projectId: z.int(),
    /** The server's name for one file of an earlier session. */
    uploadId: z.nullable(z.string()),
  }),
  upcasts: [
    (first) => {
      const { uploadKey, projectId, uploadId } = Object(first)
      return { uploadKey, projectId, uploadId }
    },
  ],
})

/** Finished uploads leave the list. */
export const uploadsCleared = event({
  log: 'account',
  retention: 'session',
  stream: () => 'uploads',
  type: 'collect.uploadsCleared',
  payload: z.strictObject({}),
})

/** Exceptions of a project for which all of this is true; null leaves none out. */
export const whichExceptions = {
  projectId: z.int(),
  jobId: z.nullable(z.int()),
  /** One of the contract's subjects, categories, codes, severities and resolutions; null: all. */
  about: z.nullable(z.string()),
  category: z.nullable(z.string()),
  code: z.nullable(z.string()),
  severity: z.nullable(z.string()),
  custodianId: z.nullable(z.int()),
  resolution: z.nullable(z.string()),
}

/** They are taken as they are, for a reason. */
export const acceptAsked = event({
  log: 'account',
  retention: 'audit',
  stream: (p) => `project:${p.projectId}:accept`,
  type: 'collect.acceptAsked',
  payload: z.strictObject({ projectId: z.int(), exceptionIds: z.array(z.int()), note: z.string() }),
})

/** All open ones that a filter matches are, in one act; `seen`: so many of them were there to be seen. */
export const acceptMatchingAsked = event({
  log: 'account',
  retention: 'audit',
  stream: (p) => `project:${p.projectId}:accept`,
  type: 'collect.acceptMatchingAsked',
  payload: z.strictObject({
    ...whichExceptions,
    seen: z.int().check(z.positive()),
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
})

/** Something was done about exceptions of a project: lists of them that were made before are out of date. */
export const exceptionsSettled = event({
  log: 'account',
  retention: 'session',
  stream: (p) => `project:${p.projectId}:accept`,
  type: 'collect.exceptionsSettled',
  payload: z.strictObject({ projectId: z.int() }),
})
