/** The headings of columns, with edges by which they are made wider. */
import { type PointerEvent, type ReactElement, useRef } from 'react'
import { columnName } from '#contracts/cell-names.ts'
import { parts } from './grid-parts.ts'
import type { Span } from './grid-window.ts'

interface Props {
  readonly offsets: Float64Array
  readonly columns: Span
  readonly frozen: number
  readonly headWidth: number
  readonly height: number
  readonly selected: Span
  readonly zoom: number
  readonly isHidden: (column: number) => boolean
  readonly onWidth: (column: number, width: number) => void
}

const narrowest = 24

export function ColumnHeads(props: Props): ReactElement {
  const { offsets, columns, frozen, headWidth, height } = props
  const start = offsets[frozen] ?? 0
  return (
    <div {...parts.heads} className="heads" style={{ height }}>
      <div role="presentation" className="corner" style={{ width: headWidth }} />
      {frozen > 0 && (
        <div role="presentation" className="stays" style={{ left: headWidth, width: start }}>
          <Heads {...props} from={0} to={frozen} origin={0} />
        </div>
      )}
      <div role="presentation" className="slides" style={{ left: headWidth + start }}>
        <div role="presentation" className="slide-x">
          <Heads {...props} from={columns.first} to={columns.end} origin={start} />
        </div>
      </div>
    </div>
  )
}

function Heads({
  offsets,
  from,
  to,
  origin,
  selected,
  zoom,
  isHidden,
  onWidth,
}: Props & { readonly from: number; readonly to: number; readonly origin: number }): ReactElement {
  const dragged = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const widthOf = (column: number): number => (offsets[column + 1] ?? 0) - (offsets[column] ?? 0)
  const drag = (event: PointerEvent<HTMLElement>, column: number) => {
    if (dragged.current === null) return
    event.stopPropagation()
    const width = (dragged.current.width + event.clientX - dragged.current.x) / zoom
    onWidth(column, Math.round(Math.max(narrowest, width)))
  }
  return (
    <>
      {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((column) => (
        <div
          key={column}
          {...parts.columnHead(column)}
          className={`colhead${column >= selected.first && column < selected.end ? ' within' : ''}${isHidden(column) ? ' kept-back' : ''}`}
          style={{ left: (offsets[column] ?? 0) - origin, width: widthOf(column) }}
          title={isHidden(column) ? `The file hides column ${columnName(column)}` : undefined}
        >
          {columnName(column)}
          <span
            className="edge"
            aria-hidden
            onPointerDown={(event) => {
              event.stopPropagation()
              dragged.current = { x: event.clientX, width: widthOf(column) }
              event.currentTarget.setPointerCapture(event.pointerId)
            }}
            onPointerUp={(event) => {
              drag(event, column)
              dragged.current = null
            }}
          />
        </div>
      ))}
    </>
  )
}
