/**
 * The log as a sheet that is written in: arrows move, typing or Enter begins to write, Tab goes on, Escape leaves. One cell is
 * the stop of the keyboard; the control number stays in view.
 */
import { chakra } from '@chakra-ui/react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { marked } from '../ui/foreign.tsx'
import { Icon } from '../ui/icon.tsx'
import { CellEditor, type Goes } from './cell-editor.tsx'
import { DocumentLead } from './document-lead.tsx'
import { type ShownRow, shownCell } from './shown-row.ts'

export interface GridColumn {
  readonly source: string
  readonly heading: string
  readonly writable: boolean
}

/** Column 0 is the control number. */
export interface Place {
  readonly row: number
  readonly column: number
}

const widths: Readonly<Record<string, number>> = {
  Log_Number: 64,
  Date: 100,
  Type: 110,
  Author: 170,
  To: 190,
  Title: 220,
  Attorneys: 150,
  Attachments: 90,
  Basis: 180,
  Description: 340,
  Treatment: 90,
  Redacted_Pages: 90,
}
const widthOf = (source: string): number => widths[source] ?? 130
const tickWidth = 36
const numberWidth = 156
/** Rows that a page key goes. */
const leap = 15

interface Props {
  readonly rows: readonly ShownRow[]
  readonly columns: readonly GridColumn[]
  readonly mayWrite: boolean
  readonly phrasesOf: (source: string) => readonly string[]
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  readonly at: Place
  readonly onMove: (at: Place) => void
  /** Null: what the record says. */
  readonly onWrite: (shown: ShownRow, source: string, text: string | null) => void
  /** Copies the cell to the rows that are chosen, or the cell above into this one. */
  readonly onFill: (at: Place) => void
}

