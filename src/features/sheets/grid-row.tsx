/** One row of the grid: its heading, its cells in the columns that stay, and those in the columns that are in view. */
import { memo, type ReactElement } from 'react'
import { columnName } from '#contracts/cell-names.ts'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { shownIn } from '#src/stores/sheets-cache.ts'
import type { RowCover } from '../redacted-cells/covers.ts'
import { parts } from './grid-parts.ts'
import type { Span } from './grid-window.ts'
import { type FindWords, MarkedWords } from './marked-words.tsx'

export type Merge = Sheet['merges'][number]

export interface RowProps {
  readonly row: number
  readonly top: number
  readonly height: number
  readonly cells: readonly SheetCell[] | null
  readonly offsets: Float64Array
  readonly headWidth: number
  readonly frozen: number
  readonly columns: Span
  readonly hidden: boolean
  readonly formulas: boolean
  /** Those that a part of the row belongs to. */
  readonly merges: readonly Merge[]
  /** Columns of the selection in this row. */
  readonly selected: Span | null
  readonly active: number | null
  /** Columns that hold what is looked for. */
  readonly hits: ReadonlySet<number> | null
  /** Where the words of the query stand in a text; null where nothing was searched for. */
  readonly find: FindWords | null
  /** What of it is redacted. */
  readonly covers: readonly RowCover[]
}

/** The active cell's element, by which the grid names it to screen readers. */
export const activeCellId = 'sheet-active-cell'

export const GridRow = memo(function GridRow(props: RowProps): ReactElement {
  const { row, top, height, cells, offsets, headWidth, frozen, columns, hidden, selected } = props
  const frozenWidth = offsets[frozen] ?? 0
  return (
    <div {...parts.row(row)} className="row" style={{ top, height }}>
      <div
        {...parts.rowHead}
        className={`rowhead${selected === null ? '' : ' within'}${hidden ? ' kept-back' : ''}`}
        style={{ width: headWidth }}
        title={hidden ? `The file hides row ${row + 1}` : undefined}
      >
        {row + 1}
      </div>
      {frozen > 0 && (
        <div role="presentation" className="stays" style={{ left: headWidth, width: frozenWidth }}>
          <Part {...props} cells={cells} from={0} to={frozen} origin={0} />
        </div>
      )}
      <div role="presentation" className="slides" style={{ left: headWidth + frozenWidth }}>
        <div role="presentation" className="slide-x">
          <Part {...props} cells={cells} from={columns.first} to={columns.end} origin={frozenWidth} />
        </div>
      </div>
    </div>
  )
})

type PartProps = RowProps & { readonly from: number; readonly to: number; readonly origin: number }

/** The cells between two columns; `origin`: px of the sheet at which the part begins. */
function Part(props: PartProps): ReactElement {
  const { cells, offsets, from, to, origin, selected, active, row, merges, covers } = props
  const shown = (cells ?? []).filter(
    ({ column }) => column >= from && column < to && !isCovered(merges, row, column),
  )
  const left = (column: number): number => (offsets[column] ?? 0) - origin
  const within = selected !== null && selected.first < to && selected.end > from
  const needsActive =
    active !== null && active >= from && active < to && !shown.some(({ column }) => column === active)
  return (
    <>
      {within && (
        <div
          role="presentation"
          className="selection"
          style={{
            left: left(Math.max(from, selected.first)),
            width: left(Math.min(to, selected.end)) - left(Math.max(from, selected.first)),
          }}
        />
      )}
      {merges
        .filter((merge) => merge.column < to && merge.column + merge.columns > from)
        .map((merge) => (
          <div
            key={`merge-${merge.row}-${merge.column}`}
            role="presentation"
            className={`merged${row === merge.row + merge.rows - 1 ? ' last' : ''}`}
            style={{
              left: left(Math.max(from, merge.column)),
              width: left(Math.min(to, merge.column + merge.columns)) - left(Math.max(from, merge.column)),
            }}
          />
        ))}
      {shown.map((cell, index) => (
        <Cell key={cell.column} {...props} cell={cell} next={shown[index + 1]?.column ?? to} left={left} />
      ))}
      {needsActive && (
        <Cell {...props} cell={{ column: active, text: '', kind: 'text' }} next={active + 1} left={left} />
      )}
      {covers
        .filter(({ first, end }) => first < to && end > from)
        .map(({ first, end, look, label }) => (
          <div
            key={`${look}-${first}-${end}`}
            role="presentation"
            aria-hidden
            className={`cover ${look}`}
            style={{
              left: left(Math.max(from, first)),
              width: left(Math.min(to, end)) - left(Math.max(from, first)),
            }}
          >
            {label !== '' && (look === 'covered' || look === 'depends') ? (
              <span className="plate">{label}</span>
            ) : (
              label
            )}
          </div>
        ))}
    </>
  )
}

/** Columns that a text may run over where they are empty. */
const farthest = 12

function Cell({
  cell,
  next,
  left,
  row,
  height,
  formulas,
  merges,
  active,
  hits,
  find,
  selected,
  covers,
}: PartProps & {
  readonly cell: SheetCell
  readonly next: number
  readonly left: (column: number) => number
}): ReactElement {
  const { column } = cell
  const merge = merges.find((one) => one.row === row && one.column === column)
  const text = shownIn(cell, formulas)
  const align = formulas ? 'left' : (cell.align ?? usual[cell.kind])
  const own = column + (merge?.columns ?? 1)
  // A text runs over empty cells behind it, as it does in the program that made it.
  const end = align === 'left' && merge === undefined ? Math.max(own, Math.min(next, column + farthest)) : own
  const isActive = active === column
  const coveredBy = covers.findLast(({ first, end }) => column >= first && column < end)
  return (
    <div
      {...parts.cell(column, {
        merge,
        selected: selected !== null && column >= selected.first && column < selected.end,
        label: isActive ? labelOf(`${columnName(column)}${row + 1}`, text, coveredBy) : undefined,
      })}
      id={isActive ? activeCellId : undefined}
      className={`cell ${align} ${cell.kind}${cell.bold ? ' bold' : ''}${hits?.has(column) ? ' hit' : ''}`}
      style={{
        left: left(column),
        width: left(end) - left(column),
        // Where it is several rows high its text stands in the first: the others are drawn over it.
        ...(merge !== undefined && merge.rows > 1 && { height, bottom: 'auto' }),
      }}
    >
      {isActive && <span className="active" style={{ width: left(own) - left(column) }} />}
      {cell.comment !== undefined && (
        <span className="comment" {...parts.comment} style={{ left: left(own) - left(column) - 7 }} />
      )}
      <span className="words" data-words="">
        {find === null ? text : <MarkedWords text={text} find={find} />}
      </span>
    </div>
  )
}

/** What is read out where the text alone does not say it. */
function labelOf(name: string, text: string, cover: RowCover | undefined): string | undefined {
  const said = text === '' ? `${name}, empty` : undefined
  return cover === undefined ? said : `${cover.words}: ${said ?? `${name}, ${text}`}`
}

const usual = { text: 'left', number: 'right', date: 'right', boolean: 'center', error: 'center' } as const

/** Whether a cell lies under a merged one that begins elsewhere: it is not seen. */
const isCovered = (merges: readonly Merge[], row: number, column: number): boolean =>
  merges.some(
    (merge) =>
      column >= merge.column &&
      column < merge.column + merge.columns &&
      (merge.row !== row || merge.column !== column),
  )
