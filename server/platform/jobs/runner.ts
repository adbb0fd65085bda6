/** Works the queue: takes jobs under a lease, watches what people ask of them, and settles them. */
import type { Logger } from 'pino'
import { ApiError } from '../http/error.ts'
import { ownName } from '../process-id.ts'
import { isStorageFull, isUnreachable } from '../records/dialect.ts'
import type { Records, Writer } from '../records/records.ts'
import { freeAbandoned } from './abandoned.ts'
import type { JobKind, JobRun, Jobs } from './jobs.ts'
import { Pacer } from './pace.ts'
import { type Claimed, claim, type Ending, extend, insertJob, isHeld, leaseMs, release } from './queue.ts'

export interface RunnerOptions {
  readonly records: Records
  readonly kinds: readonly JobKind[]
  readonly log: Logger
  readonly now: () => Date
  /** Jobs that run at the same time; as many again of those that somebody waits for. */
  readonly width?: number
  /** How often the queue is looked at without being told, and running jobs are checked: under a second. */
  readonly lookEveryMs?: number
  /** Why a job may not go on, asked when it begins and at its beats; null where it may. */
  readonly stopsFor?: (job: Pick<Claimed, 'jobId' | 'kind' | 'projectId'>) => Promise<string | null>
}

interface Running {
  readonly awaited: boolean
  readonly stop: AbortController
  readonly pacer: Pacer
  readonly ended: Promise<void>
  /** By worker. */
  readonly now: Map<number, string>
  extendedAt: number
}

/** A line for each worker, in their order. */
const nowOf = ({ now }: Running): string | null =>
  now.size === 0
    ? null
    : [...now]
        .sort(([a], [b]) => a - b)
        .map(([, at]) => at)
        .join('\n')

/** Why a run was told to stop; kinds see it as the signal's reason. */
class JobStopped extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'JobStopped'
  }
}

