/**
 * What each kind of job says of itself to whoever shows and controls jobs: how its items are counted, what a retry of it can
 * still do, what its rows tell besides. The area that does a kind of work declares them; server/areas.ts registers them.
 */
import type { AliasedExpression, ExpressionBuilder, RawBuilder } from 'kysely'
import type { Job, JobDetails, JobKind } from '#contracts/jobs.ts'
import type { Reader, Writer } from '../records/records.ts'
import type { Schema } from '../records/schema.ts'
import type { JobRow } from './present.ts'
import type { ExceptionTable, JobTable } from './tables.ts'

export type Stages = JobDetails['stages']
export type Stage = Stages[number]

/** What is looked at of an exception to see whether a retry helps. */
export type RetriedException = Pick<ExceptionTable, 'document_id' | 'code' | 'stage'>

export interface JobTraits {
  readonly kind: JobKind
  /** What its items are, and the stage in which they are once they are done. */
  readonly items: Pick<Stage, 'stage' | 'of'>
  /** It says which file it is on, and may be about documents that are not in review. */
  readonly namesFiles?: true
  /** Its exceptions tell what is left of it; without this, it is tried again as a whole. */
  readonly retry?: {
    helps(row: RetriedException): boolean
    /** The same as a condition on exceptions, by the name of their table; absent: all of them. */
    condition?(exceptions: string): RawBuilder<boolean>
  }
  /** More about the job `j` that is read with its row, for `present`; null in jobs of other kinds. */
  readonly columns?: (
    eb: ExpressionBuilder<Schema & { j: JobTable }, 'j'>,
  ) => readonly AliasedExpression<unknown, string>[]
  readonly present?: (row: JobRow) => Partial<Job>
  /** What became of its items besides, for its details. */
  readonly stages?: (read: Reader, row: JobRow) => Promise<Stages>
  /** Throws where it must not be queued again. */
  readonly refuseToGoOn?: (trx: Writer, jobId: number) => Promise<void>
}

let registered: ReadonlyMap<JobKind, JobTraits> | null = null

/** Registers all of them, once for the process (server/areas.ts). */
export function registerTraits(all: readonly JobTraits[]): void {
  registered = new Map(all.map((traits) => [traits.kind, traits]))
}

export function allTraits(): readonly JobTraits[] {
  return [...known().values()]
}

export function traitsOf(kind: JobKind): JobTraits {
  const traits = known().get(kind)
  if (traits === undefined) throw new Error(`No area has registered jobs of the kind ${kind}.`)
  return traits
}

function known(): ReadonlyMap<JobKind, JobTraits> {
  if (registered === null) throw new Error('No kinds of jobs are registered: call registerAreas() first.')
  return registered
}
