/** Which gestures of a log show. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { counted } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import type { IndexFilter } from './log-filter.ts'
import type { Counted, LogIndex } from './log-index.ts'

/** What there is to choose from, with how many events each. */
export interface Counts {
  readonly types: readonly Counted[]
  readonly tabs: readonly Counted[]
  readonly actors: readonly Counted[]
}
const none: Counts = { types: [], tabs: [], actors: [] }
export const countsOf = (index: LogIndex | null): Counts =>
  index === null ? none : { types: index.types(), tabs: index.tabs(), actors: index.actors() }

export function FilterBar({
  filter,
  onFilter,
  counts,
  tabId,
}: {
  readonly filter: IndexFilter
  readonly onFilter: (filter: IndexFilter) => void
  readonly counts: Counts
  readonly tabId: string
}): ReactElement {
  const change = (part: Partial<IndexFilter>) => onFilter({ ...filter, ...part })
  return (
    <>
      <DraftInput
        aria-label="Filter by words, type or stream"
        placeholder="Filter: words of a label, a type, an id"
        width="240px"
        value={filter.text}
        onChange={(text) => change({ text })}
      />
      <OneOf
        label="Type"
        all="All types"
        value={filter.type}
        from={counts.types}
        onChoose={(type) => change({ type })}
      />
      <OneOf
        label="Tab"
        all="All tabs"
        value={filter.tabId}
        from={counts.tabs}
        name={(id) => (id === tabId ? 'This tab' : `Tab ${id.slice(0, 6)}`)}
        onChoose={(chosen) => change({ tabId: chosen })}
      />
      <OneOf
        label="Actor"
        all="All actors"
        value={filter.actor}
        from={counts.actors}
        name={(actor) => (actor === 'nobody' ? 'Nobody signed in' : `User ${actor}`)}
        onChoose={(actor) => change({ actor })}
      />
      <DraftInput
        aria-label="Document or stream"
        placeholder="document:12"
        width="120px"
        value={filter.stream}
        onChange={(stream) => change({ stream: stream.trim() })}
      />
      <Moment label="From" value={filter.from} onChange={(from) => change({ from })} />
      <Moment label="To" value={filter.to} onChange={(to) => change({ to })} />
      <Check on={!filter.work} onTurn={(all) => change({ work: !all })}>
        Background too
      </Check>
      <Check on={filter.failures} onTurn={(failures) => change({ failures })}>
        Failures only
      </Check>
    </>
  )
}

function OneOf({
  label,
  all,
  value,
  from,
  name = (one) => one,
  onChoose,
}: {
  readonly label: string
  readonly all: string
  readonly value: string
  readonly from: readonly Counted[]
  readonly name?: (value: string) => string
  readonly onChoose: (value: string) => void
}): ReactElement {
  // What a link names is offered even before it was read.
  const known =
    value === '' || from.some((one) => one.name === value) ? from : [{ name: value, count: 0 }, ...from]
  return (
    <Select
      aria-label={label}
      width="150px"
      value={value}
      choices={[
        { value: '', label: all },
        ...known.map((one) => ({
          value: one.name,
          label: `${name(one.name)} · ${counted(one.count, 'event')}`,
        })),
      ]}
      onChoose={onChoose}
    />
  )
}

const pad = (value: number): string => String(value).padStart(2, '0')
/** As the browser's own field writes it: local, to the second. */
const local = (time: number | null): string => {
  if (time === null) return ''
  const at = new Date(time)
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
}

function Moment({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (time: number | null) => void
}): ReactElement {
  return (
    <chakra.span display="inline-flex" gap="1" fontSize="sm" alignItems="center">
      <span aria-hidden>{label}</span>
      <DraftInput
        aria-label={label}
        type="datetime-local"
        step="1"
        width="196px"
        value={local(value)}
        onChange={(text) => onChange(text === '' ? null : new Date(text).getTime())}
      />
    </chakra.span>
  )
}

function Check({
  on,
  onTurn,
  children,
}: {
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.label display="inline-flex" gap="1" fontSize="sm" alignItems="center" minHeight="24px">
      <input type="checkbox" checked={on} onChange={(event) => onTurn(event.target.checked)} />
      {children}
    </chakra.label>
  )
}
