/** Documents by month or year: a click takes one, a drag takes from one to another, and two fields do the same by keys. */
import { chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactElement, useEffect, useId, useMemo, useState } from 'react'
import type { Histogram } from '#contracts/facets.ts'
import { type DaysFault, readDays } from '#src/events/filter/days.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import type { ChartState } from './chart-card.tsx'
import { FiguresChart } from './figures-chart.tsx'
import { binned } from './month-bins.ts'
import type { Figure } from './options.ts'
import { Outside, type Undrawn } from './outside.tsx'
import { type DayRange, daysFrom, lies } from './periods.ts'

export function TimeChart({
  title,
  histogram,
  state,
  range,
  span = 12,
  over,
  days = true,
  onRange,
  onUndated,
}: {
  readonly title: string
  readonly histogram: Histogram | null
  readonly state: ChartState
  /** The days that are chosen; null: all. */
  readonly range: DayRange | null
  readonly span?: number
  /** Whose months are drawn, so that several stand under the same ones; absent: its own. */
  readonly over?: Histogram | null
  /** Whether days can be written, too. */
  readonly days?: boolean
  readonly onRange: (range: DayRange | null) => void
  /** Takes those that have no date. */
  readonly onUndated: () => void
}): ReactElement {
  const { figures, outside } = useMemo(() => columnsOf(histogram, over ?? histogram), [histogram, over])
  const chosen = useMemo(
    () => new Set(range === null ? [] : figures.flatMap(({ key }) => (lies(key, range) ? [key] : []))),
    [figures, range],
  )
  const take = (from: string, to: string) => {
    const taken = daysFrom(from, to)
    onRange(taken.start === range?.start && taken.end === range.end ? null : taken)
  }
  const drag = (from: number, to: number) => {
    const [first, last] = [figures[from], figures[to]]
    if (first !== undefined && last !== undefined) take(first.key, last.key)
  }
  return (
    <FiguresChart
      title={title}
      of="Period"
      as="columns"
      span={span}
      figures={figures}
      chosen={chosen}
      state={state}
      onChoose={(key) => take(key, key)}
      onDrag={drag}
      foot={
        <>
          <Outside
            title={title}
            outside={outside}
            onTake={({ range: days }) => (days === null ? onUndated() : onRange(days))}
          />
          {days && <Days title={title} range={range} onRange={onRange} />}
        </>
      }
    />
  )
}

/** Documents that have no place on the axis. */
interface Stray extends Undrawn {
  /** Null: they have no date. */
  readonly range: DayRange | null
}

function columnsOf(
  histogram: Histogram | null,
  over: Histogram | null,
): { readonly figures: readonly Figure[]; readonly outside: readonly Stray[] } {
  if (histogram === null || over === null) return { figures: [], outside: [] }
  const { bins } = binned(over.bins.map(({ from, documents }) => ({ month: from, count: documents })))
  const [first, last] = [bins[0], bins.at(-1)]
  const sum = (of: Histogram['bins']) => ({
    documents: of.reduce((all, { documents }) => all + documents, 0),
    bytes: of.reduce((all, { bytes }) => all + bytes, 0),
  })
  const figures = bins.map(({ from, label }) => ({
    key: from,
    label,
    ...sum(histogram.bins.filter((bin) => bin.from.startsWith(from))),
  }))
  const dated = (where: string, isThere: (from: string) => boolean): readonly Stray[] => {
    const months = histogram.bins.filter(({ from, documents }) => documents > 0 && isThere(from))
    const [begin, end] = [months[0], months.at(-1)]
    return begin === undefined || end === undefined
      ? []
      : [{ where, documents: sum(months).documents, range: daysFrom(begin.from, end.from) }]
  }
  const { documents } = histogram.none
  return {
    figures,
    outside: [
      ...(first === undefined ? [] : dated(`before ${first.label}`, (from) => from < first.from)),
      ...(last === undefined
        ? []
        : dated(`after ${last.label}`, (from) => from > last.from && !from.startsWith(last.from))),
      ...(documents > 0 ? [{ where: 'without a date', documents, range: null }] : []),
    ],
  }
}

/** The same as the drag, by keys: the first and the last day. */
function Days({
  title,
  range,
  onRange,
}: {
  readonly title: string
  readonly range: DayRange | null
  readonly onRange: (range: DayRange | null) => void
}): ReactElement {
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [fault, setFault] = useState<DaysFault | null>(null)
  const faultId = useId()
  useEffect(() => {
    setFault(null)
    setStart(range?.start ?? '')
    setEnd(range?.end ?? '')
  }, [range?.start, range?.end])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = readDays({ start, end })
    setFault('message' in read ? read : null)
    if ('message' in read) return
    setStart(read.start)
    setEnd(read.end)
    onRange(read)
  }
  const faulty = (at: DaysFault['at']) =>
    fault?.at === at ? ({ 'aria-invalid': true, 'aria-describedby': faultId } as const) : {}
  const field = { placeholder: 'MM/DD/YYYY', width: '120px', fontSize: 'xs' } as const
  return (
    <chakra.form
      onSubmit={send}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      pt="2"
      fontSize="xs"
    >
      <DraftInput
        {...field}
        {...faulty('start')}
        aria-label={`${title}: first day`}
        value={start}
        onChange={setStart}
      />
      to
      <DraftInput
        {...field}
        {...faulty('end')}
        aria-label={`${title}: last day`}
        value={end}
        onChange={setEnd}
      />
      <Button type="submit" size="sm" disabled={start.trim() === '' || end.trim() === ''}>
        Choose these days
      </Button>
      {range !== null && (
        <Button size="sm" look="quiet" icon="close" onClick={() => onRange(null)}>
          All days
        </Button>
      )}
      {fault !== null && (
        <chakra.div width="full">
          <Fault id={faultId}>{fault.message}</Fault>
        </chakra.div>
      )}
    </chakra.form>
  )
}
