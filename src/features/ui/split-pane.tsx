import { chakra } from '@chakra-ui/react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'

/**
 * Two panes with an edge that can be dragged, or moved with the arrow keys (Home and End for the ends). The size is
 * that of `side` in px; it is said once the edge is let go.
 */
export function SplitPane({
  side,
  main,
  size,
  onSize,
  sideAt = 'start',
  min = 200,
  max = 720,
  label,
}: {
  readonly side: ReactNode
  readonly main: ReactNode
  readonly size: number
  readonly onSize: (size: number) => void
  readonly sideAt?: 'start' | 'end'
  readonly min?: number
  readonly max?: number
  /** What the edge sizes: 'document list'. */
  readonly label: string
}): ReactElement {
  const [dragged, setDragged] = useState<number | null>(null)
  const start = useRef({ x: 0, size: 0 })
  const within = (value: number) => Math.round(Math.min(max, Math.max(min, value)))
  const now = within(dragged ?? size)
  const sign = sideAt === 'start' ? 1 : -1

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, size: now }
    setDragged(now)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (dragged !== null) setDragged(within(start.current.size + sign * (event.clientX - start.current.x)))
  }
  const release = () => {
    if (dragged === null) return
    setDragged(null)
    if (dragged !== size) onSize(dragged)
  }
  const key = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const to = {
      ArrowLeft: now - sign * step,
      ArrowRight: now + sign * step,
      Home: sideAt === 'start' ? min : max,
      End: sideAt === 'start' ? max : min,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSize(within(to))
  }

  const sidePane = (
    <chakra.div flexShrink={0} minWidth="0" height="full" overflow="hidden" style={{ width: now }}>
      {side}
    </chakra.div>
  )
  return (
    <chakra.div display="flex" height="full" minHeight="0" minWidth="0" width="full">
      {sideAt === 'start' && sidePane}
      {sideAt === 'end' && (
        <chakra.div flex="1" minWidth="0" height="full" overflow="hidden">
          {main}
        </chakra.div>
      )}
      <chakra.div
        role="separator"
        aria-orientation="vertical"
        aria-label={`Width of ${label}`}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={now}
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={key}
        flexShrink={0}
        width="9px"
        mx="-4px"
        zIndex={1}
        cursor="col-resize"
        touchAction="none"
        position="relative"
        _before={{
          content: '""',
          position: 'absolute',
          top: 0,
          bottom: 0,
          left: '4px',
          width: '1px',
          background: dragged === null ? 'line' : 'accent',
        }}
        _hover={{ _before: { background: 'control' } }}
        _focusVisible={{ outline: 'none', _before: { background: 'focus', width: '3px', left: '3px' } }}
      />
      {sideAt === 'end' && sidePane}
      {sideAt === 'start' && (
        <chakra.div flex="1" minWidth="0" height="full" overflow="hidden">
          {main}
        </chakra.div>
      )}
    </chakra.div>
  )
}
