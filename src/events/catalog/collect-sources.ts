/** Facts about sources: making and changing them, and telling them what to do. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const name = z.string()
const path = z.array(name)

const form = { formKey: z.string() }
const saving = { log: 'account', stream: (p: { formKey: string }) => `source:${p.formKey}` } as const

export const sourceSaveAsked = event({
  ...saving,
  retention: 'audit',
  type: 'collect.sourceSaveAsked',
  version: 2,
  payload: z.strictObject({
    ...form,
    projectId: z.int(),
    /** Null: a new one. */
    sourceId: z.nullable(z.int()),
    name,
    /** Whose it is: one that is there, or a new one by name. */
    custodian: z.union([z.int(), name]),
    autoProcess: z.boolean(),
    autoPromote: z.boolean(),
    /** As it was seen; of a new one it says nothing. */
    version: z.int(),
  }),
  // Version 1 said none: all sources of its time have begun at 1.
  upcasts: [(first) => ({ version: 1, ...Object(first) })],
})

/** Kept, under this id; or refused: why, and what of the form, '' where it was not one field. */
export const sourceAnswered = event({
  ...saving,
  retention: 'audit',
  type: 'collect.sourceAnswered',
  payload: z.strictObject({
    ...form,
    answer: z.union([z.int(), z.strictObject({ message: z.string(), field: z.string() })]),
  }),
})

/** What a source is told: to go, to have what waits in it processed, to take a folder of the server in. */
export const sourceOrder = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('delete') }),
  z.strictObject({ is: z.literal('process') }),
  z.strictObject({ is: z.literal('collect'), root: z.int(), path }),
])

export const sourceTold = event({
  log: 'account',
  retention: 'audit',
  type: 'collect.sourceTold',
  payload: z.strictObject({ projectId: z.int(), sourceId: z.int(), name, order: sourceOrder }),
  stream: (p) => `source:${p.sourceId}`,
})
