/** All of an entry as it stands in the log, and what it cost. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Timing } from '../../stores/timeline.ts'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { CopyButton } from '../ui/input.tsx'
import type { ShownRow } from './gesture-rows.ts'
import { span } from './times.ts'

export function EntryPane({
  row,
  timing,
  onLook,
}: {
  readonly row: ShownRow
  readonly timing: Timing | null
  /** Null: there is nothing to look at. */
  readonly onLook: (() => void) | null
}): ReactElement {
  const text = JSON.stringify(contentOf(row), null, 2)
  return (
    <>
      <chakra.div display="flex" gap="2" alignItems="center" mb="2" flexWrap="wrap">
        <chakra.p fontSize="sm" flex="1 1 auto">
          {row.kind === 'gesture' ? exactTime(new Date(row.gesture.at).toISOString()) : titles[row.kind]}
        </chakra.p>
        {onLook !== null && (
          <Button icon="jobs" onClick={onLook}>
            Look at the screen as it stood
          </Button>
        )}
        <CopyButton text={text} />
      </chakra.div>
      {row.kind === 'event' && <Timings timing={timing} />}
      <chakra.pre fontFamily="mono" fontSize="xs" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </chakra.pre>
    </>
  )
}

const titles = { command: 'Command', event: 'Event', call: 'Call', note: '' } as const

function contentOf(row: ShownRow): unknown {
  switch (row.kind) {
    case 'event':
    case 'call':
      return row.envelope
    case 'command': {
      const { id, type, label, rejected } = row.command
      return { id, type, label, rejected }
    }
    case 'gesture': {
      const { id, at, tabId, actor, outcome, events, calls, first, last } = row.gesture
      const when = new Date(at).toISOString()
      return { correlationId: id, at: when, tabId, actor, outcome, events, calls, seqs: [first, last] }
    }
    case 'note':
      return row.words
  }
}

const parts = ['decide', 'append', 'fold', 'render'] as const

function Timings({ timing }: { readonly timing: Timing | null }): ReactElement {
  const longest = timing === null ? 0 : Math.max(...parts.map((part) => timing[part] || 0))
  return timing === null ? (
    <chakra.p fontSize="xs" color="faint" mb="2">
      What it cost is known in the tab that made it, for the latest events.
    </chakra.p>
  ) : (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto 1fr"
      columnGap="2"
      fontSize="xs"
      mb="3"
      alignItems="center"
      aria-label="What it cost"
    >
      {parts.map((part) => (
        <chakra.div key={part} display="contents">
          <dt>{part}</dt>
          <chakra.dd display="flex" alignItems="center" gap="2">
            <chakra.span flex="1" height="4px" background="line" borderRadius="sm" aria-hidden>
              <chakra.span
                display="block"
                height="full"
                background="accent"
                borderRadius="sm"
                style={{ width: `${longest > 0 ? ((timing[part] || 0) / longest) * 100 : 0}%` }}
              />
            </chakra.span>
            <chakra.span minWidth="56px" textAlign="end">
              {Number.isNaN(timing[part]) ? 'not shown' : span(timing[part])}
            </chakra.span>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