/** Starts working; `stop` lets running jobs come to a safe point and gives their leases back. */
export function startRunner(options: RunnerOptions): Jobs {
  const { records, log, now } = options
  const { width = 2, lookEveryMs = 500, stopsFor = async () => null } = options
  const owner = ownName()
  const kinds = new Map(options.kinds.map((kind) => [kind.kind as string, kind]))
  const running = new Map<number, Running>()
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false
  let freed = false

  const look = (): Promise<void> => {
    if (looking !== null) {
      lookAgain = true
      return looking
    }
    looking = lookUntilDone().finally(() => {
      looking = null
    })
    return looking
  }

  const lookUntilDone = async (): Promise<void> => {
    try {
      if (!freed && kinds.size > 0) await freeAbandoned(records)
      freed = true
      do {
        lookAgain = false
        while (!stopped) {
          const job = await claim(records, owner, kindsWithRoom(), now(), [...running.keys()], options.kinds)
          if (job === null) break
          begin(job)
        }
      } while (lookAgain && !stopped)
    } catch (error) {
      log.error({ err: error }, 'the queue of jobs cannot be read')
    }
  }

  const kindsWithRoom = (): string[] => {
    const taken = [...running.values()]
    const hasRoom = (awaited: boolean): boolean =>
      taken.filter((one) => one.awaited === awaited).length < width
    return [...kinds.values()].filter((kind) => hasRoom(kind.awaited === true)).map(({ kind }) => kind)
  }

  const begin = (job: Claimed): void => {
    const kind = kinds.get(job.kind)
    if (kind === undefined) return
    const stop = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const awaited = kind.awaited === true
    const state: Running = {
      ...{ awaited, stop, ended, pacer: new Pacer(), now: new Map() },
      extendedAt: Date.now(),
    }
    running.set(job.jobId, state)
    const beat = async (at: string | null, worker = 0): Promise<void> => {
      stop.signal.throwIfAborted()
      if (at === null) state.now.delete(worker)
      else state.now.set(worker, at.replaceAll(/[\r\n]+/g, ' '))
      if (Date.now() - state.extendedAt >= beatEveryMs) {
        await prolong(job.jobId, state)
        await requireAllowed(job)
      }
      stop.signal.throwIfAborted()
    }
    const hold = async (trx: Writer): Promise<void> => {
      stop.signal.throwIfAborted()
      if (await isHeld(trx, owner, job.jobId)) return
      const lost = new JobStopped('The lease was lost.')
      stop.abort(lost)
      throw lost
    }
    log.info({ jobId: job.jobId, kind: job.kind, projectId: job.projectId }, 'job runs')
    const { jobId, projectId, input, cursor, retry, retryOnly } = job
    void perform(kind, { jobId, projectId, input, cursor, retry, retryOnly, signal: stop.signal, beat, hold })
      .then((ending) => (ending === null ? undefined : settle(job.jobId, ending)))
      .catch((error: unknown) => log.error({ err: error, jobId: job.jobId }, 'job could not be settled'))
      .finally(() => {
        running.delete(job.jobId)
        resolve()
        void look()
      })
  }

  const requireAllowed = async (job: Pick<Claimed, 'jobId' | 'kind' | 'projectId'>): Promise<void> => {
    const why = await stopsFor(job)
    if (why !== null) throw new ApiError('permission.denied', why)
  }

  /** How the run ended; null where that is no end of the job: its lease runs out, and it is taken up again. */
  const perform = async (kind: JobKind, run: JobRun): Promise<Ending | null> => {
    try {
      await requireAllowed({ kind: kind.kind, jobId: run.jobId, projectId: run.projectId })
      await kind.run(run)
      // A kind may answer the signal by returning early; only without a signal is that the end of its work.
      return run.signal.aborted ? { how: 'stopped' } : { how: 'done' }
    } catch (error) {
      if (run.signal.aborted) return { how: 'stopped' }
      if (isUnreachable(error)) {
        log.warn({ err: error, jobId: run.jobId }, 'the records cannot be reached: the job goes on later')
        return null
      }
      log.error({ err: error, jobId: run.jobId }, 'job failed')
      return { how: 'failed', message: messageOf(error) }
    }
  }

  /** Where there is no room even to say that there is none, it is said as soon as there is some. */
  const settle = async (jobId: number, ending: Ending): Promise<void> => {
    for (;;) {
      try {
        const state = await release(records, owner, jobId, ending, now())
        return log.info({ jobId, state }, 'job ended')
      } catch (error) {
        if (!isStorageFull(error) || stopped) throw error
        await waitMs(lookEveryMs)
      }
    }
  }

  const prolong = async (jobId: number, state: Running): Promise<void> => {
    state.extendedAt = Date.now()
    const row = await records.read
      .selectFrom('job')
      .select(['state', 'lease_owner', 'items_done', 'items_total', 'bytes_done', 'bytes_total'])
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (row?.lease_owner !== owner) return state.stop.abort(new JobStopped('The lease was lost.'))
    if (row.state !== 'Running') return state.stop.abort(new JobStopped(`The job was ${row.state}.`))
    const { rate, secondsLeft } = state.pacer.read(Date.now(), {
      itemsDone: row.items_done,
      itemsTotal: row.items_total,
      bytesDone: row.bytes_done,
      bytesTotal: row.bytes_total,
    })
    const held = await extend(records, owner, jobId, now(), { now: nowOf(state), rate, secondsLeft })
    if (!held) state.stop.abort(new JobStopped('The lease was lost.'))
  }

  /** Also while a kind is busy and does not beat: the lease is the process's, and it is alive. */
  const watch = async (): Promise<void> => {
    if (stopped) return
    for (const [jobId, state] of running)
      if (!state.stop.signal.aborted)
        await prolong(jobId, state).catch((error: unknown) =>
          log.error({ err: error, jobId }, 'job cannot be watched'),
        )
    await look()
  }

  let watching: Promise<void> | null = null
  const timer = setInterval(() => {
    // While the database keeps one look waiting, more of them would only queue up behind it.
    watching ??= watch().finally(() => {
      watching = null
    })
  }, lookEveryMs)
  timer.unref()
  void look()

  return {
    enqueue: (trx, job) => insertJob(trx, job, now()),
    wake: () => void look(),
    interrupt: (jobId) => {
      const state = running.get(jobId)
      if (state !== undefined && !state.stop.signal.aborted)
        void prolong(jobId, state).catch((error: unknown) =>
          log.error({ err: error, jobId }, 'job cannot be watched'),
        )
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      const patience = waitMs(leaseMs)
      // What is being claimed in this moment is begun, and told to stop as all others are.
      await Promise.race([looking, patience])
      for (const state of running.values()) state.stop.abort(new JobStopped('The server stops.'))
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), patience])
      // What was begun with the records must be through before they are closed.
      await watching
      await looking
    },
  }
}

const beatEveryMs = 450

/** What people read about a failed job: reasons meant for them, and nothing of the inside otherwise. */
function messageOf(error: unknown): string {
  if (isStorageFull(error)) return 'The disk of the server is full. Make room, then retry.'
  if (error instanceof ApiError) return error.message
  return 'The job failed for a reason that is in the log of the server.'
}

const waitMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
