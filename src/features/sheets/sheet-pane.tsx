/** A spreadsheet as sheets: its tools, the active cell in full, the grid, and the tabs of its sheets. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import {
  type KeyboardEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { RedactedCells } from '#contracts/redacted-cells.ts'
import type { Sheet, SheetFile, SheetHit } from '#contracts/sheets.ts'
import type { LegendEntry } from '#query/hits.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { choosePane } from '#src/commands/review.ts'
import { lookAtSheet } from '#src/commands/sheets.ts'
import type { SheetChange, SheetView } from '#src/events/catalog/sheets.ts'
import { sheetAnswersAbout } from '#src/reads/sheets.ts'
import { $sheetView } from '#src/stores/sheets.ts'
import { CopyNote } from '../redacted-cells/copy-note.tsx'
import { byRow, coversInCopy, rangeOfCells } from '../redacted-cells/covers.ts'
import { RedactingSheetButtons, RedactingSheetTools } from '../redacted-cells/redacting-sheet.tsx'
import { useRedactedCells } from '../redacted-cells/use-redacted-cells.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { themedMarks } from '../viewer/highlight-colours.ts'
import { CellBar } from './cell-bar.tsx'
import { Grid } from './grid.tsx'
import type { FindWords } from './marked-words.tsx'
import { QueryHitBar } from './query-hit-bar.tsx'
import { only, type Selection } from './selecting.ts'
import { SheetTabs } from './sheet-tabs.tsx'
import { SheetTools } from './sheet-tools.tsx'
import { useCopy } from './use-copy.ts'
import { useFinding } from './use-finding.ts'
import { useQueryHits } from './use-query-hits.ts'
import type { Cells } from './use-tiles.ts'

/** Ms between two looks at a file that is being read. */
const readingPace = 500
/** Ms after which a place counts as one that is looked at. */
const settled = 400

const gridIn = (pane: HTMLElement | null): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[role=grid]') ?? null

const noHits: readonly SheetHit[] = []
const none: ReadonlySet<number> = new Set()

interface Props {
  readonly documentId: number
  /** Words and phrases of the query that found it; none where it was not searched for. */
  readonly terms: readonly LegendEntry[]
  /** Where they stand in a text. */
  readonly find: FindWords
}

export function SheetPane({ documentId, terms, find }: Props): ReactElement {
  const run = useUnit(dispatch)
  const question = { about: 'file', documentId } as const
  const {
    value: file,
    failure,
    again,
  } = useRead(
    sheetAnswersAbout.file,
    { question },
    { once: true, every: (held) => (held?.state === 'reading' ? readingPace : undefined) },
  )
  // Its text comes with the document itself, and is there when its sheets are not.
  const asText = <Button onClick={() => run(choosePane({ pane: 'text' }))}>Show the text</Button>
  if (file === null)
    return failure === null ? (
      <Skeleton rows={12} />
    ) : (
      <ErrorState
        title="The spreadsheet could not be loaded"
        message={failure.message}
        onRetry={again}
        action={asText}
      />
    )
  if (file.state === 'failed')
    return (
      <EmptyState icon="warning" title="It cannot be shown as sheets" action={asText}>
        {file.reason}
      </EmptyState>
    )
  if (file.sheets.length === 0) return <Skeleton rows={12} />
  return <Book key={documentId} documentId={documentId} terms={terms} find={find} file={file} />
}

