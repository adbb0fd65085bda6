/** The outbox at work: see outbox.ts for what it promises. */
import type { AreaLoading } from '../events/area-loading.ts'
import type { Envelope } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'
import type { AnyEffect, Outcome, RequestContext } from './define.ts'
import type { Environment } from './environment.ts'
import { endsSession, type Http } from './http.ts'
import type { OfflineCache } from './offline-cache.ts'
import type { Leadership, OutboxPort, OutboxRow } from './outbox.ts'
import { type Attempt, type Ended, runTries } from './tries.ts'

export interface DeliveryPorts {
  readonly effects: readonly AnyEffect[]
  readonly areas: AreaLoading
  readonly http: Http
  readonly env: Environment
  readonly outbox: OutboxPort
  readonly leadership: Leadership
  readonly signedIn: () => boolean
  /** The state of an envelope's project, which need not be the one on the screen. */
  readonly stateOf: (envelope: Envelope) => (() => RootState) | Promise<() => RootState>
  readonly cached: RequestContext['cached']
  readonly kept: OfflineCache
  /**
   * Writes the outcome into the row's log, and takes the row out in the same transaction where it can. False: this tab
   * could not take it (its stream has an event of a newer release). The row stays: who can asks again by its key.
   */
  readonly apply: (outcome: Outcome, row: OutboxRow) => Promise<boolean>
  readonly record: (cause: Envelope, effect: AnyEffect) => (attempt: Attempt) => void
  readonly progress: (cause: Envelope, done: number, total: number) => void
  readonly cache: RequestContext['put']
  /** How many rows of somebody's work are left. */
  readonly waiting: (count: number) => void
}

/** What has not been delivered. */
export interface Left {
  /** Changes: somebody's work. */
  readonly count: number
  /** What the record is to be told besides: which documents were looked at. */
  readonly looks: number
}

export interface Delivery {
  /** Takes in the effects of an area that has been loaded. */
  readonly add: (effects: readonly AnyEffect[]) => void
  /** Looks again: after sign-in, or when rows may have come. */
  readonly poke: () => void
  /** Delivers what can be delivered within so many ms; answers what is left. */
  readonly flush: (ms: number) => Promise<Left>
  /** Resolves when nothing is being sent. */
  readonly idle: () => Promise<void>
  readonly stop: () => void
}

/** So many documents' writes at once; one document's go one after the other. */
const lanes = 6
const lookAgainAfter = 2_000

