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
} from '../effects/define.ts'
import type { CallFailure } from '../effects/failure.ts'
import { came, missed } from '../effects/outcomes.ts'
import { type EventMaker, event } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { askedKey } from '../stores/asked-key.ts'
import { type Cache, createCache } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'

export interface Read<P, V> {
  /** Asks, whatever is held. */
  readonly request: CommandMaker<string, P>
  readonly requested: EventMaker<string, P>
  readonly effect: AnyEffect
  readonly cache: Cache<V>
  /** Under which the answer is held in `cache`, and why it did not come in `failures`. */
  readonly key: (payload: P) => string
}

interface Declared<P, V> {
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
  /** Where the entries are held: a cache that others write too, or how many are held; default: 20. */
  readonly cache?: Cache<V>
  readonly limit?: number
  /** What the browser keeps for work without the network is shown where nobody answers. */
  readonly offline?: true
  /** Why it may not be asked; null where it may. */
  readonly mayNot?: (state: RootState, payload: P, ctx: DecideContext) => Rejection | null
  readonly ask: (payload: P, ctx: RequestContext, envelope: Envelope<P>) => Promise<V>
  /** What else becomes of the answer, and of its failing. */
  readonly then?: (value: V, payload: P, state: RootState) => Outcome
  readonly otherwise?: (failure: CallFailure, payload: P, state: RootState) => Outcome
}

export function read<P, V>(declared: Declared<P, V>): Read<P, V> {
  const { name, label, log, payload, of = (asked: P): object => asked as object, mayNot, ask } = declared
  const key = (asked: P): string => `${name}:${askedKey(of(asked))}`
  const cache = declared.cache ?? createCache<V>(name, declared.limit ?? 20, log)
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
  const own = effect<P, V>({
    name,
    on: requested,
    reads: true,
    strategy: declared.strategy ?? 'latest',
    scope: declared.scope ?? (log === 'project' ? 'project' : 'session'),
    retry: declared.retry ?? { times: 3, base: 300, cap: 5_000 },
    ...(declared.timeout === undefined ? {} : { timeout: declared.timeout }),
    request: (envelope, ctx) => {
      const asked = (): Promise<V> => ask(envelope.payload, ctx, envelope)
      return declared.offline ? ctx.fetched(cache, key(envelope.payload), asked) : asked()
    },
    done: ({ payload: asked }, value, state) =>
      joined(came(cache, key(asked), value), declared.then?.(value, asked, state)),
    fail: ({ payload: asked }, failure, state) =>
      joined(missed(key(asked), failure), declared.otherwise?.(failure, asked, state)),
  })
  return { request, requested, effect: own, cache, key }
}

/** An event that said in which tab it was asked; its answer is the same in all of them. */
export const withoutTab = (first: unknown): unknown => {
  const { tabId: _, ...rest } = Object(first)
  return rest
}

/** The reads among what modules export. */
export const readsIn = (modules: readonly object[]): readonly Read<never, unknown>[] =>
  modules.flatMap((module) => Object.values(module).filter(isRead))

const isRead = (value: unknown): value is Read<never, unknown> =>
  typeof value === 'object' && value !== null && 'requested' in value && 'effect' in value

const joined = (own: Outcome, more: Outcome = {}): Outcome => ({
  cache: [...(own.cache ?? []), ...(more.cache ?? [])],
  commands: [...(own.commands ?? []), ...(more.commands ?? [])],
  forget: [...(own.forget ?? []), ...(more.forget ?? [])],
})
