/**
 * Declares an effect: what is asked of the server when an event has happened, and which commands its answer becomes.
 * The runtime (effects/run.ts) does strategy, retry, timeout, cancellation and the record of attempts.
 */
import type { CommandInput } from '../commands/define.ts'
import type { EventDef } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Cache, CacheForget, CacheWrite } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'
import type { Call } from './call.ts'
import type { CallFailure } from './failure.ts'
import type { OfflineCache } from './offline-cache.ts'

/**
 * With more than one run a key: `latest` cancels the one before (and its answer never becomes a command), `first`
 * ignores the new one, `every` runs all, `queue` runs them in order.
 */
export type Strategy = 'latest' | 'first' | 'every' | 'queue'

export interface Retry {
  readonly times: number
  /** First wait in ms; doubled each time up to `cap`, with full jitter. */
  readonly base: number
  readonly cap: number
}

/**
 * Ms that a read may take, its answer included, where its effect says nothing else. What has not come by then counts
 * as failed, and is asked for again by the effect's policy: a line that hangs keeps nobody waiting.
 */
export const readTimeout = 30_000

/** A document comes with its text: megabytes, on whatever line there is. */
export const documentTimeout = 2 * readTimeout

export interface RequestContext {
  /**
   * Calls a contract. By itself it carries the run's signal and time-out, the event's project and, for writes of a
   * signed-in user, the command's id as idempotency key (a second write of the same run needs a key of its own).
   */
  readonly call: Call
  readonly signal: AbortSignal
  readonly state: () => RootState
  /** Secrets that the causing command carried; in memory only, gone once read. */
  readonly secret: (name: string) => string
  readonly progress: (done: number, total: number) => void
  /** Says into a cache what cannot wait for the answer: how far a long piece of work is. */
  readonly put: (entry: CacheWrite) => void
  /** What a cache holds under a key, so that nothing is asked for twice. */
  readonly cached: <V>(cache: Cache<V>, key: string) => V | undefined
  /**
   * Asks the network for what belongs into a cache, and answers with what was kept of it where there is no network, or
   * nobody answers. `instead`: another entry that may stand for it then. What is refused is kept no longer.
   */
  readonly fetched: <V>(cache: Cache<V>, key: string, ask: () => Promise<V>, instead?: string) => Promise<V>
  readonly kept: OfflineCache
  /** Resolves once nothing else has been asked for so many ms: the run's signal ends the wait. */
  readonly rest: (ms: number) => Promise<void>
  /** Does work while no other tab of this browser does any under the same name: the run's signal ends the wait. */
  readonly alone: <R>(name: string, work: () => Promise<R>) => Promise<R>
}

/** What an answer becomes: commands (facts enter the log only so), cache entries, and entries that are no more. */
export interface Outcome {
  readonly commands?: readonly CommandInput[]
  readonly cache?: readonly CacheWrite[]
  /** What is old by now, and is fetched again by whoever needs it. */
  readonly forget?: readonly CacheForget[]
}

export interface EffectDef<P = unknown, R = unknown> {
  readonly name: string
  readonly on: string
  /** In which run-group; default: one per stream. */
  readonly key: (envelope: Envelope<P>) => string
  readonly strategy: Strategy
  /** Where its runs end early: leaving a route, changing the project, logout. */
  readonly scope: 'app' | 'session' | 'project' | 'route'
  /**
   * `tab`: runs in the tab where the event was made. `once`: goes through the outbox, delivered once per browser by
   * the leader, in order per key, also after a crash or a reload; for writes. Its body must follow from the envelope
   * alone, because a repetition under the same key must say the same; what has to be current goes into `ifMatch`.
   */
  readonly delivery: 'tab' | 'once'
  /** It only asks: its answer is as old as its asking, and gives way to what was asked for later. */
  readonly reads?: true
  /** Of a read: its answer is put to what is held when it comes, as a further page is; nothing that came since is lost. */
  readonly adds?: true
  /** Runs in every tab that hears of the event, as if it had been made there: what it renews is each tab's own. */
  readonly everywhere?: true
  /** Nobody's own work: what asked nothing leaves no trace, and what waits to be sent is not counted as unsent. */
  readonly quiet?: boolean
  readonly request: (envelope: Envelope<P>, ctx: RequestContext) => Promise<R>
  /** None where absent. Only for safe methods and calls with an idempotency key. */
  readonly retry?: Retry
  /** Of each of its calls, in ms; 0: none. Absent: `readTimeout` for reads, none for writes. */
  readonly timeout?: number
  readonly done: (envelope: Envelope<P>, reply: R, state: RootState) => Outcome
  readonly fail: (envelope: Envelope<P>, failure: CallFailure, state: RootState) => Outcome
}

/** Any effect, for whoever goes over all of them. */
export type AnyEffect = Omit<EffectDef, 'key' | 'request' | 'done' | 'fail'> & {
  readonly key: (envelope: never) => string
  readonly request: (envelope: never, ctx: RequestContext) => Promise<unknown>
  readonly done: (envelope: never, reply: never, state: RootState) => Outcome
  readonly fail: (envelope: never, failure: CallFailure, state: RootState) => Outcome
}

type Declared<P, R> = Omit<EffectDef<P, R>, 'on' | 'key' | 'scope' | 'delivery'> & {
  on: EventDef<string, P>
  key?: EffectDef<P, R>['key']
  scope?: EffectDef['scope']
  delivery?: EffectDef['delivery']
}

export function effect<P, R>(declared: Declared<P, R>): EffectDef<P, R> {
  return {
    ...declared,
    on: declared.on.type,
    key: declared.key ?? ((envelope) => envelope.stream),
    scope: declared.scope ?? 'session',
    delivery: declared.delivery ?? 'tab',
  }
}
