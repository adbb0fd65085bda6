/** The window of a grid that scrolls in both directions: what is drawn, and where. */
import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Axis, axisOf, columnsSeen, revealed, rowsSeen, type Span } from './grid-window.ts'

export interface GridShape {
  readonly rows: number
  readonly rowHeight: number
  readonly frozenRows: number
  readonly frozenColumns: number
  /** Of all columns, in px. */
  readonly offsets: Float64Array
  readonly headHeight: number
  readonly headWidth: number
}

export interface GridWindow {
  readonly scroller: RefCallback<HTMLDivElement>
  readonly onScroll: () => void
  /** Size of what scrolls, headings and frozen panes included. */
  readonly height: number
  readonly width: number
  /** Size of what is seen of it. */
  readonly view: { readonly width: number; readonly height: number }
  readonly rows: Span
  readonly columns: Span
  /** The row from which the places of drawn rows are counted: px of a whole sheet are more than a browser can tell apart. */
  readonly base: number
  readonly reveal: (row: number, column: number) => void
  /** Cells can be brought into view. */
  readonly isMeasured: boolean
  /** How many whole rows fit below those that stay. */
  readonly fits: number
  readonly element: HTMLDivElement | null
}

/** Rows between two bases. */
const stride = 2_000

const empty = { rows: { first: 0, end: 0 }, columns: { first: 0, end: 0 }, base: 0 }

export function useGridWindow(shape: GridShape): GridWindow {
  const { rows, rowHeight, frozenRows, frozenColumns, offsets, headHeight, headWidth } = shape
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [view, setView] = useState({ width: 0, height: 0 })
  const [drawn, setDrawn] = useState(empty)

  const frozenHeight = headHeight + frozenRows * rowHeight
  const frozenWidth = headWidth + (offsets[frozenColumns] ?? 0)
  const body = {
    width: Math.max(0, view.width - frozenWidth),
    height: Math.max(0, view.height - frozenHeight),
  }
  const down: Axis = axisOf(Math.max(0, rows - frozenRows) * rowHeight, body.height)
  const across = (offsets.at(-1) ?? 0) - (offsets[frozenColumns] ?? 0)

  /** The scroll goes straight to the elements; only where other cells come into view is anything drawn anew. */
  const place = () => {
    if (!element) return
    const seen = { x: element.scrollLeft, y: element.scrollTop * down.scale }
    const nextRows = rowsSeen({
      seen: seen.y,
      viewport: body.height,
      rowHeight,
      frozen: frozenRows,
      count: rows,
    })
    const nextColumns = columnsSeen(offsets, { seen: seen.x, viewport: body.width, frozen: frozenColumns })
    const base = frozenRows + Math.floor((nextRows.first - frozenRows) / stride) * stride
    if (base === drawn.base) {
      element.style.setProperty('--sheet-y', `${(base - frozenRows) * rowHeight - seen.y}px`)
      element.style.setProperty('--sheet-x', `${-seen.x}px`)
    }
    if (!isSame(nextRows, drawn.rows) || !isSame(nextColumns, drawn.columns) || base !== drawn.base)
      setDrawn({ rows: nextRows, columns: nextColumns, base })
  }
  const latest = useRef(place)
  latest.current = place
  const onScroll = useCallback(() => latest.current(), [])

  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [element])

  // After every drawing: the shape, the view or the base may be another one.
  useLayoutEffect(() => latest.current())

  const isMeasured = view.height > 0
  const reveal = (row: number, column: number) => {
    // Before it is known how much is seen every cell would be out of sight.
    if (!element || !isMeasured) return
    if (row >= frozenRows) {
      const from = (row - frozenRows) * rowHeight
      const seen = element.scrollTop * down.scale
      const wanted = revealed(seen, body.height, from, from + rowHeight)
      if (wanted !== seen) element.scrollTop = wanted / down.scale
    }
    if (column >= frozenColumns) {
      const start = offsets[frozenColumns] ?? 0
      const wanted = revealed(
        element.scrollLeft,
        body.width,
        (offsets[column] ?? 0) - start,
        (offsets[column + 1] ?? 0) - start,
      )
      if (wanted !== element.scrollLeft) element.scrollLeft = wanted
    }
  }

  return {
    scroller: setElement,
    onScroll,
    height: frozenHeight + down.height,
    width: frozenWidth + across,
    view,
    rows: drawn.rows,
    columns: drawn.columns,
    base: drawn.base,
    reveal,
    isMeasured,
    fits: Math.max(1, Math.floor(body.height / rowHeight)),
    element,
  }
}

const isSame = (a: Span, b: Span): boolean => a.first === b.first && a.end === b.end
