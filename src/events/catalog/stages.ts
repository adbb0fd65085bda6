/** Documents on their way between processing and review: what was asked of them, and what became of it. */
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
