/**
 * Holds back one address that tries very many accounts. The wait after failures is counted by account; this is what stands
 * against a flood over all of them, and is far above what an office behind one address does in earnest.
 */
import { isIPv6 } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Context } from '../http/context.ts'
import { ApiError } from '../http/error.ts'

export const floodRules = {
  /** At once, after a quiet while. */
  burst: 300,
  perSecond: 5,
} as const

interface Bucket {
  left: number
  at: number
}

/** Addresses remembered by one server; beyond that the longest unseen are forgotten. */
const most = 10_000
const servers = new WeakMap<object, Map<string, Bucket>>()

/** Counts a call that anybody may make; throws where its address made too many. */
export function holdBack(ctx: Pick<Context, 'config' | 'ip' | 'now'>, reply: FastifyReply): void {
  const buckets = servers.get(ctx.config) ?? new Map<string, Bucket>()
  servers.set(ctx.config, buckets)
  const now = ctx.now().getTime()
  const network = networkOf(ctx.ip)
  const known = buckets.get(network) ?? { left: floodRules.burst, at: now }
  const gained = (Math.max(0, now - known.at) / 1_000) * floodRules.perSecond
  const left = Math.min(floodRules.burst, known.left + gained)
  buckets.delete(network)
  buckets.set(network, { left: Math.max(0, left - 1), at: now })
  for (const oldest of buckets.keys()) {
    if (buckets.size <= most) break
    buckets.delete(oldest)
  }
  if (left >= 1) return
  reply.header('retry-after', '1')
  throw new ApiError('rate.limited', 'Too many attempts from your network. Try again in a moment.')
}

/**
 * Whom an address belongs to: itself in IPv4; in IPv6 its first 64 bits, since whoever has one address there has all of
 * those.
 */
export function networkOf(ip: string): string {
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (inside !== undefined) return inside
  const address = ip.replace(/%.*$/, '')
  if (!isIPv6(address)) return ip
  const [left = [], right = []] = address
    .split('::')
    .map((half) => half.split(':').filter((one) => one !== ''))
  // An IPv4 address at the end stands for two groups.
  const rightLength = right.length + (right.at(-1)?.includes('.') === true ? 1 : 0)
  const zeros = address.includes('::') ? new Array<string>(8 - left.length - rightLength).fill('0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
