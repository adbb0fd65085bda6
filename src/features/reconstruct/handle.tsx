/** Something that is moved along a time line: by dragging it, or with the arrow keys. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { exactTime } from '../ui/format.ts'
import { instantAt, type Span, shareOf } from './scale.ts'

/** Ms that a hand rests before what it points at is said, and the most that passes while it goes on moving. */
const rest = 120
const atLeastEvery = 300

export interface Moving {
  /** Where it stands, also while it is being moved. */
  readonly at: number
  readonly move: (to: number, final: boolean) => void
}

/** What is dragged follows the hand at once; it is said now and then, and where it is let go. */
export function useMoving(at: number, say: (to: number) => void): Moving {
  const [local, setLocal] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const saidAt = useRef(0)
  const held = useRef(false)
  const latest = useRef(say)
  latest.current = say
  useEffect(() => () => clearTimeout(timer.current), [])
  // Once what was said has come back, that counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment at which it arrives
  useEffect(() => {
    if (!held.current) setLocal(null)
  }, [at])
  return {
    at: local ?? at,
    move: (to, final) => {
      setLocal(final && to === at ? null : to)
      held.current = !final
      clearTimeout(timer.current)
      const tell = () => {
        saidAt.current = performance.now()
        latest.current(to)
      }
      if (final || performance.now() - saidAt.current > atLeastEvery) tell()
      else timer.current = setTimeout(tell, rest)
    },
  }
}

/** Where a key leads on a span: a two-hundredth of it, with Shift a twentieth; null: it is no such key. */
export function keyStep(event: KeyboardEvent, span: Span, at: number): number | null {
  const step = (span.to - span.from) / (event.shiftKey ? 20 : 200)
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return instantAt(span, shareOf(span, at - step))
    case 'ArrowRight':
    case 'ArrowUp':
      return instantAt(span, shareOf(span, at + step))
    case 'PageDown':
      return instantAt(span, shareOf(span, at - (span.to - span.from) / 20))
    case 'PageUp':
      return instantAt(span, shareOf(span, at + (span.to - span.from) / 20))
    case 'Home':
      return span.from
    case 'End':
      return span.to
    default:
      return null
  }
}

export function Handle({
  span,
  at,
  label,
  words,
  onMove,
  name,
  children,
}: {
  readonly span: Span
  readonly at: number
  readonly label: string
  /** What is said of where it stands; the moment, where absent. */
  readonly words?: string | undefined
  readonly onMove: (to: number, final: boolean) => void
  /** By which the track finds it. */
  readonly name?: string | undefined
  readonly children?: ReactNode
}): ReactElement {
  const moved = useRef(false)
  const end = () => {
    if (moved.current) onMove(at, true)
    moved.current = false
  }
  return (
    <chakra.div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={Math.round(span.from / 1000)}
      aria-valuemax={Math.round(span.to / 1000)}
      aria-valuenow={Math.round(Math.min(span.to, Math.max(span.from, at)) / 1000)}
      aria-valuetext={words ?? exactTime(new Date(at).toISOString())}
      position="absolute"
      top="0"
      bottom="0"
      width="16px"
      marginLeft="-8px"
      cursor="ew-resize"
      zIndex={2}
      borderRadius="sm"
      data-head={name}
      style={{ left: `${shareOf(span, at) * 100}%` }}
      onKeyDown={(event) => {
        const to = keyStep(event, span, at)
        if (to === null || event.ctrlKey || event.altKey || event.metaKey) return
        event.preventDefault()
        moved.current = true
        onMove(to, false)
      }}
      onKeyUp={end}
      onBlur={end}
    >
      {children}
    </chakra.div>
  )
}