export function startDelivery(ports: DeliveryPorts): Delivery {
  const byEvent = new Map<string, AnyEffect>()
  const add = (effects: readonly AnyEffect[]): void => {
    for (const effect of effects) if (effect.delivery === 'once') byEvent.set(effect.on, effect)
  }
  add(ports.effects)
  const busy = new Map<string, Promise<void>>()
  /**
   * Rows whose outcome this tab has told; null: they are done for good, though the database may not let go of them. A
   * row that could not be taken out because this tab was fenced off stands for whoever leads next, this tab perhaps.
   */
  const told = new Map<string, number | null>()
  let ending = new AbortController()
  let epoch: number | null = null
  let again = false
  /** What was read last is all on its way: what this tab appends now goes without reading the log again. */
  let clear = false
  let pumping: Promise<void> | null = null
  let stopped = false
  let looking = false
  let waiting = 0
  const stopping = new AbortController()

  const deliversAs = (): number | null => (!stopped && ports.signedIn() ? ports.leadership.epoch() : null)

  const pump = async (): Promise<void> => {
    do {
      again = false
      if (epoch !== deliversAs()) {
        // Whoever leads next asks again by the same keys.
        ending.abort()
        ending = new AbortController()
        epoch = deliversAs()
      }
      const rows = await ports.outbox.rows()
      const missing = new Set(rows.flatMap(({ envelope }) => ports.areas.missing(envelope.type) ?? []))
      // Rows of an earlier visit may belong to areas that nobody has used since: what cannot be fetched waits.
      if (missing.size > 0) await ports.areas.load([...missing])
      const open = rows.filter(({ id }) => !isTold(id))
      count(leftOf(open).count)
      if (epoch === null) {
        if (open.length > 0) lookAgain()
        continue
      }
      begin(open, epoch)
      clear = !again && open.every((row) => busy.has(laneOf(row) ?? ''))
    } while (again)
  }

  const leftOf = (rows: readonly OutboxRow[]): Left => {
    const looks = rows.filter(({ envelope }) => byEvent.get(envelope.type)?.quiet === true).length
    return { count: rows.length - looks, looks }
  }

  const isTold = (id: string): boolean => told.get(id) === null || (told.has(id) && told.get(id) === epoch)

  const count = (rows: number): void => {
    waiting = rows
    ports.waiting(rows)
  }

  /** Null for a row of a version that knew another effect: it is kept, and in nobody's way. */
  const laneOf = ({ log, envelope }: OutboxRow): string | null => {
    const effect = byEvent.get(envelope.type)
    return effect ? `${log} ${effect.name} ${effect.key(envelope as never)}` : null
  }

  /** Sends the first row of each lane that is free. */
  const begin = (rows: readonly OutboxRow[], at: number): void => {
    const begun = new Set<string>()
    for (const row of rows) {
      const lane = laneOf(row)
      const effect = byEvent.get(row.envelope.type)
      if (lane === null || !effect || begun.has(lane)) continue
      begun.add(lane)
      if (busy.has(lane) || busy.size >= lanes) continue
      const work = send(row, effect, at, ending.signal)
        // Its log was closed under it, or its state could not be read: the row is still there.
        .catch(() => false)
        .finally(() => {
          busy.delete(lane)
          // In the same breath: what waits in the lane goes before what is appended now.
          clear = false
        })
      busy.set(
        lane,
        work.then((went) => {
          // What could not be sent waits for the next poke, not for a loop; unless it was this tab's own leadership
          // that began anew meanwhile, and passed the lane over because it was busy.
          if (went || at !== epoch) poke()
        }),
      )
    }
  }

  /** A save waits for this: where nothing else is open in its lane, a row that was just appended goes at once. */
  const take = (come?: readonly OutboxRow[]): void => {
    // At once, and again when the rows have been read: nobody is told that all is saved meanwhile.
    if (come) count(waiting + leftOf(come).count)
    if (!come || !clear || epoch === null || epoch !== deliversAs()) {
      poke()
      return
    }
    begin(come, epoch)
    clear = come.every((row) => busy.has(laneOf(row) ?? ''))
    if (!clear) poke()
  }

  /** Another tab delivers, and need not say when it is done: what waits is counted again after a while. */
  const lookAgain = (): void => {
    if (looking || stopped) return
    looking = true
    ports.env
      .sleep(lookAgainAfter, stopping.signal)
      .then(() => {
        looking = false
        poke()
      })
      // Stopped: nobody looks any more.
      .catch(() => undefined)
  }

  const poke = (): void => {
    if (stopped) return
    again = true
    clear = false
    if (pumping !== null) return
    pumping = pump()
      // The rows could not be read: they are still there.
      .catch(lookAgain)
      .finally(() => {
        pumping = null
        if (again) poke()
      })
  }

  /** True where the row is out of the way. */
  const send = async (
    row: OutboxRow,
    effect: AnyEffect,
    at: number,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { envelope } = row
    // Not awaited where it is at hand: the request leaves before the screen is drawn.
    const state = ports.stateOf(envelope)
    const read = typeof state === 'function' ? state : await state
    const ended = await runTries({
      effect,
      envelope,
      http: ports.http,
      env: ports.env,
      signal,
      state: read,
      secrets: {},
      cached: ports.cached,
      kept: ports.kept,
      persist: true,
      progress: (done, total) => ports.progress(envelope, done, total),
      put: ports.cache,
      record: ports.record(envelope, effect),
    })
    if (signal.aborted) return false
    if (holdsForSignIn(ended)) return false
    const outcome =
      ended.outcome === 'answered'
        ? effect.done(envelope as never, ended.reply as never, read())
        : effect.fail(envelope as never, ended.failure, read())
    if (!(await ports.apply(outcome, row))) return false
    told.set(row.id, at)
    if (await ports.outbox.settle(row, at)) told.set(row.id, null)
    return true
  }

  const unsubscribe = [
    ports.outbox.subscribe(take),
    ports.leadership.subscribe(poke),
    ports.env.subscribe(poke),
  ]
  poke()

  const idle = async (): Promise<void> => {
    while (pumping !== null || busy.size > 0) await Promise.all([pumping, ...busy.values()])
  }
  const left = async (): Promise<Left> => leftOf(await ports.outbox.rows())

  return {
    add,
    poke,
    idle,
    flush: async (ms) => {
      poke()
      const ending = new AbortController()
      const deadline = ports.env.sleep(ms, ending.signal).then(
        () => true,
        () => true,
      )
      for (;;) {
        const now = await left()
        if (now.count + now.looks === 0) {
          ending.abort()
          return now
        }
        const moved = Promise.withResolvers<false>()
        const stopWatching = ports.outbox.subscribe(() => moved.resolve(false))
        const late = await Promise.race([
          deadline,
          moved.promise,
          ...[...busy.values()].map((work) => work.then(() => false)),
        ])
        stopWatching()
        if (late) return left()
      }
    },
    stop: () => {
      stopped = true
      stopping.abort()
      ending.abort()
      for (const end of unsubscribe) end()
    },
  }
}

/** A session that ended under a write says nothing about the write: it waits for the same account to come back. */
const holdsForSignIn = (ended: Ended): boolean =>
  ended.outcome === 'failed' &&
  ended.failure.status === 401 &&
  (endsSession(ended.failure) || ended.failure.code.startsWith('auth.'))
