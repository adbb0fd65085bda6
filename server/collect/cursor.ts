/** Where an import stands: kept with the job, in the transaction of what was done. */
import * as z from 'zod/mini'
import type { Position } from '../processing/position.ts'

const cursor = z.object({
  /** The last item that is done; all before it in the order of the walk are too. */
  at: z.nullable(z.array(z.number())),
  /** The source was walked to its end. */
  finished: z.boolean(),
  /** In a run that repeats what failed: the last of those that is done. */
  repeatedAt: z.nullable(z.array(z.number())),
  /** And the containers that such a run opens for the first time (paths as JSON). */
  opened: z._default(z.array(z.string()), []),
})

export interface ImportCursor {
  readonly at: Position | null
  readonly finished: boolean
  readonly repeatedAt: Position | null
  readonly opened: readonly string[]
}

const startCursor: ImportCursor = { at: null, finished: false, repeatedAt: null, opened: [] }

/** The cursor as it was saved; the beginning where there is none. */
export function readCursor(saved: unknown): ImportCursor {
  return saved === null || saved === undefined ? startCursor : cursor.parse(saved)
}

const importInput = z.object({
  sha256: z.string(),
  size: z.number(),
  fileName: z.string(),
  custodianId: z.number(),
  /** `false`: its documents wait for a job that promotes them. */
  autoPromote: z.optional(z.boolean()),
})

/** What an import job needs. */
export type ImportInput = z.infer<typeof importInput>
export const readInput = (input: unknown): ImportInput => importInput.parse(input)
