/** Where an import stands: kept with the job, in the transaction of what was done. */
import * as z from 'zod/mini'
import type { Position, Reached } from '../processing/position.ts'

const cursor = z.object({
  /** The last item that is done; all before it in the order of the walk are too. */
  at: z.nullable(z.array(z.number())),
  /** What the containers around it have spent up to there; cursors of earlier versions do not say it. */
  spent: z._default(z.array(z.number()), []),
  /** The source was walked to its end. */
  finished: z.boolean(),
  /** In a run that repeats what failed: the last of those that is done. */
  repeatedAt: z.nullable(z.array(z.number())),
  repeatedSpent: z._default(z.array(z.number()), []),
  /** And the containers that such a run opens for the first time (paths as JSON). */
  opened: z._default(z.array(z.string()), []),
})

export interface ImportCursor {
  readonly at: Position | null
  readonly spent: Reached['spent']
  readonly finished: boolean
  readonly repeatedAt: Position | null
  readonly repeatedSpent: Reached['spent']
  readonly opened: readonly string[]
}

const startCursor: ImportCursor = {
  at: null,
  spent: [],
  finished: false,
  repeatedAt: null,
  repeatedSpent: [],
  opened: [],
}

/** The cursor as it was saved; the beginning where there is none. */
export function readCursor(saved: unknown): ImportCursor {
  return saved === null || saved === undefined ? startCursor : cursor.parse(saved)
}
