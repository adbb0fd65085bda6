/** The tool that redacts cells: what of the selection it covers, and with which label. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { nameOfRange } from '#contracts/cell-ranges.ts'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeCells } from '#src/commands/redacted-cells.ts'
import { chooseRedactionLabel } from '#src/commands/redactions.ts'
import { $redactionLabel } from '#src/stores/redactions.ts'
import { LabelFields } from '../redaction/label-fields.tsx'
import type { Selection } from '../sheets/selecting.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { piecesOf } from './covers.ts'
import type { RedactingSheet } from './use-redacted-cells.ts'
import { type WantedPlace, wantedOf, wantedWords } from './wanted.ts'

export function RedactSheetBar({
  documentId,
  redacting,
  selection,
  sheet,
  cell,
  onDone,
  onStop,
}: {
  readonly documentId: number
  readonly redacting: RedactingSheet
  readonly selection: Selection
  readonly sheet: Sheet
  /** The active one, where something stands in it. */
  readonly cell: SheetCell | null
  /** Gives the keyboard back to the grid. */
  readonly onDone: () => void
  readonly onStop: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $redactionLabel })
  const { cover, doc } = redacting
  const under = redacting.at(selection.row, selection.column)
  const there = under?.look === 'covered' || under?.look === 'part' ? under.cells : null
  const selected = there !== null && redacting.mayChange(there) ? there : null
  const { label, reason } = selected ?? last
  const { usual, rows, columns } = wantedOf(selection, sheet)
  const others: readonly WantedPlace[] = [
    ...(usual.kind === 'cells' ? [rows, columns] : []),
    ...(usual.kind === 'sheet' ? [] : [{ kind: 'sheet', range: null } as const]),
    // A text table has none.
    ...(sheet.name === '' ? [] : [{ kind: 'sheetName', range: null } as const]),
  ]
  const active = nameOfRange('cells', {
    ...{ firstRow: selection.row, lastRow: selection.row },
    ...{ firstColumn: selection.column, lastColumn: selection.column },
  })
  const onLabel = (next: { readonly label: string; readonly reason: string }): void => {
    run(chooseRedactionLabel(next))
    if (selected !== null) run(changeCells({ documentId, change: [{ key: selected.key, ...next }] }))
  }
  const saving = doc?.waiting.length ?? 0
  return (
    <chakra.div
      role="toolbar"
      aria-label="Redact"
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="1"
      px="3"
      py="1"
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="sm"
      flexShrink={0}
    >
      <Button size="sm" title="Enter, in the grid" onClick={() => cover(usual)}>
        Redact {wantedWords(usual)}
      </Button>
      {others.length > 0 && (
        <Select
          aria-label="Redact more"
          title="Redact more than what is selected"
          width="86px"
          height="28px"
          fontSize="xs"
          value=""
          placeholder="Or …"
          choices={others.map((place) => ({ value: place.kind, label: capital(wantedWords(place)) }))}
          onChoose={(kind) => {
            const place = others.find((one) => one.kind === kind)
            if (place !== undefined) cover(place)
            onDone()
          }}
        />
      )}
      {cell !== null && cell.text !== '' && (
        <WordsOfCell
          key={active}
          text={cell.text}
          name={active}
          onCover={(pieces) => {
            cover({ kind: 'text', range: active }, pieces)
            onDone()
          }}
        />
      )}
      <LabelFields
        key={selected?.key ?? 'next'}
        label={label}
        reason={reason}
        of={selected === null ? 'the next redaction' : 'the selected redaction'}
        onChoose={onLabel}
        onDone={onDone}
      />
      {selected !== null && (
        <Button size="sm" look="quiet" onClick={() => redacting.remove([selected.key])}>
          Remove
        </Button>
      )}
      {under?.look === 'depends' && (
        <>
          <chakra.span color="muted">{under.words}</chakra.span>
          <Button size="sm" look="quiet" onClick={() => cover({ kind: 'kept', range: active })}>
            Keep {active} open
          </Button>
        </>
      )}
      {under?.look === 'kept' && under.cells !== null && redacting.mayChange(under.cells) && (
        <>
          <chakra.span color="muted">{under.words}</chakra.span>
          <Button
            size="sm"
            look="quiet"
            onClick={() => redacting.remove(under.cells === null ? [] : [under.cells.key])}
          >
            Cover it, too
          </Button>
        </>
      )}
      {saving > 0 && (
        <chakra.span color="muted" fontSize="xs">
          {counted(saving, 'change')} not saved yet
        </chakra.span>
      )}
      <IconButton marginStart="auto" icon="close" label="Put the tool down" keys="Escape" onClick={onStop} />
    </chakra.div>
  )
}

/** Covers some words of what a cell shows, wherever they stand in it. */
function WordsOfCell({
  text,
  name,
  onCover,
}: {
  readonly text: string
  readonly name: string
  readonly onCover: (pieces: { readonly from: number; readonly to: number }[]) => void
}): ReactElement {
  const [words, setWords] = useState('')
  const pieces = piecesOf(text, words)
  return (
    <>
      <DraftInput
        aria-label={`Words of ${name} to redact`}
        placeholder={`Words of ${name}`}
        width="104px"
        height="28px"
        value={words}
        onChange={setWords}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && pieces.length > 0) onCover(pieces)
        }}
      />
      {words !== '' && (
        <Button size="sm" look="quiet" disabled={pieces.length === 0} onClick={() => onCover(pieces)}>
          {pieces.length === 0 ? `Not in ${name}` : `Redact in ${name}`}
        </Button>
      )}
    </>
  )
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
