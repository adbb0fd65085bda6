/** The log as a table, a page at a time. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { type LogFilter, type logRows, privilegeLogLimits, unwritten } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { isToDescribe, type Line, LogNow } from './lines.ts'

/** Where a row stands: a number or an instant, null behind all others, and then its control number. */
type Place = readonly [key: string | number | null, controlNumber: string]

/** Rows that are looked at between two turns of others. */
const atOnce = 1_000

const placeOf = ({ document, logNumber }: Line, sort: 'number' | 'date'): Place => [
  sort === 'number' ? logNumber : document.date,
  document.controlNumber,
]

function comparePlaces([key, number]: Place, [otherKey, otherNumber]: Place, sign: 1 | -1 = 1): number {
  if (key !== otherKey) {
    if (key === null) return 1
    if (otherKey === null) return -1
    return key < otherKey ? -sign : sign
  }
  return number === otherNumber ? 0 : number < otherNumber ? -sign : sign
}

/** By date, those without one behind. */
export const byDate = (one: Line, other: Line): number =>
  comparePlaces(placeOf(one, 'date'), placeOf(other, 'date'))

export async function rowsOf(
  ctx: ProjectContext,
  { filter = 'all', sort = 'number', descending, after }: QueryOf<typeof logRows>,
): Promise<ReplyOf<typeof logRows>> {
  const log = await LogNow.open(ctx)
  const lines = await log.all()
  const changed = new Set<Line>()
  for (const [nth, line] of lines.entries()) {
    if (log.changed(line).length > 0) changed.add(line)
    if (nth % atOnce === atOnce - 1) await breathe()
  }
  const filters: Readonly<Record<LogFilter, (line: Line) => boolean>> = {
    all: () => true,
    toDescribe: isToDescribe,
    withheld: ({ on }) => on.treatment === 'withheld',
    redacted: ({ on }) => on.treatment === 'redacted',
    changed: (line) => changed.has(line),
  }
  const count = (name: LogFilter) => lines.filter(filters[name]).length
  const sign = descending === undefined ? 1 : -1
  const placed = lines
    .filter(filters[filter])
    .map((line) => ({ line, place: placeOf(line, sort) }))
    .sort((a, b) => comparePlaces(a.place, b.place, sign))
  const from = after === undefined ? null : placeIn(after, sort)
  const rest = from === null ? placed : placed.filter(({ place }) => comparePlaces(place, from, sign) > 0)
  const page = rest.slice(0, privilegeLogLimits.page)
  const derived = await log.derived(page.map(({ line }) => line))
  const last = page.length < rest.length ? page.at(-1) : undefined
  return {
    data: page.map(({ line }) => log.row(line, derived.get(line) ?? {})),
    totalCount: placed.length,
    counts: {
      ...{ all: lines.length, toDescribe: count('toDescribe'), withheld: count('withheld') },
      ...{ redacted: count('redacted'), changed: count('changed') },
    },
    next: last === undefined ? null : JSON.stringify(last.place),
    columns: log.settings.columns.map((column) => ({ ...column, writable: isWritable(column.source) })),
    settingsVersion: log.stored.version,
  }
}

export const isWritable = (source: string): boolean => !unwritten.some((one) => one === source)

function placeIn(after: string, sort: 'number' | 'date'): Place {
  const place: unknown = parsed(after)
  if (Array.isArray(place) && place.length === 2) {
    const [key, number]: unknown[] = place
    const isKey = key === null || typeof key === (sort === 'number' ? 'number' : 'string')
    if (isKey && typeof number === 'string') return [key as Place[0], number]
  }
  throw new ApiError('request.invalid', 'This is no place in the log. Ask for it from the beginning.', {
    detail: 'after',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
