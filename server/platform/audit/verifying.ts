/** Verifications of chains and of what the records make of them, each on a thread of its own, one after the other: whoever asks for one under way joins it. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { program } from '../program/bundled.ts'
import { instantOf } from '../records/dialect.ts'
import type { Services } from '../services.ts'
import type { VerifiedRecords } from './verify.ts'

declare module '../services.ts' {
  interface Services {
    /** Verifies audit chains beside everything else. */
    readonly verifying: Verifying
  }
}

/** What the thread says: progress at times, and once the result. */
export type VerifyNews =
  | { readonly rows: number; readonly total: number }
  | { readonly verified: VerifiedRecords }

export type Finished = VerifiedRecords & { readonly verifiedAt: string }

export interface VerifyStanding {
  /** Null where none is under way. */
  readonly running: {
    readonly rows: number
    readonly total: number
    /** Rows a second, and seconds left by that; null before the first are done. */
    readonly rate: number | null
    readonly secondsLeft: number | null
  } | null
  /** The newest result of this process. */
  readonly last: Finished | null
}

interface Run {
  rows: number
  total: number
  startedAt: number | null
  readonly result: Promise<Finished>
}

export class Verifying {
  readonly #services: Pick<Services, 'records' | 'config' | 'now'>
  readonly #thread: URL
  readonly #running = new Map<string, Run>()
  readonly #last = new Map<string, Finished>()
  readonly #workers = new Set<Worker>()
  #turn: Promise<unknown> = Promise.resolve()
  #stopped = false

  /** `thread`: the module that verifies (server/review/verification/verify-thread.ts). */
  constructor(services: Pick<Services, 'records' | 'config' | 'now'>, thread: URL) {
    this.#services = services
    this.#thread = thread
  }

  /** Verifies a chain, with its signed checkpoints; joins the verification of it that is under way. */
  verify(chain: string): Promise<Finished> {
    const known = this.#running.get(chain)
    if (known !== undefined) return known.result
    const { promise, resolve, reject } = Promise.withResolvers<Finished>()
    const run: Run = { rows: 0, total: 0, startedAt: null, result: promise }
    this.#running.set(chain, run)
    this.#turn = this.#turn
      .then(() => this.#apart(chain, run))
      .then((verified) => {
        const finished = { ...verified, verifiedAt: instantOf(this.#services.now()) }
        this.#last.set(chain, finished)
        resolve(finished)
      })
      .catch(reject)
      .finally(() => this.#running.delete(chain))
    return promise
  }

  standing(chain: string): VerifyStanding {
    const run = this.#running.get(chain)
    return { running: run === undefined ? null : paceOf(run), last: this.#last.get(chain) ?? null }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#workers].map((worker) => worker.terminate()))
    await this.#turn
  }

  async #apart(chain: string, run: Run): Promise<VerifiedRecords> {
    if (this.#stopped) throw new Error('The server is stopping.')
    const { records, config, now } = this.#services
    const worker = new Worker(program().module(this.#thread), {
      workerData: {
        place: records.place,
        config: { headsDir: config.headsDir },
        chain,
        now: now().getTime(),
      },
      execArgv: [],
      name: 'verify',
    })
    this.#workers.add(worker)
    run.startedAt = performance.now()
    let verified: VerifiedRecords | null = null
    worker.on('message', (news: VerifyNews) => {
      if ('verified' in news) verified = news.verified
      else Object.assign(run, news)
    })
    try {
      // Rejects with what the thread threw.
      await once(worker, 'exit')
    } finally {
      this.#workers.delete(worker)
    }
    if (verified === null) throw new Error('The verification was ended before it was done.')
    return verified
  }
}

function paceOf({ rows, total, startedAt }: Run): VerifyStanding['running'] {
  const seconds = startedAt === null ? 0 : (performance.now() - startedAt) / 1000
  const rate = rows === 0 || seconds === 0 ? null : rows / seconds
  return { rows, total, rate, secondsLeft: rate === null ? null : (total - rows) / rate }
}
