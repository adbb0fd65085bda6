/**
 * Declares a read: what a screen asks of the server, as one unit. From it follow the command that asks, the event that says
 * so in the log, the effect that calls, and the cache that holds what came.
 *
 * A screen shows what is held while it is asked for anew (`useRead`). Of two answers the one that was asked for later stays
 * (effects/newest.ts): a slow answer never takes the place of a newer one.
 */
import type * as z from 'zod/mini'
import { type CommandMaker, command, type DecideContext, type Rejection } from '../commands/define.ts'
import {
  type AnyEffect,
  type EffectDef,
  effect,
  type Outcome,
  type RequestContext,
  readTimeout,
} from '../effects/define.ts'
import type { CallFailure } from '../effects/failure.ts'
import { cacheFailure, cacheValue } from '../effects/outcomes.ts'
import { type EventMaker, event } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { failures } from '../stores/answers.ts'
import { askedKey } from '../stores/asked-key.ts'
import { type Cache, type CacheWrite, createCache, write } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'

/** What is asked, wherever its answers are held. */
interface Asking<P> {
  /** Asks, whatever is held. */
  readonly request: CommandMaker<string, P>
  readonly requested: EventMaker<string, P>
  readonly effect: AnyEffect
  /** Under which the answer is held, and why it did not come in `failures`. */
  readonly key: (payload: P) => string
  /** Ms after which a call that was not answered has failed. */
  readonly timeout: number
}

export interface Read<P, V> extends Asking<P> {
  readonly cache: Cache<V>
}

interface Asked<P> {
  /** `jobs.startable`: its area, then what is asked for. Also the type of the command and the name of the effect. */
  readonly name: string
  /** Type of the event; default: `<name>Requested`. */
  readonly event?: string
  readonly version?: number
  readonly upcasts?: readonly ((payload: unknown) => unknown)[]
  /** In the timeline: 'Look up jobs'. */
  readonly label: string | ((payload: P) => string)
  readonly log: 'project' | 'account'
  readonly payload: z.ZodMiniType<P>
  /** What of the payload tells one entry of the cache from another; default: all of it. */
  readonly of?: (payload: P) => object
  /** Asked in one lane: by `strategy` the next cancels the one before, or is passed over. Default: one lane an entry. */
  readonly lane?: (payload: P) => string
  /** Default: `latest`. */
  readonly strategy?: EffectDef['strategy']
  /** Default: `project` for the log of a project, else `session`. */
  readonly scope?: EffectDef['scope']
  /** Default: three times, from 300 ms on, up to 5 s. */
  readonly retry?: EffectDef['retry']
  /** In ms, of each call; default: `readTimeout`. */
  readonly timeout?: number
  /** A list that is read page by page: an answer is put to what is held when it comes. */
  readonly adds?: true
  /** Why it may not be asked; null where it may. */
  readonly mayNot?: (state: RootState, payload: P, ctx: DecideContext) => Rejection | null
}

interface Declared<P, V> extends Asked<P> {
  /** Where the entries are held: a cache that others write too, or how many are held; default: 20. */
  readonly cache?: Cache<V>
  readonly limit?: number
  /** What the browser keeps for work without the network is shown where nobody answers. */
  readonly offline?: true
  readonly ask: (payload: P, ctx: RequestContext, envelope: Envelope<P>) => Promise<V>
  /** What else becomes of the answer, and of its failing. */
  readonly also?: (value: V, payload: P, state: RootState) => Outcome
  readonly otherwise?: (failure: CallFailure, payload: P, state: RootState) => Outcome
}

interface DeclaredQuestions<P> extends Asked<P> {
  /** The entries that the answer makes; none where there is nothing to hold any more. */
  readonly ask: (payload: P, ctx: RequestContext) => Promise<readonly CacheWrite[]>
}

const keyOf =
  <P>({ name, of = (asked: P): object => asked as object }: Asked<P>) =>
  (asked: P): string =>
    `${name}:${askedKey(of(asked))}`

