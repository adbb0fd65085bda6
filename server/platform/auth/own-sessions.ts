/** The caller's open sessions: seen and ended by themselves. */
import type { OwnSession } from '#contracts/account.ts'
import type { CallerContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Reader } from '../records/records.ts'
import { record } from './record.ts'
import { revokeSession, revokeSessionsOf, sessionLife } from './sessions.ts'

/** What names a session among those of one person. */
const keyOf = (tokenHash: string): string => tokenHash.slice(0, 16)

/** The one that asks first, then by when they were seen last. */
export async function sessionsOf(ctx: CallerContext): Promise<OwnSession[]> {
  const rows = await openOf(ctx.records.read, ctx)
  return rows
    .map((row) => ({
      sessionKey: keyOf(row.token_hash),
      current: row.token_hash === ctx.caller.sessionId,
      begunAt: row.created_at,
      seenAt: row.seen_at,
      endsAt: row.expires_at,
      ip: row.ip,
      agent: row.agent ?? '',
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt))
}

export async function endOwnSession(ctx: CallerContext, sessionKey: string): Promise<{ ended: number }> {
  if (keyOf(ctx.caller.sessionId) === sessionKey)
    throw new ApiError('request.invalid', 'This is the session that you are in. Log out to end it.', {
      detail: 'sessionKey',
    })
  await ctx.records.write('interactive', async (trx) => {
    const found = (await openOf(trx, ctx)).find(({ token_hash }) => keyOf(token_hash) === sessionKey)
    if (found === undefined) throw notFound('session')
    await revokeSession(trx, found.token_hash, ctx.now())
    await record(trx, ctx, ctx.caller, { action: 'auth.sessionsEnded', facts: { sessionsEnded: 1 } })
  })
  return { ended: 1 }
}

export const endOthers = (ctx: CallerContext): Promise<{ ended: number }> =>
  ctx.records.write('interactive', async (trx) => {
    const ended = await revokeSessionsOf(trx, ctx.caller.userId, ctx.now(), ctx.caller.sessionId)
    if (ended > 0)
      await record(trx, ctx, ctx.caller, { action: 'auth.sessionsEnded', facts: { sessionsEnded: ended } })
    return { ended }
  })

const openOf = (read: Reader, { caller, now }: Pick<CallerContext, 'caller' | 'now'>) =>
  read
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'seen_at', 'expires_at', 'ip', 'agent'])
    .where('user_id', '=', caller.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now().toISOString())
    .where('seen_at', '>', new Date(now().getTime() - sessionLife.idleMs).toISOString())
    .execute()
