/** Whom an address belongs to. */
import { isIPv6 } from 'node:net'

/**
 * One customer's: itself in IPv4; in IPv6 its first 64 bits, since whoever has one address there has all of those.
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

/** Its surroundings: in IPv4 the 256 addresses around it, which one operator has; in IPv6 as above. */
export function neighborhoodOf(ip: string): string {
  const network = networkOf(ip)
  const first = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1]
  return first === undefined ? network : `${first}.0/24`
}
