/** The grid of one sheet: only what is in view is drawn, however large it is. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useMemo, useRef } from 'react'
import { columnName } from '#contracts/cell-names.ts'
import type { Sheet, SheetHit } from '#contracts/sheets.ts'
import type { SheetView } from '#src/events/catalog/sheets.ts'
import type { RowCover } from '../redacted-cells/covers.ts'
import { ColumnHeads } from './column-heads.tsx'
import { parts } from './grid-parts.ts'
import { activeCellId, GridRow, type Merge } from './grid-row.tsx'
import { gridStyles } from './grid-styles.ts'
import { columnAt, offsetsOf, type Span } from './grid-window.ts'
import type { FindWords } from './marked-words.tsx'
import { boundsOf, movedBy, only, type Selection } from './selecting.ts'
import { useGridWindow } from './use-grid-window.ts'
import { type Cells, useTiles } from './use-tiles.ts'

/** A sheet is never smaller than a page of empty cells. */
const fewestRows = 40
const fewestColumns = 12
const usualWidth = 8.43
/** Lines of a row in which texts are wrapped. */
const wrappedLines = 3
const nothing: readonly Merge[] = []

interface Props {
  readonly documentId: number
  readonly sheet: Sheet
  readonly index: number
  readonly view: SheetView
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onWidth: (column: number, width: number) => void
  readonly hits: readonly SheetHit[]
  readonly find: FindWords | null
  readonly onCells: (cells: Cells) => void
  /** The redacted copy that is looked at; null: the file. */
  readonly redacted: number | null
  /** What covers the cells of a row. */
  readonly coversIn: (row: number) => readonly RowCover[]
}

