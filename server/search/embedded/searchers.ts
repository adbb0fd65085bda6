/** A few search processes. Each answers one query at a time; a query that takes too long costs its process, no other. */
import { ApiError } from '../../http/error.ts'
import type { ListQuery } from '../list.ts'
import type { Found } from '../search.ts'
import { Child, ChildError } from './child.ts'
import type { SearcherRequest } from './searcher.ts'

export interface SearchersOptions {
  readonly size: number
  readonly deadlineMs: number
  readonly idleMs: number
}

/** A process and what it is known to have in memory. */
interface Seat {
  readonly child: Child
  busy: boolean
  file: string | null
}

interface Turn {
  readonly file: string
  /** The only seat that will do, or any. */
  readonly only: Seat | null
  readonly since: number
  readonly go: (seat: Seat) => void
}

/** A process that has the facts in memory is waited for so long before another one has to read them. */
const patience = 150

export class Searchers {
  readonly #options: SearchersOptions
  readonly #seats: readonly Seat[]
  readonly #turns: Turn[] = []

  constructor(options: SearchersOptions) {
    this.#options = options
    const entry = new URL('./searcher.ts', import.meta.url)
    const { idleMs } = options
    this.#seats = Array.from({ length: options.size }, () => ({
      child: new Child({ entry, idleMs, memoryMb: 1500 }),
      busy: false,
      file: null,
    }))
  }

  /** Answers a query; one that nobody waits for any more is not begun. */
  async find(file: string, query: ListQuery, signal?: AbortSignal): Promise<Found> {
    const seat = await this.#take(file, null, signal)
    try {
      const request: SearcherRequest = { kind: 'find', file, query }
      // The searcher answers with what its entry returns for this kind.
      return (await seat.child.ask(request, this.#options.deadlineMs)) as Found
    } catch (error) {
      throw this.#faultOf(error)
    } finally {
      this.#leave(seat)
    }
  }

  /** Makes every process let go of a file and keeps them all still while `change` runs. */
  async exclusively(file: string, change: () => Promise<void>): Promise<void> {
    const taken: Seat[] = []
    try {
      // Always in the same order, so that two of these cannot wait for each other.
      for (const seat of this.#seats) {
        taken.push(await this.#take(file, seat))
        const request: SearcherRequest = { kind: 'close', file }
        if (seat.child.running) await seat.child.ask(request, this.#options.deadlineMs)
      }
      await change()
    } finally {
      for (const seat of taken) this.#leave(seat)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.child.stop()))
  }

  #take(file: string, only: Seat | null, signal?: AbortSignal): Promise<Seat> {
    return new Promise((resolve, reject) => {
      const turn: Turn = { file, only, since: performance.now(), go: resolve }
      signal?.addEventListener('abort', () => {
        const at = this.#turns.indexOf(turn)
        if (at < 0) return
        this.#turns.splice(at, 1)
        reject(new ApiError('unavailable', 'The search was given up before it began.'))
      })
      this.#turns.push(turn)
      this.#seatAll()
    })
  }

  #leave(seat: Seat): void {
    seat.busy = false
    this.#seatAll()
  }

  #seatAll(): void {
    for (const turn of [...this.#turns]) {
      const seat = turn.only ?? this.#seatFor(turn)
      if (seat === null || seat.busy) continue
      this.#turns.splice(this.#turns.indexOf(turn), 1)
      seat.busy = true
      seat.file = turn.file
      turn.go(seat)
    }
  }

  #seatFor(turn: Turn): Seat | null {
    const warm = this.#seats.filter((seat) => seat.child.running && seat.file === turn.file)
    const free = warm.find((seat) => !seat.busy)
    if (free !== undefined) return free
    const age = performance.now() - turn.since
    if (warm.length > 0 && age < patience) {
      setTimeout(() => this.#seatAll(), patience - age + 1)
      return null
    }
    return (
      this.#seats.find((seat) => !seat.busy && seat.child.running) ??
      this.#seats.find((seat) => !seat.busy) ??
      null
    )
  }

  #faultOf(error: unknown): unknown {
    if (!(error instanceof ChildError)) return error
    if (error.reason === 'timeout') {
      const seconds = Math.round(this.#options.deadlineMs / 1000)
      return new ApiError(
        'search.timeout',
        `The search took longer than ${seconds} seconds and was stopped. Make it narrower and try again.`,
      )
    }
    return error.reason === 'TooManyWords' ? new ApiError('query.invalid', error.message) : error
  }
}
