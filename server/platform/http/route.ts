/** Binds a handler to a contract; the app (app.ts) registers what `route` returns. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#contracts/call.ts'
import type { CallerContext, Context, ProjectContext } from './context.ts'

/** The context that a call's need, scope and key guarantee. */
export type ContextOf<C extends AnyCall> = (C['scope'] extends 'project'
  ? ProjectContext
  : C['needs'] extends 'public'
    ? Context
    : CallerContext) &
  (C['idempotencyKey'] extends 'required' ? { readonly idempotencyKey: string } : unknown)

export interface Incoming<C extends AnyCall> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  /** For what a contract cannot say: cookies, streams of bytes. */
  readonly raw: FastifyRequest
  readonly reply: FastifyReply
}

export interface Route {
  readonly call: AnyCall
  readonly handler: (ctx: never, incoming: never) => Promise<unknown>
}

/**
 * Declares the handler of a call. What it returns is validated against the contract's reply and sent with 200 (204 where
 * the reply is void). Errors are thrown as `ApiError`.
 *
 * A `rawBody` call gets its bytes as a stream in `body` (never more than a chunk: what is longer fails with 413). A
 * `rawReply` call sets its headers and returns `incoming.reply.send(stream or bytes)`.
 */
export function route<C extends AnyCall>(
  call: C,
  handler: (ctx: ContextOf<C>, incoming: Incoming<C>) => Promise<ReplyOf<C>>,
): Route {
  return { call, handler: handler as Route['handler'] }
}
