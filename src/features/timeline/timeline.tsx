/** The event log: what was done, what it became, what was called, how it ended. For developers, and anyone curious. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type ReactElement, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Envelope, LogKind } from '../../events/envelope.ts'
import { $tabId } from '../../stores/tab.ts'
import { $logReader } from '../../stores/timeline.ts'
import { Button } from '../ui/button.tsx'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { walk } from '../ui/row-keys.ts'
import { RowLayer } from '../ui/row-layer.tsx'
import { useRowWindow } from '../ui/row-window.ts'
import { EmptyState } from '../ui/states.tsx'
import { useWho } from '../ui/who.ts'
import { type Filter, gestures, type Outcome, parentOf, type Row, rows } from './tree.ts'

const logs: readonly (readonly [LogKind, string])[] = [
  ['project', 'This project'],
  ['account', 'Your account'],
  ['device', 'This tab (before sign-in, network)'],
]
/** Read at once; older ones stay in the log. */
const readAtOnce = 5_000
const rowHeight = 28

/** `about`: the log that it opens on. Where no project is chosen there is none of a project. */
export function Timeline({
  about,
  stream = '',
}: {
  readonly about: 'account' | 'project'
  readonly stream?: string
}): ReactElement {
  const { projectId } = useWho()
  const tabId = useUnit($tabId)
  const [asked, setLog] = useState<LogKind>(about)
  const choices = logs.filter(([kind]) => kind !== 'project' || projectId !== null)
  const log = choices.some(([kind]) => kind === asked) ? asked : 'account'
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(null)
  const [filter, setFilter] = useState<Filter>({ text: '', stream, tabId: '', work: false })
  const envelopes = useEnvelopes(log)
  const all = useMemo(() => gestures(envelopes), [envelopes])
  const wanted = useDeferredValue(filter)
  const shown = useMemo(() => rows(all, open, wanted), [all, open, wanted])
  const at = shown.findIndex(({ id }) => id === chosen)
  const view = useRowWindow(shown.length, rowHeight)
  const { reveal } = view
  useEffect(() => {
    if (at >= 0) reveal(at)
  }, [at, reveal])

  const turn = (id: string, on: boolean) => {
    const next = new Set(open)
    if (on) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const row = shown[at]
  const listed = shown.filter(({ kind }) => kind === 'gesture').length
  const onKeyDown = (event: KeyboardEvent) => {
    const choose = (to: number) => setChosen(shown[to]?.id ?? chosen)
    const isOpen = row?.kind === 'gesture' && open.has(row.id)
    const to = walk(shown.length, at, event.key, view.fits)
    if (to !== null) choose(to)
    else if (event.key === 'ArrowRight' && row?.kind === 'gesture')
      isOpen ? choose(at + 1) : turn(row.id, true)
    else if (event.key === 'ArrowLeft' && row) isOpen ? turn(row.id, false) : choose(parentOf(shown, at))
    else if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'gesture') turn(row.id, !isOpen)
    else return
    event.preventDefault()
  }

  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.h1 srOnly>Event log</chakra.h1>
      <chakra.div
        display="flex"
        gap="2"
        p="2"
        alignItems="center"
        flexWrap="wrap"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <Select
          aria-label="Which log"
          width="220px"
          value={log}
          choices={choices.map(([value, label]) => ({ value, label }))}
          onChoose={(value) => setLog(logs.find(([one]) => one === value)?.[0] ?? about)}
        />
        <DraftInput
          aria-label="Filter by words, type or stream"
          placeholder="Filter: a type, words of a label, document:12"
          width="300px"
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
        <chakra.label display="inline-flex" gap="1" fontSize="sm" alignItems="center">
          <input
            type="checkbox"
            checked={filter.work}
            onChange={(event) => setFilter({ ...filter, work: event.target.checked })}
          />
          Work only
        </chakra.label>
        <chakra.label display="inline-flex" gap="1" fontSize="sm" alignItems="center">
          <input
            type="checkbox"
            checked={filter.tabId !== ''}
            onChange={(event) => setFilter({ ...filter, tabId: event.target.checked ? tabId : '' })}
          />
          This tab only
        </chakra.label>
        <chakra.span role="status" color="faint" fontSize="xs" ml="auto">
          {listed < all.length && `${number(listed)} of `}
          {counted(all.length, 'command')}, {counted(envelopes.length, 'event')}
          {envelopes.length >= readAtOnce && ', the newest; older ones stay in the log'}
        </chakra.span>
      </chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        flex="1"
        minHeight="0"
      >
        {all.length > 0 && shown.length === 0 ? (
          <EmptyState
            icon="filter"
            title="Nothing passes the filter"
            action={
              <Button onClick={() => setFilter({ text: '', stream: '', tabId: '', work: false })}>
                Show everything
              </Button>
            }
          >
            {counted(all.length, 'command')} of this log {all.length === 1 ? 'is' : 'are'} left out.
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState icon="log" title="Nothing here yet">
            What you do appears here as it happens, with every call that it causes.
          </EmptyState>
        ) : (
          <FocusFrame minHeight="0">
            <chakra.div
              ref={view.scroller}
              onScroll={view.onScroll}
              onKeyDown={onKeyDown}
              tabIndex={0}
              role="tree"
              aria-label="Events"
              aria-activedescendant={row && rowElement(row)}
              overflowY="auto"
              height="full"
              css={treeStyles}
            >
              <RowLayer rows={view}>
                {shown.slice(view.first, view.end).map((one) => (
                  <TreeRow
                    key={one.id}
                    row={one}
                    open={one.kind === 'gesture' ? open.has(one.id) : undefined}
                    chosen={one.id === chosen}
                    onChoose={() => {
                      setChosen(one.id)
                      if (one.kind === 'gesture') turn(one.id, !open.has(one.id))
                    }}
                  />
                ))}
              </RowLayer>
            </chakra.div>
          </FocusFrame>
        )}
        <chakra.div
          borderLeftWidth={{ md: '1px' }}
          borderTopWidth={{ base: '1px', md: '0' }}
          borderColor="line"
          overflow="auto"
          _focusVisible={{ outlineOffset: '-2px' }}
          minHeight="0"
          p="3"
          tabIndex={0}
          role="region"
          aria-label="The chosen entry"
        >
          {row ? <Detail row={row} /> : <chakra.p color="faint">Choose an entry to see all of it.</chakra.p>}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}

