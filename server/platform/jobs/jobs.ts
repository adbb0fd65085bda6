/** The queue of jobs: a table with leases. A job's process may die at any moment; another lease goes on from its cursor. */
import type { Job } from '#contracts/jobs.ts'
import type { Writer } from '../records/records.ts'

declare module '../services.ts' {
  interface Services {
    readonly jobs: Jobs
  }
}

export interface NewJob {
  readonly projectId: number
  readonly kind: Job['kind']
  readonly title: string
  readonly input: unknown
  readonly bytesTotal: number
  readonly createdBy: number
  /** What it processes, or collects into. */
  readonly sourceId?: number
}

/** How a kind of job is done. The runner calls it with a lease held; it must beat, and stop when `signal` aborts. */
export interface JobKind {
  readonly kind: NewJob['kind']
  /** Somebody waits for it in front of the screen: such jobs have places of their own beside those that take hours. */
  readonly awaited?: true
  /** One at a time in a project; the next one waits in the queue, and keeps no place from others. */
  readonly alone?: true
  /** Waits in the queue while a job of these kinds waits or is worked on in its project: it is about what they leave. */
  readonly after?: readonly NewJob['kind'][]
  run(run: JobRun): Promise<void>
}

export interface JobRun {
  readonly jobId: number
  readonly projectId: number
  readonly input: unknown
  /** As it was saved last; `null` on the first run. */
  readonly cursor: unknown
  /** The run is to do again only what failed; everything else is done. */
  readonly retry: boolean
  /** The exceptions that such a run is about; null where it is about all of the job. */
  readonly retryOnly: readonly number[] | null
  /** Aborts on pause, cancel, shutdown and a lost lease. */
  readonly signal: AbortSignal
  /**
   * Extends the lease and shows what is being worked on, by each worker where there are several; null: by this one, nothing.
   * Cheap: writes at most twice a second.
   */
  beat(now: string | null, worker?: number): Promise<void>
  /**
   * Rejects where the lease has been lost, inside the transaction that is about to write: a process that slept past its
   * lease must not write over what another has done since. Call it first in every transaction of the run.
   */
  hold(trx: Writer): Promise<void>
}

export interface Jobs {
  /** Adds a job inside the caller's transaction; it starts once that has committed. */
  enqueue(trx: Writer, job: NewJob): Promise<number>
  /** Tells the runner that there may be something to do. */
  wake(): void
  /** Makes a running job notice that its state was changed. */
  interrupt(jobId: number): void
  stop(): Promise<void>
}
