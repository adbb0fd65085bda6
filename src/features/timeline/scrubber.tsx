/** Which moment of a log is looked at: a slider over its events, and what stood at each. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import type { LogIndex } from './log-index.ts'
import { clock } from './times.ts'

export function Scrubber({
  index,
  seq,
  onMove,
  onRest,
  focused = false,
}: {
  readonly index: LogIndex
  readonly seq: number
  readonly onMove: (seq: number) => void
  /** The slider was let go, or Enter was pressed on it. */
  readonly onRest?: () => void
  /** It takes the focus when it comes: arrows move at once. */
  readonly focused?: boolean
}): ReactElement {
  const moment = index.at(seq)
  const [first, last] = [index.firstSeq(), index.lastSeq()]
  const own = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (focused) own.current?.focus()
  }, [focused])
  return (
    <chakra.input
      ref={own}
      type="range"
      aria-label="Moment of the log"
      aria-valuetext={
        moment ? `${clock(moment.time)}, ${moment.label}, event ${moment.seq}` : 'The beginning'
      }
      min={first}
      max={last}
      value={Math.min(last, Math.max(first, seq))}
      flex="1 1 120px"
      minWidth="80px"
      accentColor="var(--af-colors-accent)"
      onChange={(event) => onMove(Number(event.currentTarget.value))}
      onPointerUp={onRest}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onRest?.()
      }}
    />
  )
}
