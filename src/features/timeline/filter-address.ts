/**
 * A filter in the address, so that a link to it can be shared: ids and moments only, never words somebody typed. Whether
 * what the program does by itself shows is how somebody likes it, and not in the link.
 */
import type { LogKind } from '../../events/envelope.ts'
import { type IndexFilter, noFilter } from './log-filter.ts'

const texts = ['type', 'actor', 'tabId', 'stream'] as const
const moments = ['from', 'to'] as const
const marks = ['failures'] as const

export function filterIn(address: URLSearchParams): IndexFilter {
  const moment = (name: string): number | null => {
    const time = Date.parse(address.get(name) ?? '')
    return Number.isFinite(time) ? time : null
  }
  return {
    ...noFilter,
    ...Object.fromEntries(texts.map((name) => [name, address.get(name) ?? ''])),
    ...Object.fromEntries(moments.map((name) => [name, moment(name)])),
    ...Object.fromEntries(marks.map((name) => [name, address.get(name) === '1'])),
  }
}

export function addressOf(filter: IndexFilter, log: LogKind): URLSearchParams {
  const address = new URLSearchParams({ log })
  for (const name of texts) if (filter[name] !== '') address.set(name, filter[name])
  for (const name of moments) {
    const time = filter[name]
    if (time !== null) address.set(name, new Date(time).toISOString())
  }
  for (const name of marks) if (filter[name]) address.set(name, '1')
  return address
}
