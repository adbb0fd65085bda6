/** Facts about lists of known files: uploaded, taken away. Their bytes are in none of them. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofProject = { projectId: z.int() }
const audit = { log: 'account', retention: 'audit' } as const
const ofUpload = (p: { uploadKey: string }) => `hash-list:${p.uploadKey}`

export const uploadAsked = event({
  ...audit,
  type: 'hashLists.uploadAsked',
  payload: z.strictObject({
    ...ofProject,
    uploadKey: z.string(),
    /** The list whose cut upload goes on; null: a new one. */
    hashListId: z.nullable(z.int()),
    name: z.string(),
    version: z.string(),
    fileName: z.string(),
  }),
  stream: ofUpload,
})

export const uploadStopped = event({
  ...audit,
  type: 'hashLists.uploadStopped',
  payload: z.strictObject({ uploadKey: z.string() }),
  stream: ofUpload,
})

/** It has come whole, or was stopped: the message is null; else it says why it did not. */
export const uploadEnded = event({
  ...audit,
  type: 'hashLists.uploadEnded',
  payload: z.strictObject({ uploadKey: z.string(), message: z.nullable(z.string()) }),
  stream: ofUpload,
})

/** Why it did not come was read. */
export const uploadDismissed = event({
  ...audit,
  retention: 'session',
  type: 'hashLists.uploadDismissed',
  payload: z.strictObject({ uploadKey: z.string() }),
  stream: ofUpload,
})

export const removalAsked = event({
  ...audit,
  type: 'hashLists.removalAsked',
  payload: z.strictObject({ ...ofProject, hashListId: z.int(), name: z.string() }),
  stream: (p) => `hash-list:${p.hashListId}`,
})