const treeStyles = {
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
  '& .entry:hover': { background: 'hover' },
  '& .entry[aria-selected=true]': { background: 'selected' },
  '& .label': { overflow: 'hidden', textOverflow: 'ellipsis', flex: '1 1 0' },
  '& .code': { fontFamily: 'mono', fontSize: 'xs', color: 'muted' },
  '& .aside': { color: 'faint', fontSize: 'xs', flexShrink: 0 },
  '& .ms': { minWidth: '72px', textAlign: 'end' },
  '& .time': { width: '64px', height: '4px', flexShrink: 0, borderRadius: '2px', background: 'line' },
  '& .time span': { display: 'block', height: 'full', borderRadius: '2px', background: 'accent' },
  '& .rejected, & .failed': { color: 'dangerInk' },
  '& .waiting': { color: 'attentionInk' },
} as const

/** Under which the tree names the row that is chosen. */
const rowElement = ({ id }: Row): string => `entry-${id}`

const outcomes: Readonly<Record<Outcome, { icon: IconName; words: string }>> = {
  done: { icon: 'check', words: '' },
  rejected: { icon: 'close', words: 'refused' },
  failed: { icon: 'error', words: 'failed' },
  waiting: { icon: 'jobs', words: 'waiting' },
}

function TreeRow({
  row,
  open,
  chosen,
  onChoose,
}: {
  readonly row: Row
  readonly open: boolean | undefined
  readonly chosen: boolean
  readonly onChoose: () => void
}): ReactElement {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the entries hears the keys
    <div
      id={rowElement(row)}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={open}
      aria-selected={chosen}
      tabIndex={-1}
      className="entry"
      style={{ paddingLeft: 8 + row.depth * 18 }}
      onClick={onChoose}
    >
      {row.kind === 'gesture' ? (
        <>
          <Icon name={open ? 'down' : 'right'} size={12} />
          <span className="aside">{time(row.gesture.at)}</span>
          <span className="label">{row.gesture.label}</span>
          {row.gesture.undo === 'undo' && <Icon name="undo" size={14} title="undo" />}
          {row.gesture.undo === 'redo' && <Icon name="redo" size={14} title="redo" />}
          {row.gesture.calls > 0 && <span className="aside">{counted(row.gesture.calls, 'call')}</span>}
          <span className={`aside ${row.gesture.outcome}`}>{outcomes[row.gesture.outcome].words}</span>
          <Icon name={outcomes[row.gesture.outcome].icon} size={14} />
        </>
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
      ) : (
        <>
          <Icon name="external" size={12} />
          <span className="code">{row.call.call ?? row.call.effect}</span>
          <span className={`label aside ${row.call.outcome}`}>
            {row.call.outcome}
            {row.call.status > 0 && ` ${row.call.status}`}
            {row.call.attempt > 1 && ` · try ${row.call.attempt}`}
            {row.call.waitMs !== null && ` · next in ${Math.round(row.call.waitMs)} ms`}
          </span>
          <span className="time" aria-hidden>
            <span style={{ width: `${row.share * 100}%` }} />
          </span>
          <span className="aside ms">{row.call.ms.toFixed(1)} ms</span>
        </>
      )}
    </div>
  )
}

