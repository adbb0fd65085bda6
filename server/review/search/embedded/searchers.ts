/**
 * A few search processes. Each answers one query at a time; a query that takes too long costs its process, no other. What a
 * query needs of an index in memory is read before it, in a turn that is nobody's: neither its deadline nor the end of its
 * wait ends that reading.
 */
import { ApiError } from '../../../platform/http/error.ts'
import type { FiguresAsked, Keyword, ListQuery, ReportAmong, ReportAsked, SortField } from '../list.ts'
import type { Asker, Figures, Found, TermReport } from '../search.ts'
import { Child, ChildError } from './child.ts'
import { type Opening, openingTold } from './opening.ts'
import type { SearcherRequest } from './searcher.ts'

export interface SearchersOptions {
  readonly size: number
  readonly deadlineMs: number
  readonly idleMs: number
  /** How long a query waits for an index that is being opened before it says how far that is. */
  readonly openingPatienceMs?: number
  /** How much a process may have in its heap; what it reads of an index is beside that. */
  readonly memoryMb?: number
}

/** A process and what it is known to have in memory. */
interface Seat {
  readonly child: Child
  busy: boolean
  /** For whom it works; null: for nobody in particular. */
  userId: number | null
  /** Files that it has open. */
  readonly open: Set<string>
  /** How long it has read for what it has in memory. */
  readMs: number
}

interface Turn {
  readonly file: string
  /** The only seat that will do, or any. */
  readonly only: Seat | null
  readonly userId: number | null
  readonly since: number
  /** No process is known that has the file open: it will have to be read. */
  readonly opens: boolean
  readonly go: (seat: Seat) => void
  readonly fail: (error: unknown) => void
}

/** Whose turn it is, and when it is given up where it has not come. */
interface Claim {
  readonly asker?: Asker | undefined
  readonly patienceMs?: number
  readonly opens?: boolean
}

/** A process that has the facts in memory is waited for so long before another one has to read them. */
const patience = 150
/**
 * A search that nobody waits for any more stops at its next step. One that has not stopped within this time, or within the time that
 * it took to read what its process has in memory, is ended with its process.
 */
const unheardMs = 1_000
const defaultOpeningPatience = 2_000
/** A process that reads an index and makes no progress for so long never will. */
const stallMs = 60_000

export class Searchers {
  readonly #options: SearchersOptions
  readonly #seats: readonly Seat[]
  readonly #turns: Turn[] = []
  /** The search that is under way for each place of each person. */
  readonly #inPlaces = new Map<string, AbortController>()
  /** By file. */
  readonly #openings = new Map<string, Opening>()
  #isStopped = false