export function Grid({
  documentId,
  sheet,
  index,
  view,
  selection,
  onSelect,
  onWidth,
  hits,
  find,
  onCells,
  redacted,
  coversIn,
}: Props): ReactElement {
  const zoom = view.zoom / 100
  const rows = Math.max(sheet.rows, fewestRows)
  const columns = Math.max(sheet.columns, fewestColumns)
  const offsets = useMemo(() => {
    const widths = new Map<number, number>()
    for (const { first, last, width } of sheet.widths)
      for (let column = first; column <= Math.min(last, columns - 1); column++)
        widths.set(column, width * 7 + 5)
    for (const one of view.widths) if (one.sheet === index) widths.set(one.column, one.width)
    return offsetsOf(columns, (column) => Math.round((widths.get(column) ?? usualWidth * 7 + 5) * zoom))
  }, [sheet.widths, view.widths, columns, index, zoom])
  const frozenRows = Math.min(view.frozen?.rows ?? sheet.frozenRows, sheet.rows, 50)
  const frozenColumns = Math.min(view.frozen?.columns ?? sheet.frozenColumns, sheet.columns, 20)
  const rowHeight = Math.round((view.wrap ? 8 + 16 * wrappedLines : 24) * zoom)
  const headHeight = Math.round(24 * zoom)
  const headWidth = Math.round((20 + 8 * String(rows).length) * zoom)
  const window = useGridWindow({
    rows,
    rowHeight,
    frozenRows,
    frozenColumns,
    offsets,
    headHeight,
    headWidth,
  })
  const frozen = { rows: frozenRows, columns: frozenColumns }
  const cells = useTiles(documentId, index, sheet, frozen, window, redacted)
  useEffect(() => onCells(cells), [cells, onCells])

  const { reveal, fits, element, isMeasured } = window
  const { row, column, toRow, toColumn } = selection
  const moved = useRef(reveal)
  moved.current = reveal
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sheet or size is another place
  useEffect(
    () => moved.current(toRow, toColumn),
    [toRow, toColumn, row, column, index, view.zoom, isMeasured],
  )

  const bounds = boundsOf(selection)
  const selected = useMemo(
    () => ({ first: bounds.firstColumn, end: bounds.lastColumn + 1 }),
    [bounds.firstColumn, bounds.lastColumn],
  )
  const hitsByRow = useMemo(() => {
    const found = new Map<number, Set<number>>()
    for (const hit of hits)
      if (hit.sheet === index) found.set(hit.row, (found.get(hit.row) ?? new Set()).add(hit.column))
    return found
  }, [hits, index])
  const { rows: seen } = window
  const mergesOf = useMemo(() => {
    const near = sheet.merges.filter(
      (merge) => (merge.row < seen.end && merge.row + merge.rows > seen.first) || merge.row < frozenRows,
    )
    const found = new Map<number, Merge[]>()
    for (const merge of near) {
      const last = Math.min(merge.row + merge.rows, Math.max(seen.end, frozenRows))
      for (let at = merge.row < frozenRows ? merge.row : Math.max(merge.row, seen.first); at < last; at++) {
        const own = found.get(at)
        if (own === undefined) found.set(at, [merge])
        else own.push(merge)
      }
    }
    return found
  }, [sheet.merges, seen.first, seen.end, frozenRows])

  const onKeyDown = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault()
      const width = ((offsets[column + 1] ?? 0) - (offsets[column] ?? 0)) / zoom
      onWidth(column, Math.max(24, width + (event.key === 'ArrowRight' ? 16 : -16)))
      return
    }
    if (event.altKey) return
    const extent = { rows: Math.max(1, sheet.rows), columns: Math.max(1, sheet.columns), fits }
    const to = movedBy(selection, { key: event.key, ctrl, shift: event.shiftKey }, extent)
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    onSelect(to)
  }

  /** The cell under the pointer; headings give whole rows and columns. */
  const cellAt = (event: PointerEvent): { row: number; column: number } | null => {
    if (!element) return null
    const box = element.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const frozenWidth = headWidth + (offsets[frozenColumns] ?? 0)
    const frozenHeight = headHeight + frozenRows * rowHeight
    if (x >= element.clientWidth || y >= element.clientHeight) return null
    const shift = (name: string): number => Number.parseFloat(element.style.getPropertyValue(name)) || 0
    const left = x < frozenWidth ? x - headWidth : x - headWidth - shift('--sheet-x')
    const at =
      y < frozenHeight
        ? Math.floor((y - headHeight) / rowHeight)
        : window.base + Math.floor((y - frozenHeight - shift('--sheet-y')) / rowHeight)
    return {
      row: y < headHeight ? -1 : Math.min(rows - 1, at),
      column: x < headWidth ? -1 : Math.min(columns - 1, columnAt(offsets, left)),
    }
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.edge') !== null))
      return
    const at = cellAt(event)
    if (at === null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const [bottom, right] = [Math.max(0, sheet.rows - 1), Math.max(0, sheet.columns - 1)]
    if (at.row < 0 || at.column < 0)
      onSelect({
        row: Math.max(0, at.row),
        column: Math.max(0, at.column),
        toRow: at.row < 0 ? bottom : at.row,
        toColumn: at.column < 0 ? right : at.column,
      })
    else if (event.shiftKey) onSelect({ ...selection, toRow: at.row, toColumn: at.column })
    else onSelect(only(at.row, at.column))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const at = cellAt(event)
    if (at === null || at.row < 0 || at.column < 0) return
    if (at.row !== toRow || at.column !== toColumn)
      onSelect({ ...selection, toRow: at.row, toColumn: at.column })
  }

  const line = (at: number, top: number): ReactElement => (
    <GridRow
      key={at}
      row={at}
      top={top}
      height={rowHeight}
      cells={cells.ofRow(at)}
      offsets={offsets}
      headWidth={headWidth}
      frozen={frozenColumns}
      columns={window.columns}
      hidden={isWithin(sheet.hiddenRows, at)}
      formulas={view.formulas}
      merges={mergesOf.get(at) ?? nothing}
      selected={at >= bounds.firstRow && at <= bounds.lastRow ? selected : null}
      active={at === row ? column : null}
      hits={hitsByRow.get(at) ?? null}
      find={find}
      covers={coversIn(at)}
    />
  )
  const lines = (
    <Lines offsets={offsets} columns={window.columns} frozen={frozenColumns} headWidth={headWidth} />
  )
  return (
    <chakra.div
      ref={window.scroller}
      onScroll={window.onScroll}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      role="grid"
      aria-label={`Sheet ${sheet.name}`}
      aria-readonly
      aria-multiselectable
      aria-rowcount={rows}
      aria-colcount={columns}
      aria-activedescendant={activeCellId}
      tabIndex={0}
      data-testid="sheet-grid"
      className={view.wrap ? 'wraps' : undefined}
      css={gridStyles}
      style={{ fontSize: 13 * zoom }}
    >
      <div role="presentation" className="whole" style={{ height: window.height, width: window.width }}>
        <div role="presentation" className="view" style={window.view}>
          <ColumnHeads
            offsets={offsets}
            columns={window.columns}
            frozen={frozenColumns}
            headWidth={headWidth}
            height={headHeight}
            selected={selected}
            zoom={zoom}
            isHidden={(at) => isWithin(sheet.hiddenColumns, at)}
            onWidth={onWidth}
          />
          {frozenRows > 0 && (
            <div
              {...parts.rows}
              className="rows frozen"
              style={{ top: headHeight, height: frozenRows * rowHeight }}
            >
              {lines}
              {Array.from({ length: frozenRows }, (_, at) => line(at, at * rowHeight))}
            </div>
          )}
          <div
            {...parts.rows}
            className="rows"
            style={{ top: headHeight + frozenRows * rowHeight, bottom: 0 }}
          >
            {lines}
            <div role="presentation" className="slide-y">
              {Array.from({ length: Math.max(0, seen.end - seen.first) }, (_, i) =>
                line(seen.first + i, (seen.first + i - window.base) * rowHeight),
              )}
            </div>
          </div>
        </div>
      </div>
    </chakra.div>
  )
}

/** The lines between columns: once for all rows. */
function Lines({
  offsets,
  columns,
  frozen,
  headWidth,
}: {
  readonly offsets: Float64Array
  readonly columns: Span
  readonly frozen: number
  readonly headWidth: number
}): ReactElement {
  const start = offsets[frozen] ?? 0
  const at = (from: number, end: number, origin: number) =>
    Array.from({ length: Math.max(0, end - from) }, (_, i) => (
      <div
        key={columnName(from + i)}
        role="presentation"
        className="column-line"
        style={{ left: (offsets[from + i + 1] ?? 0) - origin - 1 }}
      />
    ))
  return (
    <>
      <div role="presentation" className="stays" style={{ left: headWidth, width: start }}>
        {at(0, frozen, 0)}
      </div>
      <div role="presentation" className="slides" style={{ left: headWidth + start }}>
        <div role="presentation" className="slide-x">
          {at(columns.first, columns.end, start)}
        </div>
      </div>
    </>
  )
}

/** Whether one of the stretches, which stand in order, holds it. */
function isWithin(spans: Sheet['hiddenRows'], at: number): boolean {
  let low = 0
  let high = spans.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span === undefined) return false
    if (at < span.first) high = middle - 1
    else if (at > span.last) low = middle + 1
    else return true
  }
  return false
}
