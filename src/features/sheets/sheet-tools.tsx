/**
 * The tools of a spreadsheet that is looked at and not changed: find, zoom, freeze, and whether formulas are shown and texts
 * wrapped. Nothing that edits, inserts, formats, shares or saves.
 */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { Sheet } from '#contracts/sheets.ts'
import type { SheetChange, SheetView } from '#src/events/catalog/sheets.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DraftInput } from '../ui/input.tsx'
import type { Selection } from './selecting.ts'
import type { FindingState } from './use-finding.ts'

const zooms = [50, 75, 90, 100, 125, 150, 200] as const

/** In a narrow pane the tools take more lines. */
const toolStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '1',
  rowGap: '1',
  paddingInline: '3',
  paddingBlock: '1',
  borderBottomWidth: '1px',
  borderColor: 'line',
  flexShrink: '0',
} as const

export function SheetTools({
  view,
  sheet,
  finding,
  selection,
  onLook,
  onLeave,
}: {
  readonly view: SheetView
  readonly sheet: Sheet
  readonly finding: FindingState
  readonly selection: Selection
  readonly onLook: (change: SheetChange) => void
  /** Back to the grid. */
  readonly onLeave: () => void
}): ReactElement {
  const [text, setText] = useState('')
  const frozen = view.frozen ?? { rows: sheet.frozenRows, columns: sheet.frozenColumns }
  const isFrozen = frozen.rows > 0 || frozen.columns > 0
  const step = (by: 1 | -1) => {
    const at = zooms.findIndex((zoom) => zoom >= view.zoom)
    const zoom = zooms[at + by]
    if (zoom !== undefined) onLook({ zoom })
  }
  return (
    <chakra.div role="toolbar" aria-label="Spreadsheet tools" css={toolStyles}>
      <DraftInput
        type="search"
        data-sheet-find
        aria-label="Find in the spreadsheet"
        placeholder="Find in all sheets"
        value={text}
        maxLength={500}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            finding.find(text, event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            setText('')
            finding.clear()
            onLeave()
          }
        }}
        width="150px"
        height="26px"
      />
      <IconButton
        icon="up"
        label="Previous hit"
        keys="Shift+Enter"
        disabled={text === ''}
        onClick={() => finding.find(text, -1)}
      />
      <IconButton
        icon="down"
        label="Next hit"
        keys="Enter"
        disabled={text === ''}
        onClick={() => finding.find(text, 1)}
      />
      <chakra.span role="status" fontSize="xs" color="muted" whiteSpace="nowrap">
        {finding.says}
      </chakra.span>
      <chakra.span flex="1" />
      <chakra.span display="inline-flex" alignItems="center" whiteSpace="nowrap">
        <Toggle on={view.formulas} onTurn={(formulas) => onLook({ formulas })}>
          Formulas
        </Toggle>
        <Toggle on={view.wrap} onTurn={(wrap) => onLook({ wrap })}>
          Wrap
        </Toggle>
        <Toggle
          on={isFrozen}
          title={
            isFrozen
              ? 'Let all rows and columns scroll'
              : 'Freeze what lies above and left of the active cell'
          }
          onTurn={(on) =>
            onLook({
              frozen: on ? { rows: selection.row, columns: selection.column } : { rows: 0, columns: 0 },
            })
          }
        >
          Freeze
        </Toggle>
        <IconButton icon="minus" label="Smaller" disabled={view.zoom <= 50} onClick={() => step(-1)} />
        <Button
          look="quiet"
          size="sm"
          aria-label={`Zoom ${view.zoom}%: back to 100%`}
          onClick={() => onLook({ zoom: 100 })}
        >
          {view.zoom}%
        </Button>
        <IconButton icon="plus" label="Larger" disabled={view.zoom >= 200} onClick={() => step(1)} />
      </chakra.span>
    </chakra.div>
  )
}

function Toggle({
  on,
  onTurn,
  title,
  children,
}: {
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  readonly title?: string
  readonly children: string
}): ReactElement {
  return (
    <Button
      look="quiet"
      size="sm"
      aria-pressed={on}
      title={title}
      onClick={() => onTurn(!on)}
      css={{ '&[aria-pressed=true]': { background: 'selected', color: 'accentInk' } }}
    >
      {children}
    </Button>
  )
}
