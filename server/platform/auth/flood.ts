/**
 * Holds back one address that tries very many accounts. The wait after failures is counted by account; this is what stands
 * against a flood over all of them, and is far above what an office behind one address does in earnest.
 */
import type { FastifyReply } from 'fastify'
import type { Context } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { networkOf } from './networks.ts'

export interface FloodRules {
  /** At once, after a quiet while. */
  readonly burst: number
  readonly perSecond: number
}

export const floodRules: FloodRules = { burst: 300, perSecond: 5 }

interface Bucket {
  left: number
  at: number
}

/** Keys remembered by one server; beyond that the longest unseen are forgotten. */
const most = 10_000

/** Counts calls by a key of theirs; throws where there are too many of one. */
export function createFlood({ burst, perSecond }: FloodRules, message: string) {
  const servers = new WeakMap<object, Map<string, Bucket>>()
  return (ctx: Pick<Context, 'config' | 'now'>, reply: FastifyReply, key: string): void => {
    const buckets = servers.get(ctx.config) ?? new Map<string, Bucket>()
    servers.set(ctx.config, buckets)
    const now = ctx.now().getTime()
    const known = buckets.get(key) ?? { left: burst, at: now }
    const gained = (Math.max(0, now - known.at) / 1_000) * perSecond
    const left = Math.min(burst, known.left + gained)
    buckets.delete(key)
    buckets.set(key, { left: Math.max(0, left - 1), at: now })
    for (const oldest of buckets.keys()) {
      if (buckets.size <= most) break
      buckets.delete(oldest)
    }
    if (left >= 1) return
    reply.header('retry-after', '1')
    throw new ApiError('rate.limited', message)
  }
}

const flood = createFlood(floodRules, 'Too many attempts from your network. Try again in a moment.')

/** Counts a call that anybody may make; throws where its address made too many. */
export const holdBack = (ctx: Pick<Context, 'config' | 'ip' | 'now'>, reply: FastifyReply): void =>
  flood(ctx, reply, networkOf(ctx.ip))