export function Grid(props: Props): ReactElement {
  const { rows, columns, mayWrite, phrasesOf, chosen, onChoose, at, onMove, onWrite, onFill } = props
  const table = useRef<HTMLTableElement>(null)
  const [writing, setWriting] = useState<{ readonly cell: HTMLElement; readonly begins: string } | null>(null)
  /** The cell is to have the keyboard once it is drawn. */
  const follows = useRef(false)
  const cellAt = useCallback(
    ({ row, column }: Place) =>
      table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null,
    [],
  )
  useEffect(() => {
    if (!follows.current) return
    follows.current = false
    const cell = cellAt(at)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const go = (to: Place) => {
    follows.current = true
    onMove({
      row: Math.max(0, Math.min(rows.length - 1, to.row)),
      column: Math.max(0, Math.min(columns.length, to.column)),
    })
  }
  const shown = rows[at.row]
  const column = columns[at.column - 1]
  const canWrite = mayWrite && shown !== undefined && column?.writable === true
  const begin = (begins: string | null) => {
    const cell = cellAt(at)
    if (!canWrite || cell === null) return
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    setWriting({ cell, begins: begins ?? shownCell(shown, column.source).text })
  }
  const goOn = (goes: Goes) => {
    if (goes === 'down') return go({ ...at, row: at.row + 1 })
    if (goes === 'away') return
    if (goes === 'here') return go(at)
    const step = goes === 'right' ? 1 : -1
    // To the next cell that can be written, and from the last of a row into the next row.
    for (let n = at.row * columns.length + at.column - 1 + step; ; n += step) {
      const row = Math.floor(n / columns.length)
      if (row < 0 || row >= rows.length) return go(at)
      const to = n - row * columns.length
      if (columns[to]?.writable) return go({ row, column: to + 1 })
    }
  }
  const choose = (documentId: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(documentId)
    else next.delete(documentId)
    onChoose(next)
  }
  const press = (event: KeyboardEvent) => {
    if (
      shown === undefined ||
      !(event.target instanceof HTMLElement) ||
      event.target.dataset.cell === undefined
    )
      return
    if (event.altKey) return
    const ctrl = event.ctrlKey || event.metaKey
    const id = shown.row.documentId
    const act = actOf()
    if (act === null) return
    event.preventDefault()
    act()

    function actOf(): (() => void) | null {
      switch (event.key) {
        case 'ArrowUp':
        case 'ArrowDown': {
          const row = at.row + (event.key === 'ArrowUp' ? -1 : 1)
          return () => {
            const next = rows[row]
            if (event.shiftKey && next !== undefined) onChoose(new Set([...chosen, id, next.row.documentId]))
            go({ ...at, row: ctrl ? (row < at.row ? 0 : rows.length - 1) : row })
          }
        }
        case 'ArrowLeft':
          return () => go({ ...at, column: ctrl ? 0 : at.column - 1 })
        case 'ArrowRight':
          return () => go({ ...at, column: ctrl ? columns.length : at.column + 1 })
        case 'PageUp':
          return () => go({ ...at, row: at.row - leap })
        case 'PageDown':
          return () => go({ ...at, row: at.row + leap })
        case 'Home':
          return () => go({ row: ctrl ? 0 : at.row, column: 0 })
        case 'End':
          return () => go({ row: ctrl ? rows.length - 1 : at.row, column: columns.length })
        case ' ':
          return () => choose(id, !chosen.has(id))
        case 'Enter':
          return () => (at.column === 0 ? cellAt(at)?.querySelector('a')?.click() : begin(null))
        case 'F2':
          return () => begin(null)
        case 'Escape':
          return chosen.size > 0 ? () => onChoose(new Set()) : null
        case 'Delete':
        case 'Backspace':
          return canWrite ? () => onWrite(shown as ShownRow, column?.source ?? '', null) : null
        default:
          if (ctrl && event.key.toLowerCase() === 'd') return canWrite ? () => onFill(at) : null
          return !ctrl && event.key.length === 1 && canWrite ? () => begin(event.key) : null
      }
    }
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim()
    if (writing !== null || !canWrite || text === '') return
    event.preventDefault()
    onWrite(shown, column.source, text)
  }
  const copy = (event: ClipboardEvent) => {
    if (writing !== null || shown === undefined || !getSelection()?.isCollapsed) return
    event.preventDefault()
    event.clipboardData.setData(
      'text/plain',
      column === undefined ? shown.row.controlNumber : shownCell(shown, column.source).text,
    )
  }
  // Rows are drawn once and not for every step among them.
  const latest = useRef(choose)
  latest.current = choose
  const pick = ({ target }: MouseEvent) => {
    const cell =
      target instanceof Element && !target.closest('a, input') ? target.closest('[data-cell]') : null
    const [row, column] = (cell?.getAttribute('data-cell') ?? '').split(':').map(Number)
    if (row !== undefined && column !== undefined) go({ row, column })
  }
  const onTick = useCallback((id: number, on: boolean) => latest.current(id, on), [])
  const all = rows.length > 0 && rows.every(({ row }) => chosen.has(row.documentId))
  return (
    <chakra.div
      overflow="auto"
      position="relative"
      minHeight="200px"
      style={{ maxHeight: 'max(240px, calc(100vh - 440px))' }}
    >
      <chakra.table
        ref={table}
        role="grid"
        aria-label="Privilege log"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        borderCollapse="separate"
        borderSpacing="0"
        tableLayout="fixed"
        style={{
          width: tickWidth + numberWidth + columns.reduce((sum, { source }) => sum + widthOf(source), 0),
        }}
        minWidth="full"
        onKeyDown={press}
        onClick={pick}
        onPaste={paste}
        onCopy={copy}
        onDoubleClick={(event) => {
          if (event.target instanceof Element && !event.target.closest('a, input')) begin(null)
        }}
        css={gridStyle}
      >
        <colgroup>
          <col style={{ width: tickWidth }} />
          <col style={{ width: numberWidth }} />
          {columns.map(({ source }) => (
            <col key={source} style={{ width: widthOf(source) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" data-sticky="0">
              <input
                type="checkbox"
                aria-label="Choose all rows of this page"
                checked={all}
                onChange={() => onChoose(new Set(all ? [] : rows.map(({ row }) => row.documentId)))}
              />
            </th>
            <th scope="col" data-sticky="1">
              Control number
            </th>
            {columns.map(({ source, heading, writable }) => (
              <th key={source} scope="col" title={writable ? heading : `${heading}: from the record`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, row) => (
            <GridRow
              key={one.row.documentId}
              shown={one}
              place={row}
              columns={columns}
              mayWrite={mayWrite}
              column={row === at.row ? at.column : -1}
              isChosen={chosen.has(one.row.documentId)}
              onTick={onTick}
            />
          ))}
        </tbody>
      </chakra.table>
      {writing !== null && shown !== undefined && column !== undefined && (
        <CellEditor
          key={`${shown.row.documentId} ${column.source}`}
          cell={writing.cell}
          label={`${column.heading} of ${shown.row.controlNumber}`}
          begins={writing.begins}
          phrases={phrasesOf(column.source)}
          onSave={(text, goes) => {
            setWriting(null)
            if (text !== shownCell(shown, column.source).text) onWrite(shown, column.source, text)
            goOn(goes)
          }}
          onLeave={() => {
            setWriting(null)
            go(at)
          }}
        />
      )}
    </chakra.div>
  )
}

const GridRow = memo(function GridRow({
  shown,
  place,
  columns,
  mayWrite,
  column: current,
  isChosen,
  onTick,
}: {
  readonly shown: ShownRow
  readonly place: number
  readonly columns: readonly GridColumn[]
  readonly mayWrite: boolean
  /** Where the keyboard is; -1: in another row. */
  readonly column: number
  readonly isChosen: boolean
  readonly onTick: (documentId: number, on: boolean) => void
}): ReactElement {
  const { row, overlay } = shown
  const changed = new Set(row.changed.map(({ source }) => source))
  return (
    <tr aria-rowindex={place + 2} aria-selected={isChosen} data-current={current >= 0 || undefined}>
      <td data-sticky="0">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Choose ${row.controlNumber}`}
          checked={isChosen}
          onChange={(event) => onTick(row.documentId, event.currentTarget.checked)}
        />
      </td>
      <td data-sticky="1" data-cell={`${place}:0`} tabIndex={current === 0 ? 0 : -1}>
        <chakra.span display="flex" alignItems="center" gap="1.5">
          <DocumentLead documentId={row.documentId} controlNumber={row.controlNumber} stop={false} />
          <Marks shown={shown} />
        </chakra.span>
      </td>
      {columns.map(({ source, writable }, at) => {
        const cell = shownCell(shown, source)
        return (
          <td
            key={source}
            data-cell={`${place}:${at + 1}`}
            data-written={cell.written !== null || undefined}
            data-met={cell.isMet || undefined}
            data-changed={changed.has(source) || undefined}
            {...(mayWrite && writable ? {} : readOnly)}
            tabIndex={current === at + 1 ? 0 : -1}
            title={marked(cell.text)}
          >
            <bdi>{marked(cell.text)}</bdi>
            {cell.text === '' && overlay?.isSending !== true && row.toDescribe && isClaim(source) && (
              <chakra.span color="attentionInk">To write</chakra.span>
            )}
            {cell.written !== null && <chakra.span srOnly> (written by hand)</chakra.span>}
          </td>
        )
      })}
    </tr>
  )
})

/** In a grid a cell has this attribute, which a cell of another table has not. */
const readOnly = { 'aria-readonly': true } as const

const isClaim = (source: string): boolean => source === 'Basis' || source === 'Description'

/** What is to be seen to in a row, beside its number. */
function Marks({ shown: { row, overlay } }: { readonly shown: ShownRow }): ReactElement | null {
  if (overlay !== null && overlay.conflict !== null)
    return <Mark tone="dangerInk" icon="error" title="Somebody else wrote here meanwhile" />
  if (overlay !== null && overlay.failed !== null)
    return <Mark tone="dangerInk" icon="error" title="Not saved" />
  if (overlay?.isSending) return <Mark tone="faint" icon="upload" title="Being saved" />
  if (row.changed.length > 0)
    return <Mark tone="attentionInk" icon="warning" title="The record has changed since it was written" />
  return null
}

const Mark = ({
  tone,
  icon,
  title,
}: {
  readonly tone: 'dangerInk' | 'attentionInk' | 'faint'
  readonly icon: 'error' | 'warning' | 'upload'
  readonly title: string
}): ReactElement => (
  <chakra.span color={tone} display="inline-flex">
    <Icon name={icon} size={14} title={title} />
  </chakra.span>
)

const gridStyle = {
  '& th, & td': {
    height: 'row',
    px: '2',
    fontSize: 'sm',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottomWidth: '1px',
    borderRightWidth: '1px',
    borderColor: 'line',
    backgroundColor: 'surface',
    // What is scrolled to stands clear of the head and of the columns that stay.
    scrollMarginTop: '32px',
    scrollMarginLeft: `${tickWidth + numberWidth}px`,
  },
  '& th': {
    position: 'sticky',
    top: '0',
    zIndex: 2,
    fontSize: 'xs',
    fontWeight: 600,
    color: 'faint',
  },
  '& input': { verticalAlign: 'middle' },
  '& [data-sticky]': { position: 'sticky', zIndex: 1 },
  '& th[data-sticky]': { zIndex: 3 },
  '& [data-sticky="0"]': { left: '0' },
  '& [data-sticky="1"]': { left: `${tickWidth}px`, fontFamily: 'mono' },
  '& th[data-sticky="1"]': { fontFamily: 'sans' },
  '& td[data-cell]': { cursor: 'cell' },
  '& tr[data-current] td': { backgroundColor: 'hover' },
  '& tr[aria-selected=true] td': { backgroundColor: 'selected' },
  // Written by hand: a corner, as sheets mark a note.
  '& td[data-written]': {
    backgroundImage: 'linear-gradient(225deg, var(--af-colors-accent) 5px, transparent 5.5px)',
    backgroundRepeat: 'no-repeat',
  },
  '& td[data-changed]': { boxShadow: 'inset 3px 0 0 var(--af-colors-attention-bar)' },
  '& td[data-met]': { boxShadow: 'inset 3px 0 0 var(--af-colors-danger-bar)' },
  '& td:focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' },
} as const
