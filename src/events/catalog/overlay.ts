/** Facts about files of values: looked at. Loading one is a change of many documents (bulk.requested). */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofFile = {
  log: 'project',
  retention: 'audit',
  stream: ({ overlayKey }: { overlayKey: string }) => `overlay:${overlayKey}`,
} as const

export const lookAsked = event({
  ...ofFile,
  type: 'overlay.lookAsked',
  payload: z.strictObject({
    overlayKey: z.string(),
    kind: z.enum(['fields', 'customIds']),
    fileName: z.string(),
    /** The heading of the column that says which documents; null: the first that is called like a key field. */
    key: z.nullable(z.string()),
    /** What that column holds; null: what its heading says. */
    by: z.nullable(z.string()),
    /** An empty cell clears the value; else it leaves it as it is. */
    clears: z.boolean(),
  }),
})

/** It was looked at: the message is null; else it says why it could not be. */
export const lookEnded = event({
  ...ofFile,
  type: 'overlay.lookEnded',
  payload: z.strictObject({
    overlayKey: z.string(),
    overlayId: z.nullable(z.int()),
    message: z.nullable(z.string()),
  }),
})