function Book({ documentId, terms, find, file }: Props & { readonly file: SheetFile }): ReactElement {
  const { run, viewOf } = useUnit({ run: dispatch, viewOf: $sheetView })
  const view = viewOf(documentId)
  const index = Math.min(view.sheet, file.sheets.length - 1)
  const { can } = useWho()
  const redacting = useRedactedCells(documentId, index)
  /** The redacted copy stands in the place of the file, sheet by sheet. */
  const copy = redacting.view.preview && redacting.copy?.state === 'ready' ? redacting.copy : null
  const sheets = copy?.sheets ?? file.sheets
  const sheet = (sheets[index] ?? file.sheets[index]) as Sheet
  const isCopy = copy !== null
  const coversIn = useMemo(
    () => byRow(isCopy ? coversInCopy(redacting.covers) : redacting.covers),
    [isCopy, redacting.covers],
  )
  const covered = redacting.shown.filter(({ redaction: one }) => one.kind === 'sheetName')
  const look = useCallback(
    (change: SheetChange) => run(lookAtSheet({ documentId, change })),
    [run, documentId],
  )
  const [selection, select] = useSelection(view, look)
  const [cells, setCells] = useState<Cells | null>(null)
  // A row of a list goes by being pressed: the keyboard goes on in the grid.
  const box = useKeptFocus<HTMLElement>(gridIn)
  const toGrid = () => gridIn(box.current)?.focus()

  /** Another sheet is another grid: who was in the one goes on in the other. */
  const heldGrid = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another sheet
  useEffect(() => {
    if (heldGrid.current) gridIn(box.current)?.focus()
    heldGrid.current = false
  }, [index])

  const goTo = useCallback(
    ({
      sheet: to,
      row,
      column,
    }: {
      readonly sheet: number
      readonly row: number
      readonly column: number
    }) => {
      heldGrid.current = document.activeElement?.getAttribute('role') === 'grid'
      select(only(row, column))
      look({ sheet: to, row, column })
    },
    [select, look],
  )
  const finding = useFinding(documentId, goTo)
  const queried = useQueryHits(documentId, terms, goTo)
  // In what a cell shows the words themselves are marked.
  const marked = useMemo(
    () => [...finding.hits, ...queried.hits.filter((hit) => hit.in !== 'text')],
    [finding.hits, queried.hits],
  )
  const copying = useCopy(documentId, index, { formulas: view.formulas, redacted: copy?.revision ?? null })

  const onShow = (one: RedactedCells): void => {
    const { firstRow = 0, firstColumn = 0 } = rangeOfCells(one) ?? {}
    goTo({ sheet: one.sheet, row: firstRow, column: firstColumn })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const inGrid = event.target instanceof Element && event.target.closest('[role=grid]') !== null
    if (event.key === 'f') {
      event.preventDefault()
      box.current?.querySelector<HTMLInputElement>('[data-sheet-find]')?.select()
    } else if (event.key === 'c' && inGrid) {
      event.preventDefault()
      copying.copy(selection, sheet)
    }
  }
  return (
    <chakra.section
      ref={box}
      aria-label="Spreadsheet"
      onKeyDown={onKeyDown}
      display="flex"
      flexDirection="column"
      height="full"
      minHeight="0"
      background="surface"
    >
      <SheetTools
        view={view}
        sheet={sheet}
        finding={finding}
        selection={selection}
        onLook={look}
        onLeave={toGrid}
      />
      <CellBar
        selection={selection}
        cell={cells?.at(selection.row, selection.column) ?? null}
        known={cells?.knows(selection.row, selection.column) ?? false}
        sheet={sheet}
        onGo={(row, column) => {
          goTo({ sheet: index, row, column })
          toGrid()
        }}
      >
        {can('redaction.see') && (
          <RedactingSheetButtons
            redacting={redacting}
            selection={selection}
            sheet={file.sheets[index] as Sheet}
            toGrid={toGrid}
          />
        )}
      </CellBar>
      {can('redaction.see') && (
        <RedactingSheetTools
          documentId={documentId}
          redacting={redacting}
          selection={selection}
          sheet={file.sheets[index] as Sheet}
          cell={cells?.at(selection.row, selection.column) ?? null}
          toGrid={toGrid}
          onShow={onShow}
        />
      )}
      <Notes file={file} copied={copying.says} failed={cells?.failed ?? null} />
      <chakra.div flex="1" minHeight="0">
        {redacting.view.preview && copy === null ? (
          <chakra.div role="status" aria-label="Redacted copy" px="4" py="3" fontSize="sm">
            <CopyNote documentId={documentId} redacting={redacting} />
          </chakra.div>
        ) : (
          <Grid
            key={`${index} ${copy?.revision ?? ''}`}
            redacted={copy?.revision ?? null}
            coversIn={coversIn}
            documentId={documentId}
            sheet={sheet}
            index={index}
            view={view}
            selection={selection}
            onSelect={select}
            onWidth={(column, width) =>
              look({
                widths: [
                  ...view.widths.filter((one) => one.sheet !== index || one.column !== column),
                  { sheet: index, column, width },
                ],
              })
            }
            hits={copy === null ? marked : noHits}
            find={terms.length === 0 ? null : find}
            onCells={setCells}
          />
        )}
      </chakra.div>
      <style>{themedMarks}</style>
      <SheetTabs
        sheets={sheets}
        redacted={copy === null ? new Set(covered.map(({ redaction: one }) => one.sheet)) : none}
        shown={index}
        onChoose={(chosen) => goTo({ sheet: chosen, row: 0, column: 0 })}
      />
      <QueryHitBar terms={terms} found={queried} />
    </chakra.section>
  )
}

/** Moving is local: keys come faster than anything can be written. Where one stays is said. */
function useSelection(
  view: SheetView,
  look: (change: SheetChange) => void,
): readonly [Selection, (selection: Selection) => void] {
  const [selection, select] = useState(() => only(view.row, view.column))
  const { row, column } = selection
  useEffect(() => {
    if (row === view.row && column === view.column) return
    const timer = setTimeout(() => look({ row, column }), settled)
    return () => clearTimeout(timer)
  }, [row, column, view.row, view.column, look])
  return [selection, select]
}

/** What is not whole, and what has just been done. */
function Notes({
  file,
  copied,
  failed,
}: {
  readonly file: SheetFile
  readonly copied: string
  readonly failed: string | null
}): ReactElement {
  const notes = [
    ...(file.state === 'reading' ? ['The file is still being read: more rows are coming.'] : []),
    ...file.missing,
    ...(failed === null ? [] : [`Some cells could not be loaded: ${failed}`]),
  ]
  return (
    <>
      {notes.length > 0 && (
        <chakra.div
          role="note"
          aria-label="About this view"
          px="3"
          py="1"
          fontSize="xs"
          color="attentionInk"
          background="attentionGround"
          flexShrink={0}
        >
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </chakra.div>
      )}
      <chakra.p role="status" px="3" fontSize="xs" color="muted" flexShrink={0}>
        {copied}
      </chakra.p>
    </>
  )
}
