/** A few search processes. Each answers one query at a time; a query that takes too long costs its process, no other. */
import { ApiError } from '../../../platform/http/error.ts'
import type { FiguresAsked, ListQuery, ReportAsked } from '../list.ts'
import type { Asker, Figures, Found, TermReport } from '../search.ts'
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
  /** For whom it works; null: for nobody in particular. */
  userId: number | null
  file: string | null
}

interface Turn {
  readonly file: string
  /** The only seat that will do, or any. */
  readonly only: Seat | null
  readonly userId: number | null
  readonly since: number
  readonly go: (seat: Seat) => void
}

/** Whose turn it is, and when it is given up where it has not come. */
interface Claim {
  readonly asker?: Asker | undefined
  readonly patienceMs?: number
}

/** A process that has the facts in memory is waited for so long before another one has to read them. */
const patience = 150
/** A search that nobody waits for any more may take so long; after that its process is worth more than what it has read. */
const unheardMs = 1_000

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
      userId: null,
      file: null,
    }))
  }

  async find(file: string, query: ListQuery, asker?: Asker): Promise<Found> {
    // The searcher answers with what its entry returns for this kind.
    return (await this.#ask({ kind: 'find', file, query }, asker)) as Found
  }

  async figures(file: string, query: ListQuery, asked: FiguresAsked, asker?: Asker): Promise<Figures> {
    return (await this.#ask({ kind: 'figures', file, query, asked }, asker)) as Figures
  }

  async termReport(file: string, query: ListQuery, lists: ReportAsked, asker?: Asker): Promise<TermReport> {
    return (await this.#ask({ kind: 'termReport', file, query, lists }, asker)) as TermReport
  }

  /**
   * Answers a query. It waits no longer for its turn than it may take; one that nobody waits for any more is not begun,
   * or ended soon. A person's queries go one after the other, so that nobody can hold all processes.
   */
  async #ask(request: SearcherRequest, asker: Asker | undefined): Promise<unknown> {
    const seat = await this.#take(request.file, null, { asker, patienceMs: this.#options.deadlineMs })
    let unheard: NodeJS.Timeout | undefined
    const left = (): void => {
      unheard = setTimeout(() => void seat.child.stop(), unheardMs)
    }
    asker?.signal.addEventListener('abort', left, { once: true })
    try {
      if (asker?.signal.aborted === true) throw givenUp()
      return await seat.child.ask(request, this.#options.deadlineMs)
    } catch (error) {
      throw this.#faultOf(error)
    } finally {
      asker?.signal.removeEventListener('abort', left)
      clearTimeout(unheard)
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

  /** A seat, when it is free; without `patienceMs` it is waited for as long as it takes. */
  #take(file: string, only: Seat | null, { asker, patienceMs }: Claim = {}): Promise<Seat> {
    if (asker?.signal.aborted === true) return Promise.reject(givenUp())
    const { promise, resolve, reject } = Promise.withResolvers<Seat>()
    const turn: Turn = {
      file,
      only,
      userId: asker?.userId ?? null,
      since: performance.now(),
      go: resolve,
    }
    const giveUp = (error: () => ApiError) => () => {
      const at = this.#turns.indexOf(turn)
      if (at < 0) return
      this.#turns.splice(at, 1)
      reject(error())
    }
    asker?.signal.addEventListener('abort', giveUp(givenUp), { once: true })
    if (patienceMs !== undefined) {
      const timer = setTimeout(giveUp(tooMany), patienceMs)
      const seated = (): void => clearTimeout(timer)
      promise.then(seated, seated)
    }
    this.#turns.push(turn)
    this.#seatAll()
    return promise
  }

  #leave(seat: Seat): void {
    seat.busy = false
    seat.userId = null
    this.#seatAll()
  }

  #seatAll(): void {
    for (const turn of [...this.#turns]) {
      if (this.#seats.some(({ userId }) => userId !== null && userId === turn.userId)) continue
      const seat = turn.only ?? this.#seatFor(turn)
      if (seat === null || seat.busy) continue
      this.#turns.splice(this.#turns.indexOf(turn), 1)
      seat.busy = true
      seat.userId = turn.userId
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

const givenUp = (): ApiError => new ApiError('unavailable', 'The search was given up before it began.')
const tooMany = (): ApiError =>
  new ApiError('unavailable', 'Too many searches are under way. Try again in a moment.')
