/** How the timeline writes moments and durations. */
import { duration } from '../ui/format.ts'

const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** `14:02:11` */
export const clock = (time: number): string => (Number.isFinite(time) ? format.format(time) : '')

/** `12.4 ms`, `3.2 s`, `2 h 3 min`. */
export function span(ms: number): string {
  if (ms < 1_000) return `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms / 1_000)
}
