/** The active cell: its name, in which one can say where to go, its whole text, its formula and its comment. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { cellAddressOf, columnName } from '#contracts/cell-names.ts'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { DraftInput } from '../ui/input.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { boundsOf, type Selection } from './selecting.ts'

const nameOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`

export function CellBar({
  selection,
  cell,
  known,
  sheet,
  onGo,
  children,
}: {
  readonly selection: Selection
  readonly cell: SheetCell | null
  /** Whether what the cell holds has come. */
  readonly known: boolean
  readonly sheet: Sheet
  readonly onGo: (row: number, column: number) => void
  /** At its end. */
  readonly children?: ReactNode
}): ReactElement {
  const name = nameOf(selection.row, selection.column)
  const [draft, setDraft] = useDraft(name, () => name)
  const { firstRow, lastRow, firstColumn, lastColumn } = boundsOf(selection)
  const many = firstRow !== lastRow || firstColumn !== lastColumn
  const go = () => {
    const place = cellAddressOf(draft.trim())
    if (place === null) return setDraft(name)
    onGo(
      Math.min(place.row, Math.max(0, sheet.rows - 1)),
      Math.min(place.column, Math.max(0, sheet.columns - 1)),
    )
  }
  return (
    <chakra.div
      role="group"
      aria-label="Active cell"
      display="flex"
      alignItems="flex-start"
      gap="2"
      px="3"
      py="1"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
      fontSize="sm"
    >
      <DraftInput
        aria-label="Go to cell"
        value={draft}
        onChange={setDraft}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          go()
        }}
        onBlur={() => setDraft(name)}
        width="92px"
        height="24px"
        fontFamily="mono"
        flexShrink={0}
      />
      <chakra.div
        flex="1"
        minWidth="0"
        maxHeight="72px"
        overflowY="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        lineHeight="20px"
        pt="2px"
        tabIndex={0}
        role="region"
        aria-label={`Content of ${name}`}
        data-testid="cell-content"
      >
        {!known && <chakra.span color="faint">…</chakra.span>}
        {cell?.formula !== undefined && (
          <chakra.span fontFamily="mono" color="accentInk">
            {cell.formula}
            <chakra.span color="faint" fontFamily="sans">
              {' → '}
            </chakra.span>
          </chakra.span>
        )}
        {cell?.text}
        {cell?.comment !== undefined && (
          <chakra.span display="block" color="muted" fontSize="xs">
            Comment: {cell.comment}
          </chakra.span>
        )}
      </chakra.div>
      {many && (
        <chakra.span color="muted" fontSize="xs" whiteSpace="nowrap" pt="4px">
          {nameOf(firstRow, firstColumn)}:{nameOf(lastRow, lastColumn)}
        </chakra.span>
      )}
      {children}
    </chakra.div>
  )
}
