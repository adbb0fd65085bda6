/** Declares a domain event: plain data with a schema, a version, and what it is about. */
import type * as z from 'zod/mini'
import type { Draft, LogKind, Retention } from './envelope.ts'

export interface EventDef<T extends string = string, P = unknown> {
  readonly type: T
  readonly version: number
  readonly payload: z.ZodMiniType<P>
  readonly log: LogKind
  readonly retention: Retention
  readonly stream: (payload: P) => string
  /** From version n to n+1, consecutive from 1: `upcasts[0]` takes 1 to 2. */
  readonly upcasts: readonly ((payload: unknown) => unknown)[]
}

export type PayloadOf<E> = E extends EventDef<string, infer P> ? P : never

/** A definition that is also the maker of its drafts: `valueSet({ documentId: 1, … })`. */
export type EventMaker<T extends string, P> = EventDef<T, P> & ((payload: P) => Draft<P>)

interface Declared<T extends string, P> {
  type: T
  payload: z.ZodMiniType<P>
  log: LogKind
  retention: Retention
  stream: (payload: P) => string
  /** Defaults to 1. */
  version?: number
  upcasts?: readonly ((payload: unknown) => unknown)[]
}

export function event<T extends string, P>(declared: Declared<T, P>): EventMaker<T, P> {
  const version = declared.version ?? 1
  const upcasts = declared.upcasts ?? []
  if (upcasts.length !== version - 1) {
    throw new Error(
      `${declared.type}: version ${version} needs ${version - 1} upcasts, has ${upcasts.length}`,
    )
  }
  const { type, log, retention, payload, stream } = declared
  const make = (value: P): Draft<P> => ({
    type,
    version,
    payload: value,
    stream: stream(value),
    log,
    retention,
  })
  return Object.assign(make, { type, version, payload, log, retention, stream, upcasts })
}