  constructor(options: SearchersOptions) {
    this.#options = options
    const entry = new URL('./searcher.ts', import.meta.url)
    const { idleMs, memoryMb = 1500 } = options
    this.#seats = Array.from({ length: options.size }, () => ({
      child: new Child({ entry, idleMs, memoryMb }),
      busy: false,
      userId: null,
      open: new Set(),
      readMs: 0,
    }))
  }

  /** A newer search of the same place takes the place of an older one, which ends with `search.superseded`. */
  async find(file: string, query: ListQuery, asker?: Asker): Promise<Found> {
    const ask = async (by: Asker | undefined): Promise<Found> =>
      // The searcher answers with what its entry returns for this kind.
      (await this.#ask({ kind: 'find', file, query }, by)) as Found
    if (asker?.place === undefined) return await ask(asker)
    const place = JSON.stringify([asker.userId, file, asker.place])
    this.#inPlaces.get(place)?.abort(superseded())
    const newer = new AbortController()
    this.#inPlaces.set(place, newer)
    try {
      return await ask({ ...asker, signal: AbortSignal.any([asker.signal, newer.signal]) })
    } finally {
      if (this.#inPlaces.get(place) === newer) this.#inPlaces.delete(place)
    }
  }

  async figures(file: string, query: ListQuery, asked: FiguresAsked, asker?: Asker): Promise<Figures> {
    return (await this.#ask({ kind: 'figures', file, query, asked }, asker)) as Figures
  }

  async termReport(
    file: string,
    query: ListQuery,
    lists: ReportAsked,
    among: ReportAmong,
    asker?: Asker,
  ): Promise<TermReport> {
    return (await this.#ask({ kind: 'termReport', file, query, lists, among }, asker)) as TermReport
  }

  async hitCounts(
    file: string,
    query: ListQuery,
    keywords: readonly Keyword[],
    documents: readonly number[],
    asker?: Asker,
  ): Promise<readonly number[]> {
    return (await this.#ask({ kind: 'hitCounts', file, query, keywords, documents }, asker)) as number[]
  }

  /**
   * Answers a query. It waits no longer for its turn than it may take; one that nobody waits for any more is not begun,
   * or ended soon. A person's queries go one after the other, so that nobody can hold all processes. Where the index has
   * to be opened first, the query waits for that a little, then says how far it is (`search.opening`). Where its process is killed
   * from outside, as a machine without memory does, another one answers it; a query that ends that one too is not tried again.
   */
  async #ask(request: SearcherRequest, asker: Asker | undefined): Promise<unknown> {
    const { file } = request
    let by: readonly SortField[] = []
    let isAgain = false
    for (let opens = false; ; opens = true) {
      const seat = await this.#take(file, null, { asker, patienceMs: this.#patience(file, opens), opens })
      let isKept = false
      try {
        if (asker?.signal.aborted === true) throw goneWith(asker.signal)
        // Elsewhere it may have been opened since.
        if (!opens || seat.open.has(file)) return await this.#answer(seat, request, asker)
        isKept = true
        this.#openOn(seat, file, by)
      } catch (error) {
        const isLost: boolean =
          !isAgain && !this.#isStopped && asker?.signal.aborted !== true && isKilled(error)
        if (!isLost && !isNotOpen(error)) throw this.#faultOf(error, request, asker)
        isAgain ||= isLost
        if (isNotRanked(error) && request.kind === 'find') by = request.query.by ?? []
        seat.open.delete(file)
      } finally {
        if (!isKept) this.#leave(seat)
      }
    }
  }

  async #answer(seat: Seat, request: SearcherRequest, asker: Asker | undefined): Promise<unknown> {
    let unheard: NodeJS.Timeout | undefined
    const left = (): void => {
      seat.child.giveUp()
      unheard = setTimeout(() => void seat.child.stop(), Math.max(unheardMs, seat.readMs))
    }
    asker?.signal.addEventListener('abort', left, { once: true })
    try {
      const answer = await seat.child.ask(request, this.#options.deadlineMs)
      seat.open.add(request.file)
      return answer
    } finally {
      asker?.signal.removeEventListener('abort', left)
      clearTimeout(unheard)
    }
  }

  /**
   * Reads a file into the memory of a process, and ranks what is to be ordered by. The process is taken until that is done.
   * Nobody's leaving ends it.
   */
  #openOn(seat: Seat, file: string, by: readonly SortField[]): void {
    const opening: Opening = { since: performance.now(), progress: null }
    this.#openings.set(file, opening)
    seat.userId = null
    const request: SearcherRequest = { kind: 'open', file, by }
    const heard = (progress: Opening['progress']): void => {
      opening.progress = progress
    }
    const opened = (): void => {
      seat.open.add(file)
      seat.readMs += performance.now() - opening.since
    }
    const failed = (error: unknown): void => this.#tell(file, error)
    void seat.child
      .ask(request, stallMs, heard)
      .then(opened, failed)
      .finally(() => {
        this.#openings.delete(file)
        this.#leave(seat)
      })
  }

  /** An index that cannot be opened is no use to anybody who waits for it. */
  #tell(file: string, error: unknown): void {
    const stalled = error instanceof ChildError && error.reason === 'timeout'
    const fault = stalled ? unreadable() : error
    for (const turn of [...this.#turns])
      if (turn.only === null && turn.file === file) {
        this.#turns.splice(this.#turns.indexOf(turn), 1)
        turn.fail(fault)
      }
  }

  #patience(file: string, opens: boolean): number {
    return opens || this.#openings.has(file)
      ? (this.#options.openingPatienceMs ?? defaultOpeningPatience)
      : this.#options.deadlineMs
  }

  /** Makes every process let go of a file and keeps them all still while `change` runs. */
  async exclusively(file: string, change: () => Promise<void>): Promise<void> {
    const taken: Seat[] = []
    try {
      // Always in the same order, so that two of these cannot wait for each other.
      for (const seat of this.#seats) {
        taken.push(await this.#take(file, seat))
        const request: SearcherRequest = { kind: 'close', file }
        seat.open.delete(file)
        if (seat.child.running) await seat.child.ask(request, this.#options.deadlineMs)
      }
      await change()
    } finally {
      for (const seat of taken) this.#leave(seat)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#seats.map((seat) => seat.child.stop()))
  }

  /** A seat, when it is free; without `patienceMs` it is waited for as long as it takes. */
  #take(file: string, only: Seat | null, { asker, patienceMs, opens = false }: Claim = {}): Promise<Seat> {
    if (asker?.signal.aborted === true) return Promise.reject(goneWith(asker.signal))
    const { promise, resolve, reject } = Promise.withResolvers<Seat>()
    const turn: Turn = {
      file,
      only,
      userId: asker?.userId ?? null,
      since: performance.now(),
      opens,
      go: resolve,
      fail: reject,
    }
    const giveUp = (error: () => ApiError) => () => {
      const at = this.#turns.indexOf(turn)
      if (at < 0) return
      this.#turns.splice(at, 1)
      reject(error())
    }
    const { signal } = asker ?? {}
    if (signal !== undefined)
      signal.addEventListener(
        'abort',
        giveUp(() => goneWith(signal)),
        { once: true },
      )
    if (patienceMs !== undefined) {
      const told = (): ApiError =>
        opens || this.#openings.has(file) ? openingTold(this.#openings.get(file)) : tooMany()
      const timer = setTimeout(giveUp(told), patienceMs)
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
      if (!seat.child.running) {
        seat.open.clear()
        seat.readMs = 0
      }
      turn.go(seat)
    }
  }

  #seatFor(turn: Turn): Seat | null {
    const warm = this.#seats.filter((seat) => seat.child.running && seat.open.has(turn.file))
    const free = warm.find((seat) => !seat.busy)
    if (free !== undefined) return free
    // One process reads it, and is waited for; and where there are several, one is left for what is open.
    const mostOpenings = Math.max(1, this.#seats.length - 1)
    if (this.#openings.has(turn.file) || (turn.opens && this.#openings.size >= mostOpenings)) return null
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

  #faultOf(error: unknown, request: SearcherRequest, asker: Asker | undefined): unknown {
    if (!(error instanceof ChildError)) return error
    const isStopped = error.reason === 'Stopped' || error.reason === 'exit'
    if (isStopped && asker?.signal.aborted === true) return goneWith(asker.signal)
    if (error.reason === 'timeout') {
      const seconds = Math.round(this.#options.deadlineMs / 1000)
      return new ApiError(
        'search.timeout',
        `The search took longer than ${seconds} seconds and was stopped. Make it narrower and try again.`,
      )
    }
    if (error.reason === 'TooManyTexts') return new ApiError('query.invalid', error.message)
    if (error.reason !== 'TooManyWords') return error
    const place = 'query' in request ? request.query.patterns?.[error.code] : undefined
    return new ApiError(
      'query.invalid',
      error.message,
      place === undefined ? {} : { detail: 'query.queryString', data: { ...place } },
    )
  }
}

const isNotRanked = (error: unknown): boolean => error instanceof ChildError && error.reason === 'NotRanked'
const isNotOpen = (error: unknown): boolean =>
  isNotRanked(error) || (error instanceof ChildError && error.reason === 'NotOpen')
/** Killed from outside: a query that exhausts its memory would exhaust that of the next one. */
const isKilled = (error: unknown): boolean =>
  error instanceof ChildError && error.reason === 'exit' && error.code === 'SIGKILL'
const unreadable = (): ApiError =>
  new ApiError(
    'unavailable',
    'The search index of this project could not be read in time. Try again, or have it rebuilt.',
  )
/** Why nobody waits for a search any more. */
const goneWith = ({ reason }: AbortSignal): ApiError =>
  reason instanceof ApiError ? reason : new ApiError('unavailable', 'The search was given up.')
const superseded = (): ApiError =>
  new ApiError('search.superseded', 'A newer search has taken the place of this one.')
const tooMany = (): ApiError =>
  new ApiError('unavailable', 'Too many searches are under way. Try again in a moment.')
