/** Around the grid of a spreadsheet: its redactions, the tool that makes them, and the list that tells of them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { placeWords, type RedactedCells } from '#contracts/redacted-cells.ts'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { dropRefusedCells, keepRefusedCells } from '#src/commands/redacted-cells.ts'
import { turnRedacting } from '#src/commands/redacting.ts'
import { turnPreview, turnRedactionsPanel } from '#src/commands/redactions.ts'
import { RefusedList } from '../redaction/refused-list.tsx'
import type { Selection } from '../sheets/selecting.ts'
import { Button } from '../ui/button.tsx'
import { CellsPanel } from './cells-panel.tsx'
import { RedactSheetBar } from './redact-sheet-bar.tsx'
import { useRedactSheetKeys } from './use-redact-sheet-keys.ts'
import type { RedactingSheet } from './use-redacted-cells.ts'
import { wantedOf } from './wanted.ts'

/** What the tool is turned on and off with, and the keys that do it. */
export function RedactingSheetButtons({
  redacting,
  selection,
  sheet,
  toGrid,
}: {
  readonly redacting: RedactingSheet
  readonly selection: Selection
  /** Of the file itself. */
  readonly sheet: Sheet
  readonly toGrid: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { view, mayDraw, shown } = redacting
  const isOn = isHeld(redacting)
  const { onTool } = useSheetTool(redacting, toGrid)
  const onPreview = (): void => {
    run(turnPreview({ on: !view.preview }))
  }
  const removable = redacting.at(selection.row, selection.column)?.cells ?? null
  useRedactSheetKeys({
    ...{ maySee: true, mayDraw, isOn, onTool, onPreview },
    onCover: () => redacting.cover(wantedOf(selection, sheet).usual),
    onRemove: removable === null ? null : () => redacting.remove([removable.key]),
  })
  return (
    <chakra.div
      role="group"
      aria-label="Redactions of the spreadsheet"
      display="flex"
      flexShrink={0}
      marginBlock="-2px"
    >
      {mayDraw && (
        <Button size="sm" look="quiet" aria-pressed={isOn} title="Redact (r)" onClick={() => onTool(!isOn)}>
          Redact
        </Button>
      )}
      <Button
        size="sm"
        look="quiet"
        aria-pressed={view.preview}
        title="Show the redacted copy (Shift+R)"
        onClick={onPreview}
      >
        Preview
      </Button>
      <Button
        size="sm"
        look="quiet"
        aria-expanded={view.panel}
        onClick={() => run(turnRedactionsPanel({ on: !view.panel }))}
      >
        Redactions ({shown.length})
      </Button>
    </chakra.div>
  )
}

const isHeld = ({ view }: RedactingSheet): boolean => view.on && !view.preview

function useSheetTool({ view }: RedactingSheet, toGrid: () => void) {
  const run = useUnit(dispatch)
  const onTool = (on: boolean): void => {
    run(turnRedacting({ on }))
    // Nothing is covered on what only shows how it will leave.
    if (on && view.preview) run(turnPreview({ on: false }))
    toGrid()
  }
  return { onTool }
}

/** Under those: the tool, what was refused, and the list. */
export function RedactingSheetTools({
  documentId,
  redacting,
  selection,
  sheet,
  cell,
  toGrid,
  onShow,
}: {
  readonly documentId: number
  readonly redacting: RedactingSheet
  readonly selection: Selection
  /** Of the file itself. */
  readonly sheet: Sheet
  readonly cell: SheetCell | null
  readonly toGrid: () => void
  readonly onShow: (one: RedactedCells) => void
}): ReactElement {
  const { view, mayDraw, doc, failure, again } = redacting
  const isKnown = doc !== null && doc.revision >= 0
  const { onTool } = useSheetTool(redacting, toGrid)
  return (
    <>
      {!isKnown && failure === null && <Line>The redactions are being loaded.</Line>}
      {failure !== null && (
        <Line>
          {isKnown
            ? `The redactions could not be looked up again: ${failure.message} `
            : `The redactions could not be loaded, so the sheets are shown without them: ${failure.message} `}
          <Button size="sm" look="quiet" onClick={again}>
            Try again
          </Button>
        </Line>
      )}
      {mayDraw && isHeld(redacting) && isKnown && (
        <RedactSheetBar
          documentId={documentId}
          redacting={redacting}
          selection={selection}
          sheet={sheet}
          cell={cell}
          onDone={toGrid}
          onStop={() => onTool(false)}
        />
      )}
      {isKnown && doc.refused.length > 0 && (
        <RefusedList
          doc={doc}
          placeOf={placeWords}
          onShow={onShow}
          keep={keepRefusedCells}
          drop={dropRefusedCells}
        />
      )}
      {view.panel && isKnown && <CellsPanel documentId={documentId} redacting={redacting} onShow={onShow} />}
      {view.preview && redacting.copy?.state === 'ready' && (
        <Line>This is the redacted copy, as it will leave.</Line>
      )}
    </>
  )
}

const Line = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.div
    role="note"
    px="4"
    py="1"
    fontSize="xs"
    color="attentionInk"
    background="attentionGround"
    flexShrink={0}
  >
    {children}
  </chakra.div>
)