/** All of an entry as it stands in the log. */
function Detail({ row }: { readonly row: Row }): ReactElement {
  const shown: unknown =
    row.kind === 'event' || row.kind === 'call'
      ? row.envelope
      : row.kind === 'command'
        ? {
            id: row.command.id,
            type: row.command.type,
            label: row.command.label,
            rejected: row.command.rejected,
          }
        : {
            correlationId: row.gesture.id,
            at: row.gesture.at,
            tab: row.gesture.tabId,
            role: row.gesture.role,
            outcome: row.gesture.outcome,
          }
  return (
    <>
      {row.kind === 'gesture' && (
        <chakra.p fontSize="sm" mb="2">
          {exactTime(row.gesture.at)}
        </chakra.p>
      )}
      <chakra.pre fontFamily="mono" fontSize="xs" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {JSON.stringify(shown, null, 2)}
      </chakra.pre>
    </>
  )
}

const noEnvelopes: readonly Envelope[] = []

/** The log's latest, followed as it grows. */
function useEnvelopes(log: LogKind): readonly Envelope[] {
  const reader = useUnit($logReader)
  const [envelopes, setEnvelopes] = useState(noEnvelopes)
  useEffect(() => {
    if (!reader) return
    let current = true
    setEnvelopes(noEnvelopes)
    const take = (more: readonly Envelope[]) => {
      if (!current) return
      setEnvelopes((known) => {
        const last = known.at(-1)?.seq ?? 0
        const fresh = more.filter((envelope) => envelope.seq > last)
        return fresh.length === 0 ? known : [...known, ...fresh]
      })
    }
    // Followed before it is read, so that nothing falls between.
    const held: Envelope[] = []
    let ready = false
    // After a reload the screen may be there before its log is open: then what is committed next asks again.
    const read = () =>
      void reader.latest(log, readAtOnce).then((latest) => {
        if (latest === null) return
        ready = true
        take(latest)
        take(held)
      })
    const stop = reader.follow((all) => {
      const own = all.filter((envelope) => envelope.log === log)
      if (ready) take(own)
      else {
        held.push(...own)
        read()
      }
    })
    read()
    return () => {
      current = false
      stop()
    }
  }, [reader, log])
  return envelopes
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const time = (iso: string): string => (iso === '' ? '' : clock.format(new Date(iso)))
