/** Documents on their way between processing and review: what was asked of them, and looks at where they stand. */
import * as z from 'zod/mini'
import { chosenDocuments } from '#contracts/filter.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** Promote, filter out under a name, or take back: what is chosen, all that one filter filtered out, or a promotion. */
export const move = z.union([
  z.strictObject({ what: z.enum(['promote', 'restore']), of: chosenDocuments }),
  z.strictObject({ what: z.literal('filter'), name: z.string(), of: chosenDocuments }),
  z.strictObject({ what: z.literal('restore'), filterJobId: id }),
  z.strictObject({ what: z.literal('rollback'), jobId: id }),
])
export type Move = z.infer<typeof move>

const asked = {
  log: 'project',
  retention: 'audit',
  stream: ({ moveId }: { moveId: string }) => `move:${moveId}`,
} as const
const moveId = z.string()

export const moveRequested = event({
  ...asked,
  type: 'stages.moveRequested',
  payload: z.strictObject({ moveId, move }),
})

/** A job does it. */
export const moveBegun = event({
  ...asked,
  type: 'stages.moveBegun',
  payload: z.strictObject({ moveId, jobId: id }),
})

export const moveRefused = event({
  ...asked,
  type: 'stages.moveRefused',
  payload: z.strictObject({ moveId, message: z.string() }),
})

const looked = { log: 'project', retention: 'session' } as const

export const flowAsked = event({
  ...looked,
  type: 'stages.flowAsked',
  payload: z.strictObject({}),
  stream: () => 'stages:flow',
})

export const movesAsked = event({
  ...looked,
  type: 'stages.movesAsked',
  payload: z.strictObject({}),
  stream: () => 'stages:moves',
})

/** The first of the documents that are chosen. */
export const firstAsked = event({
  ...looked,
  type: 'stages.firstAsked',
  payload: z.strictObject({ tabId: z.string(), of: chosenDocuments }),
  stream: ({ tabId }) => `stages:first:${tabId}`,
})
