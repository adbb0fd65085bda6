/** How effects call a contract: what they may say with it, and what comes back. */
import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#contracts/call.ts'

export type Progress = (done: number, total: number) => void

/** A part of a call that may be left out where nothing in it is required. */
type Part<K extends string, T> = object extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T }

export interface CallExtras {
  /** For calls of scope `project`; null: none. */
  readonly projectId?: number | null
  /** Null: none, where a repetition must not be answered from the record (sign-in). */
  readonly idempotencyKey?: string | null
  readonly ifMatch?: string
  /** For calls that go by a secret link. */
  readonly linkToken?: string
  /** A write that does no harm when it is sent again without a key: the call itself says its place or its state. */
  readonly repeatable?: boolean
  readonly signal?: AbortSignal
  /** Whatever else is asked for goes first. */
  readonly priority?: 'low'
  /** In ms; 0 or absent: none. */
  readonly timeout?: number
  /** Of the upload where the call carries a body, else of the download. */
  readonly progress?: Progress
}

type CallOptions<C extends AnyCall> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>> &
  CallExtras

type NothingNeeded<C extends AnyCall> = object extends ParamsOf<C> & QueryOf<C> & BodyOf<C> ? true : false

/** Rejects with `CallFailed`. */
export type Call = <C extends AnyCall>(
  contract: C,
  ...options: NothingNeeded<C> extends true ? [CallOptions<C>?] : [CallOptions<C>]
) => Promise<ReplyOf<C>>
