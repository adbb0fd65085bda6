/** Three panes side by side. Where they do not fit, the first gives way to a strip, by which it is laid over the others. */
import { chakra } from '@chakra-ui/react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fitPanes, type SidePane, stripWidth, within } from './pane-widths.ts'
import { stripName } from './strip.ts'
import { Tooltip } from './tooltip.tsx'

export interface Pane extends SidePane {
  /** What its edge sizes: 'document list'. */
  readonly label: string
  readonly content: ReactNode
  /** Told once the edge is let go. */
  readonly onSize: (size: number) => void
}

/** The least width of the middle pane, in px: a document is read in it. */
const mainMin = 480

export function Panes({
  start,
  end,
  main,
  keys,
  over,
  onOver,
}: {
  /** Gives way where there is no room. */
  readonly start: Pane
  readonly end: Pane
  readonly main: ReactNode
  /** The key that brings the start pane over. */
  readonly keys?: string
  /** Whether the start pane lies over the others, where it has given way. */
  readonly over: boolean
  readonly onOver: (over: boolean) => void
}): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const total = useWidth(box)
  const [dragged, setDragged] = useState<{ readonly of: 'start' | 'end'; readonly size: number } | null>(null)
  const sized = (of: 'start' | 'end', side: Pane): SidePane =>
    dragged?.of === of ? { ...side, size: dragged.size } : side
  const widths = fitPanes(total, sized('start', start), sized('end', end), mainMin)
  const beside = widths.start !== null
  const lies = over && !beside
  const putBack = lies ? () => onOver(false) : undefined

  const edge = (of: 'start' | 'end', side: Pane, now: number, max: number) => (
    <Edge
      label={side.label}
      sign={of === 'start' ? 1 : -1}
      now={now}
      min={side.min}
      max={max}
      dragged={dragged?.of === of}
      onDrag={(size) => setDragged({ of, size })}
      onEnd={() => setDragged(null)}
      onSize={side.onSize}
    />
  )
  return (
    <chakra.div
      ref={box}
      display="flex"
      height="full"
      minHeight="0"
      minWidth="0"
      width="full"
      position="relative"
    >
      {!beside && <Strip label={start.label} keys={keys} over={lies} onOver={onOver} />}
      <chakra.div
        // It stays as it is while it is out of sight: what was typed in it, and where it was scrolled to.
        hidden={!beside && !lies}
        height="full"
        minWidth="0"
        overflow="hidden"
        onKeyDown={(event) => {
          // In an input, Escape is about what is typed.
          if (!lies || event.key !== 'Escape' || event.defaultPrevented) return
          if (event.target instanceof HTMLInputElement) return
          event.preventDefault()
          onOver(false)
        }}
        {...(lies
          ? {
              position: 'absolute',
              left: `${stripWidth}px`,
              zIndex: 'header',
              background: 'surface',
              boxShadow: 'pop',
              borderRightWidth: '1px',
              borderColor: 'line',
            }
          : { flexShrink: 0 })}
        style={{
          width: widths.start ?? within(start.size, start.min, total - stripWidth - widths.end),
        }}
      >
        {start.content}
      </chakra.div>
      {widths.start !== null && edge('start', start, widths.start, widths.startMax)}
      <chakra.div
        flex="1"
        minWidth="0"
        height="full"
        overflow="hidden"
        onFocusCapture={putBack}
        onPointerDownCapture={putBack}
      >
        {main}
      </chakra.div>
      {edge('end', end, widths.end, widths.endMax)}
      <chakra.div
        flexShrink={0}
        minWidth="0"
        height="full"
        overflow="hidden"
        style={{ width: widths.end }}
        onFocusCapture={putBack}
        onPointerDownCapture={putBack}
      >
        {end.content}
      </chakra.div>
    </chakra.div>
  )
}

/** In px; 0 before it is measured. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWidth(element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [box])
  return width
}

/** Stands where the start pane has no room. */
function Strip({
  label,
  keys,
  over,
  onOver,
}: {
  readonly label: string
  readonly keys: string | undefined
  readonly over: boolean
  readonly onOver: (over: boolean) => void
}): ReactElement {
  return (
    <Tooltip text={`${over ? 'Hide' : 'Show'} the ${label}`} keys={keys}>
      <chakra.button
        type="button"
        aria-label={`Show the ${label}`}
        aria-expanded={over}
        onClick={() => onOver(!over)}
        {...stripName}
        flexShrink={0}
        background="surface"
        borderRightWidth="1px"
        borderColor="line"
        _focusVisible={{ outlineOffset: '-2px' }}
        css={{ '&[aria-expanded=true]': { color: 'accentInk' } }}
        style={{ width: stripWidth }}
      >
        {label[0]?.toUpperCase()}
        {label.slice(1)}
      </chakra.button>
    </Tooltip>
  )
}

/** An edge that can be dragged, or moved with the arrow keys (Home and End for the ends). */
function Edge({
  label,
  sign,
  now,
  min,
  max,
  dragged,
  onDrag,
  onEnd,
  onSize,
}: {
  readonly label: string
  /** 1: its pane grows to the right. */
  readonly sign: 1 | -1
  readonly now: number
  readonly min: number
  readonly max: number
  readonly dragged: boolean
  readonly onDrag: (size: number) => void
  readonly onEnd: () => void
  readonly onSize: (size: number) => void
}): ReactElement {
  const grip = useRef({ x: 0, size: 0 })
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, size: now }
    onDrag(now)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (dragged) onDrag(within(grip.current.size + sign * (event.clientX - grip.current.x), min, max))
  }
  const release = () => {
    if (!dragged) return
    onEnd()
    // Taken and let go is no choice: a width that only this window made stays nobody's.
    if (now !== grip.current.size) onSize(now)
  }
  const key = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const to = {
      ArrowLeft: now - sign * step,
      ArrowRight: now + sign * step,
      Home: sign === 1 ? min : max,
      End: sign === 1 ? max : min,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSize(within(to, min, max))
  }
  return (
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
      // It takes no room of its own.
      width="8px"
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
        background: dragged ? 'accent' : 'line',
      }}
      _hover={{ _before: { background: 'control' } }}
      _focusVisible={{ outline: 'none', _before: { background: 'focus', width: '3px', left: '3px' } }}
    />
  )
}