export function read<P, V>(declared: Declared<P, V>): Read<P, V> {
  const { name, limit = 20, log, ask, offline } = declared
  const key = keyOf(declared)
  const cache = declared.cache ?? createCache<V>(name, limit, log)
  const asking = askingOf<P, V>(declared, {
    request: (envelope, ctx) => {
      const asked = (): Promise<V> => ask(envelope.payload, ctx, envelope)
      return offline ? ctx.fetched(cache, key(envelope.payload), asked) : asked()
    },
    done: ({ payload: asked }, value, state) =>
      joined(cacheValue(cache, key(asked), value), declared.also?.(value, asked, state)),
    fail: ({ payload: asked }, failure, state) =>
      joined(cacheFailure(key(asked), failure), declared.otherwise?.(failure, asked, state)),
  })
  return { ...asking, cache }
}

/** Questions of several kinds as one event, whose answers are held each in the cache of its kind. */
export function questions<P>(declared: DeclaredQuestions<P>): Asking<P> {
  const key = keyOf(declared)
  return askingOf<P, readonly CacheWrite[]>(declared, {
    request: ({ payload }, ctx) => declared.ask(payload, ctx),
    done: ({ payload }, entries) => ({ cache: [...entries, write(failures, key(payload), null)] }),
    fail: ({ payload }, failure) => cacheFailure(key(payload), failure),
  })
}

/** The questions whose answers are held in one of the caches, as a read that a screen can show. */
export const answersIn = <P, V>(asking: Asking<P>, cache: Cache<V>): Read<P, V> => ({ ...asking, cache })

function askingOf<P, R>(
  declared: Asked<P>,
  answering: Pick<EffectDef<P, R>, 'request' | 'done' | 'fail'>,
): Asking<P> {
  const { name, label, log, payload, mayNot } = declared
  const key = keyOf(declared)
  const requested = event({
    type: declared.event ?? `${name}Requested`,
    ...(declared.version === undefined ? {} : { version: declared.version }),
    ...(declared.upcasts === undefined ? {} : { upcasts: declared.upcasts }),
    log,
    retention: 'session',
    payload,
    stream: declared.lane ?? key,
  })
  const request = command({
    type: name,
    capture: 'never',
    payload,
    decide: (state, asked, ctx) => mayNot?.(state, asked, ctx) ?? [requested(asked)],
    label: typeof label === 'string' ? () => label : label,
  })
  const own = effect<P, R>({
    name,
    on: requested,
    reads: true,
    ...(declared.adds === undefined ? {} : { adds: declared.adds }),
    strategy: declared.strategy ?? 'latest',
    scope: declared.scope ?? (log === 'project' ? 'project' : 'session'),
    retry: declared.retry ?? { times: 3, base: 300, cap: 5_000 },
    ...(declared.timeout === undefined ? {} : { timeout: declared.timeout }),
    ...answering,
  })
  return { request, requested, effect: own, key, timeout: declared.timeout ?? readTimeout }
}

/** Of what is asked in a tab and is answered to it alone: the first version of its event named the tab. */
export const withoutTab = {
  version: 2,
  upcasts: [
    (first: unknown) => {
      const { tabId: _, ...rest } = Object(first)
      return rest
    },
  ],
} as const

/** The reads among what modules export. */
export const readsIn = (modules: readonly object[]): readonly Asking<never>[] =>
  modules.flatMap((module) => Object.values(module).filter(isRead))

const isRead = (value: unknown): value is Asking<never> =>
  typeof value === 'object' && value !== null && 'requested' in value && 'effect' in value

const joined = (own: Outcome, more: Outcome = {}): Outcome => ({
  cache: [...(own.cache ?? []), ...(more.cache ?? [])],
  commands: [...(own.commands ?? []), ...(more.commands ?? [])],
  forget: [...(own.forget ?? []), ...(more.forget ?? [])],
})
