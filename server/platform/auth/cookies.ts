/**
 * The cookies: two of a session, one that only the browser reads and one that the page copies into its writes; and one by
 * which a browser is known.
 */
import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookies, services } from '#contracts/call.ts'
import type { Config } from '../config.ts'

export interface CookieValues {
  readonly session: string | null
  readonly xsrf: string | null
  readonly browser: string | null
  /** Of a single sign-on that was begun. */
  readonly sso: string | null
}

/** The page never reads it: it goes with the calls of single sign-on alone. */
const ssoCookie = 'affiant_sso'

/** What the browser sent. */
export function readCookies(request: FastifyRequest): CookieValues {
  const sent = fastifyCookie.parse(request.headers.cookie ?? '')
  return {
    session: sent[cookies.session] ?? null,
    xsrf: sent[cookies.xsrf] ?? null,
    browser: sent[cookies.browser] ?? null,
    sso: sent[ssoCookie] ?? null,
  }
}

/** Hands the cookies out; they end with the session at the latest. */
export function setCookies(
  reply: FastifyReply,
  config: Config,
  values: { readonly session: string; readonly xsrf: string },
  seconds: number,
): void {
  const shared = {
    path: '/',
    sameSite: 'strict',
    maxAge: Math.max(0, Math.floor(seconds)),
    secure: secure(config),
  } as const
  // One header a cookie, replacing what an earlier step of the same request may have set.
  reply.header('set-cookie', [
    fastifyCookie.serialize(cookies.session, values.session, { ...shared, httpOnly: true }),
    fastifyCookie.serialize(cookies.xsrf, values.xsrf, shared),
  ])
}

/** Hands out what a browser is known by; it outlives the session, and goes with calls alone. */
export function setBrowserCookie(reply: FastifyReply, config: Config, secret: string, seconds: number): void {
  reply.header(
    'set-cookie',
    fastifyCookie.serialize(cookies.browser, secret, {
      path: services.rest,
      sameSite: 'strict',
      maxAge: Math.floor(seconds),
      secure: secure(config),
      httpOnly: true,
    }),
  )
}

/** Hands out what the landing page of a single sign-on shows that it was begun in this browser. */
export function setSsoCookie(reply: FastifyReply, config: Config, secret: string, seconds: number): void {
  reply.header(
    'set-cookie',
    fastifyCookie.serialize(ssoCookie, secret, {
      path: `${services.rest}/sso`,
      sameSite: 'strict',
      maxAge: seconds,
      secure: secure(config),
      httpOnly: true,
    }),
  )
}

/** Takes the cookies of the session back. */
export const clearCookies = (reply: FastifyReply, config: Config): void =>
  setCookies(reply, config, { session: '', xsrf: '' }, 0)

/** Browsers keep a `Secure` cookie away from plain HTTP, so it is one only where people come over TLS. */
const secure = (config: Config): boolean => config.publicUrl.startsWith('https:') || config.tls !== null
