/**
 * Browsers in which an account has signed in before. Each has a budget of failed sign-ins of its own, so that what strangers
 * try elsewhere, even in the same network, does not keep anybody waiting at his own desk. A browser is known by a random
 * secret in a cookie that no page can read; the server keeps its hash.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Reader, Writer } from '../records/records.ts'
import { readCookies, setBrowserCookie } from './cookies.ts'
import { fingerprint, newSecret } from './secrets.ts'

const rules = {
  /** Without a sign-in for so long, a browser is a stranger again. */
  keptMs: 180 * 24 * 3_600_000,
  /** Of one account; beyond that the longest unseen are forgotten. */
  most: 20,
} as const

/** The secret that the browser sent, whoever made it. */
export const browserOf = (request: FastifyRequest): string | null => readCookies(request).browser

/** The name of a browser in which the account of an address has signed in; null for all others. */
export async function knownBrowser(
  read: Reader,
  email: string,
  secret: string | null,
  now: Date,
): Promise<string | null> {
  if (secret === null) return null
  const row = await read
    .selectFrom('known_browser as b')
    .innerJoin('app_user as u', 'u.user_id', 'b.user_id')
    .select('b.secret_hash')
    .where('u.email', '=', email)
    .where('b.secret_hash', '=', fingerprint(secret))
    .where('b.seen_at', '>', unseenSince(now))
    .executeTakeFirst()
  return row?.secret_hash ?? null
}

/**
 * The account has signed in with this browser. Answers the secret to be kept there: the one that it has, where that is ours,
 * for several people may share it.
 */
export async function rememberBrowser(
  trx: Writer,
  userId: number,
  sent: string | null,
  now: Date,
): Promise<string> {
  const secret = sent !== null && (await isOurs(trx, sent)) ? sent : newSecret()
  const seen_at = now.toISOString()
  await trx.deleteFrom('known_browser').where('seen_at', '<=', unseenSince(now)).execute()
  await trx
    .insertInto('known_browser')
    .values({ user_id: userId, secret_hash: fingerprint(secret), seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'secret_hash']).doUpdateSet({ seen_at }))
    .execute()
  const all = await trx
    .selectFrom('known_browser')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute()
  const beyond = all.slice(rules.most).map(({ secret_hash }) => secret_hash)
  if (beyond.length > 0)
    await trx
      .deleteFrom('known_browser')
      .where('user_id', '=', userId)
      .where('secret_hash', 'in', beyond)
      .execute()
  return secret
}

/** With another password all browsers are strangers: whoever had the old one may have signed in with some of them. */
export async function forgetBrowsers(trx: Writer, userId: number): Promise<void> {
  await trx.deleteFrom('known_browser').where('user_id', '=', userId).execute()
}

/** Has the browser keep its secret. */
export const handOutBrowser = (reply: FastifyReply, config: Config, secret: string): void =>
  setBrowserCookie(reply, config, secret, rules.keptMs / 1_000)

async function isOurs(read: Reader, secret: string): Promise<boolean> {
  const row = await read
    .selectFrom('known_browser')
    .select('user_id')
    .where('secret_hash', '=', fingerprint(secret))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const unseenSince = (now: Date): string => new Date(now.getTime() - rules.keptMs).toISOString()
