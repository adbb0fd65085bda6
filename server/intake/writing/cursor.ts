/** Where an import stands: kept with the job, in the transaction of what was done. */
import * as z from 'zod/mini'
import type { Position, Reached } from '../processing/position.ts'

/** Earlier versions forgave nothing, and saved one number. */
const spent = z.pipe(
  z.union([z.number(), z.object({ bytes: z.number(), forgiven: z.number() })]),
  z.transform((saved) => (typeof saved === 'number' ? { bytes: saved, forgiven: 0 } : saved)),
)

const cursor = z.object({
  /** The last item that is done; all before it in the order of the walk are too. */
  at: z.nullable(z.array(z.number())),
  /** What the containers around it have spent up to there; cursors of earlier versions do not say it. */
  spent: z._default(z.array(spent), []),
  /** The source was walked to its end. */
  finished: z.boolean(),
  /** In a run that repeats what failed: the last of those that is done. */
  repeatedAt: z.nullable(z.array(z.number())),
  repeatedSpent: z._default(z.array(spent), []),
  /** And the containers that such a run opens for the first time (paths as JSON). */
  opened: z._default(z.array(z.string()), []),
  /** Files that such a run took besides (paths as JSON): parts that had been missing. */
  takenUp: z._default(z.array(z.string()), []),
  /** The newest file of the source when such a run began: of split archives it knows what had come until then. */
  knownUpTo: z._default(z.nullable(z.number()), null),
})

export interface ImportCursor {
  readonly at: Position | null
  readonly spent: Reached['spent']
  readonly finished: boolean
  readonly repeatedAt: Position | null
  readonly repeatedSpent: Reached['spent']
  readonly opened: readonly string[]
  readonly takenUp: readonly string[]
  readonly knownUpTo: number | null
}

const startCursor: ImportCursor = {
  at: null,
  spent: [],
  finished: false,
  repeatedAt: null,
  repeatedSpent: [],
  opened: [],
  takenUp: [],
  knownUpTo: null,
}

/** The cursor as it was saved; the beginning where there is none. */
export function readCursor(saved: unknown): ImportCursor {
  return saved === null || saved === undefined ? startCursor : cursor.parse(saved)
}
