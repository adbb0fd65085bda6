/** The row that is chosen: the envelope, and beside it what it changed. */
import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement, type ReactNode } from 'react'
import type { LogKind } from '../../events/envelope.ts'
import type { LogSource, PastMoment, TimelineDoor } from '../../stores/timeline.ts'
import { EntryPane } from './entry-pane.tsx'
import type { ShownRow } from './gesture-rows.ts'
import { StatePane } from './state-pane.tsx'

export const ChosenEntry = memo(function ChosenEntry({
  door,
  source,
  log,
  row,
  onLook,
}: {
  readonly door: TimelineDoor | null
  readonly source: LogSource | null
  readonly log: LogKind
  readonly row: ShownRow | null
  readonly onLook: (() => void) | null
}): ReactElement {
  const seqs = row && seqsOf(row)
  return (
    <>
      <Pane label="The chosen entry">
        {row === null ? (
          <chakra.p color="faint">Choose an entry to see all of it.</chakra.p>
        ) : (
          <EntryPane
            row={row}
            timing={row.kind === 'event' ? (door?.timing(row.envelope.id) ?? null) : null}
            onLook={onLook}
          />
        )}
      </Pane>
      <Pane label="What it changed">
        <chakra.h2 fontSize="sm" mb="2">
          State before → after
        </chakra.h2>
        {seqs && door && source ? (
          <StatePane door={door} source={source} log={log} seqs={seqs} />
        ) : (
          <chakra.p color="faint">What an entry changed in the states shows here.</chakra.p>
        )}
      </Pane>
    </>
  )
})

function Pane({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <chakra.div
      borderLeftWidth={{ md: '1px' }}
      borderTopWidth={{ base: '1px', lg: '0' }}
      borderColor="line"
      overflow="auto"
      _focusVisible={{ outlineOffset: '-2px' }}
      minHeight="0"
      minWidth="0"
      p="3"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </chakra.div>
  )
}

/** From the first of a row's envelopes to the last. */
function seqsOf(row: ShownRow): { first: number; last: number } | null {
  switch (row.kind) {
    case 'gesture':
      return { first: row.gesture.first, last: row.gesture.last }
    case 'command': {
      const [first] = row.command.events
      const last = row.command.events.at(-1)
      return first && last ? { first: first.seq, last: last.seq } : null
    }
    case 'event':
    case 'call':
      return { first: row.envelope.seq, last: row.envelope.seq }
    case 'note':
      return null
  }
}

/** Where one looks from a row: as it stood after it, in the tab that made it. */
export function placeOf(row: ShownRow, log: LogKind): PastMoment | null {
  const seqs = seqsOf(row)
  if (seqs === null) return null
  const tabId =
    row.kind === 'gesture'
      ? row.gesture.tabId
      : row.kind === 'command'
        ? (row.command.events[0]?.tabId ?? '')
        : row.kind === 'note'
          ? ''
          : row.envelope.tabId
  return { log, seq: seqs.last, tabId }
}
