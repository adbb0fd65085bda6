/** One row of the event log's tree. */
import { memo, type ReactElement } from 'react'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { ShownRow } from './gesture-rows.ts'
import type { GestureRow } from './log-index.ts'
import { clock, span } from './times.ts'
import type { Outcome } from './tree.ts'

export const rowHeight = 28

export const treeStyles = {
  '& .entry': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: `${rowHeight}px`,
    paddingInline: '8px',
    fontSize: 'sm',
    whiteSpace: 'nowrap',
    cursor: 'default',
  },
  '& .entry:focus-visible': { outlineOffset: '-2px' },
  '& .entry:hover': { background: 'hover' },
  '& .entry[aria-selected=true]': { background: 'selected' },
  '& .label': { overflow: 'hidden', textOverflow: 'ellipsis', flex: '1 1 0' },
  '& .code': { fontFamily: 'mono', fontSize: 'xs', color: 'muted' },
  '& .aside': { color: 'faint', fontSize: 'xs', flexShrink: 0 },
  '& .ms': { minWidth: '64px', textAlign: 'end' },
  '& .time': { width: '48px', height: '4px', flexShrink: 0, borderRadius: '2px', background: 'line' },
  '& .time span': { display: 'block', height: 'full', borderRadius: '2px', background: 'accent' },
  '& .rejected, & .failed': { color: 'dangerInk' },
  '& .waiting': { color: 'attentionInk' },
} as const

/** Under which the tree names the row that is chosen. */
export const rowElement = (id: string): string => `entry-${id}`

const outcomes: Readonly<Record<Outcome, { icon: IconName; words: string }>> = {
  done: { icon: 'check', words: '' },
  rejected: { icon: 'close', words: 'refused' },
  failed: { icon: 'error', words: 'failed' },
  waiting: { icon: 'jobs', words: 'waiting' },
}

export const TreeRow = memo(function TreeRow({
  row,
  open,
  chosen,
  onChoose,
}: {
  readonly row: ShownRow
  /** Undefined: it has nothing below it. */
  readonly open: boolean | undefined
  readonly chosen: boolean
  readonly onChoose: (row: ShownRow) => void
}): ReactElement {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the entries hears the keys
    <div
      id={rowElement(row.id)}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={open}
      aria-selected={chosen}
      tabIndex={-1}
      className="entry"
      style={{ paddingLeft: 8 + row.depth * 18 }}
      onClick={() => onChoose(row)}
    >
      {row.kind === 'gesture' ? (
        <Gesture {...row.gesture} open={open === true} />
      ) : row.kind === 'command' ? (
        <>
          <span className="code">{row.command.type}</span>
          <span className="label">{row.command.label}</span>
          {row.command.rejected !== null && <span className="aside rejected">{row.command.rejected}</span>}
        </>
      ) : row.kind === 'event' ? (
        <>
          <Icon name="minus" size={12} />
          <span className="code">{row.envelope.type}</span>
          <span className="label aside">{row.envelope.stream}</span>
          <span className="aside">#{row.envelope.seq}</span>
        </>
      ) : row.kind === 'call' ? (
        <>
          <Icon name="external" size={12} />
          <span className="code">{row.call.call ?? row.call.effect}</span>
          <span className={`label aside ${row.call.outcome}`}>
            {row.call.outcome}
            {row.call.status > 0 && ` ${row.call.status}`}
            {row.call.attempt > 1 && ` · try ${row.call.attempt}`}
            {row.call.waitMs !== null && ` · next in ${Math.round(row.call.waitMs)} ms`}
          </span>
          <Duration share={row.share} ms={row.call.ms} />
        </>
      ) : (
        <span className="label aside">{row.words}</span>
      )}
    </div>
  )
})

function Gesture({
  open,
  at,
  label,
  undo,
  calls,
  outcome,
  ms,
}: GestureRow & { readonly open: boolean }): ReactElement {
  return (
    <>
      <Icon name={open ? 'down' : 'right'} size={12} />
      <span className="aside">{clock(at)}</span>
      <span className="label">{label}</span>
      {undo === 'undo' && <Icon name="undo" size={14} title="undo" />}
      {undo === 'redo' && <Icon name="redo" size={14} title="redo" />}
      {calls > 0 && <span className="aside">{counted(calls, 'call')}</span>}
      <span className={`aside ${outcome}`}>{outcomes[outcome].words}</span>
      {ms > 0 && <Duration share={shareOf(ms)} ms={ms} />}
      <Icon name={outcomes[outcome].icon} size={14} />
    </>
  )
}

/** From a millisecond to a minute, by powers of ten: a wait beside a keystroke would leave nothing of it. */
const shareOf = (ms: number): number => Math.min(1, Math.log10(1 + ms) / Math.log10(60_000))

function Duration({ share, ms }: { readonly share: number; readonly ms: number }): ReactElement {
  return (
    <>
      <span className="time" aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="aside ms">{span(ms)}</span>
    </>
  )
}
