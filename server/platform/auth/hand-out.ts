/** Gives the browser a session that was just opened. */
import type { FastifyReply } from 'fastify'
import type { Session } from '#contracts/auth.ts'
import type { Context } from '../http/context.ts'
import { setCookies } from './cookies.ts'
import { handOutBrowser } from './known-browsers.ts'
import { type SignedIn, sessionReply } from './signin.ts'

export function handOut(
  ctx: Context,
  reply: FastifyReply,
  { account, stage, opened, browser }: SignedIn,
): Session {
  setCookies(reply, ctx.config, { session: opened.cookie, xsrf: opened.xsrf }, secondsLeft(ctx, opened))
  if (browser !== null) handOutBrowser(reply, ctx.config, browser)
  return sessionReply(ctx, { ...account, stage, token: opened.token, expiresAt: opened.expiresAt })
}

/** Until a session ends at the latest. */
export const secondsLeft = (ctx: Context, session: { readonly expiresAt: string }): number =>
  (Date.parse(session.expiresAt) - ctx.now().getTime()) / 1_000
