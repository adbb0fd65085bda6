/** What the record says, in words: values, means, times. */

import { documentDay } from '#contracts/document-date.ts'
import type { ActivityEvent, BatchThen, PastValue } from '#contracts/reconstruct.ts'
import { exactTime } from '../ui/format.ts'

export const meansWords: Readonly<Record<ActivityEvent['how'], string>> = {
  manual: 'Manual',
  undo: 'Undone',
  redo: 'Redone',
  propagation: 'Propagated',
  bulk: 'In bulk',
  import: 'Imported',
  api: 'By a program',
  rollback: 'Rolled back',
}

/** The number first: names of assignments are long, and cut off where there is no room. */
export const batchWords = ({ assignmentName, number }: BatchThen): string =>
  `Batch ${number}, ${assignmentName}`

const floating = /^\d{4}-\d{2}-\d{2}T00:00:00$/

/** `nothing` is what stands for no value: 'not coded', 'no tag'. */
export function valueWords({ value, erased }: PastValue, nothing = 'not coded'): string {
  if (erased) return 'erased by law'
  if (value === null || value === '') return nothing
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.join('; ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // Dates of coding are the same day for everybody, whatever the zone.
  if (typeof value === 'string' && floating.test(value)) return documentDay(`${value}Z`, 'UTC')
  return String(value)
}

export const nothingOf = (kind: 'field' | 'tags'): string => (kind === 'tags' ? 'no tag' : 'not coded')

/** `42 s`, `3:05 min`, `1:02 h`: short, because a column has no room for more. */
export function took(ms: number | null): string {
  if (ms === null) return ''
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')} min`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}

/** Always with its zone. */
export const momentWords = (moment: { readonly at: string } | null): string =>
  moment === null ? 'Now' : exactTime(moment.at)

const inDay = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
/** `11/22, 14:02:11`: in a table of one year; the whole of it on hover. */
export const shortTime = (iso: string): string => inDay.format(new Date(iso))
