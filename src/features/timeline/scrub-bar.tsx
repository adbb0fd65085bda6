/** The scrubber below the timeline: a moment is found here, and the whole window looked at as it stood then. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { LogKind } from '../../events/envelope.ts'
import type { PastMoment } from '../../stores/timeline.ts'
import { Button } from '../ui/button.tsx'
import type { LogIndex } from './log-index.ts'
import { Scrubber } from './scrubber.tsx'
import { clock } from './times.ts'

export function ScrubBar({
  index,
  log,
  at,
  onLook,
}: {
  readonly index: LogIndex
  readonly log: LogKind
  /** What is chosen in the tree: where the slider stands until it is moved. */
  readonly at: PastMoment | null
  readonly onLook: (place: PastMoment) => void
}): ReactElement {
  const [moved, setMoved] = useState<{ readonly seq: number; readonly from: number | null } | null>(null)
  const own = moved !== null && moved.from === (at?.seq ?? null) ? moved.seq : null
  const seq = own ?? at?.seq ?? index.lastSeq()
  const moment = index.at(seq)
  const look = () => {
    if (moment) onLook({ log, seq: moment.seq, tabId: own === null && at ? at.tabId : moment.tabId })
  }
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="3"
      px="3"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
      fontSize="sm"
    >
      <Scrubber
        index={index}
        seq={seq}
        onMove={(to) => setMoved({ seq: to, from: at?.seq ?? null })}
        onRest={() => {
          if (own !== null) look()
        }}
      />
      <chakra.span color="muted" truncate flex="0 1 320px" minWidth="0">
        {moment === null ? 'The beginning' : `${clock(moment.time)} · ${moment.label} · #${moment.seq}`}
      </chakra.span>
      <Button icon="jobs" onClick={look} disabled={moment === null}>
        Look back
      </Button>
    </chakra.div>
  )
}
