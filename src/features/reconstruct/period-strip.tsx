/** The whole record in small, with the period that is looked at cut out of it. */
import { chakra } from '@chakra-ui/react'
import { type PointerEvent, type ReactElement, useRef, useState } from 'react'
import type { Density } from '#src/stores/reconstruct-cache.ts'
import { Handle, type Moving } from './handle.tsx'
import { instantAt, type Span, shareOf } from './scale.ts'
import { Columns } from './track.tsx'

/** A hand that moved less than this, in px, has clicked. */
const clicks = 4

type Grip =
  | { readonly part: 'new'; readonly from: number }
  | { readonly part: 'whole'; readonly by: number; readonly length: number }
  | { readonly part: 'from' | 'to' }

export function PeriodStrip({
  density,
  span,
  from,
  to,
  playhead,
  onPeriod,
}: {
  readonly density: Density
  readonly span: Span
  readonly from: Moving
  readonly to: Moving
  readonly playhead: number
  /** An end at the record's own end is open. */
  readonly onPeriod: (from: number, to: number) => void
}): ReactElement {
  const area = useRef<HTMLDivElement>(null)
  const [grip, setGrip] = useState<Grip | null>(null)
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null)
  const began = useRef(0)
  const [left, right] = drawn ?? [from.at, to.at]
  const atPointer = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect()
    return box === undefined || box.width === 0
      ? span.from
      : instantAt(span, (event.clientX - box.left) / box.width)
  }
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const at = atPointer(event)
    const reach = ((span.to - span.from) / (area.current?.clientWidth || 1)) * 8
    const isCut = left > span.from || right < span.to
    began.current = event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
    if (Math.abs(at - left) < reach) setGrip({ part: 'from' })
    else if (Math.abs(at - right) < reach) setGrip({ part: 'to' })
    else if (isCut && at > left && at < right) setGrip({ part: 'whole', by: at - left, length: right - left })
    else setGrip({ part: 'new', from: at })
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (grip === null) return
    const at = atPointer(event)
    if (grip.part === 'new') setDrawn([Math.min(grip.from, at), Math.max(grip.from, at)])
    else if (grip.part === 'whole') {
      const begins = Math.min(span.to - grip.length, Math.max(span.from, at - grip.by))
      setDrawn([begins, begins + grip.length])
    } else if (grip.part === 'from') setDrawn([Math.min(at, right - 1000), right])
    else setDrawn([left, Math.max(at, left + 1000)])
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (drawn !== null && Math.abs(event.clientX - began.current) >= clicks) onPeriod(drawn[0], drawn[1])
    setGrip(null)
    setDrawn(null)
  }
  return (
    <chakra.div px="3">
      <chakra.div
        ref={area}
        position="relative"
        height="26px"
        background="sunken"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        touchAction="none"
        cursor={grip?.part === 'whole' ? 'grabbing' : 'crosshair'}
        data-testid="period"
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onDoubleClick={() => onPeriod(span.from, span.to)}
      >
        <Columns density={density} span={span} faint />
        <Shade from={0} to={shareOf(span, left)} />
        <Shade from={shareOf(span, right)} to={1} />
        <chakra.span
          position="absolute"
          top="-1px"
          bottom="-1px"
          borderWidth="1px"
          borderColor="accent"
          borderRadius="sm"
          cursor={left > span.from || right < span.to ? 'grab' : 'crosshair'}
          style={{
            left: `${shareOf(span, left) * 100}%`,
            width: `${(shareOf(span, right) - shareOf(span, left)) * 100}%`,
          }}
          aria-hidden
        />
        <chakra.span
          position="absolute"
          top="0"
          bottom="0"
          width="0"
          borderLeftWidth="2px"
          borderColor="ink"
          style={{ left: `${shareOf(span, playhead) * 100}%` }}
          aria-hidden
        />
        <Handle span={span} at={left} label="Period begins" onMove={from.move}>
          <Grasp />
        </Handle>
        <Handle span={span} at={right} label="Period ends" onMove={to.move}>
          <Grasp />
        </Handle>
      </chakra.div>
    </chakra.div>
  )
}

/** What is left out of the period. */
const Shade = ({ from, to }: { readonly from: number; readonly to: number }) => (
  <chakra.span
    position="absolute"
    top="0"
    bottom="0"
    background="canvas"
    opacity={0.75}
    pointerEvents="none"
    style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    aria-hidden
  />
)

const Grasp = () => (
  <chakra.span
    position="absolute"
    left="5px"
    top="5px"
    bottom="5px"
    width="6px"
    borderRadius="sm"
    background="surface"
    borderWidth="1px"
    borderColor="accent"
  />
)
