/** The tool that redacts: what it draws, and what the next or the selected redaction is labeled with. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Redaction } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeRedactions, chooseRedactionLabel, chooseRedactionTool } from '#src/commands/redactions.ts'
import type { RedactionTool } from '#src/events/catalog/redactions.ts'
import { $redactionLabel } from '#src/stores/redactions.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { LabelFields } from './label-fields.tsx'
import { RangeDialog } from './range-dialog.tsx'

const tools: readonly { readonly tool: RedactionTool; readonly word: string; readonly title: string }[] = [
  { tool: 'box', word: 'Box', title: 'Drag a box. With Alt words are selected.' },
  { tool: 'words', word: 'Words', title: 'Drag over words.' },
  { tool: 'page', word: 'Whole page', title: 'Click a page, or press Enter.' },
  { tool: 'inverse', word: 'All but a box', title: 'Drag the box that stays.' },
]

export function RedactBar({
  documentId,
  pages,
  selected,
  tool,
  saving,
  onDone,
  onRemove,
  onStop,
}: {
  readonly documentId: number
  readonly pages: number
  readonly selected: Redaction | null
  readonly tool: RedactionTool
  /** Gestures that have not reached the server. */
  readonly saving: number
  /** Gives the keyboard back to the pages. */
  readonly onDone: () => void
  readonly onRemove: () => void
  readonly onStop: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $redactionLabel })
  const [ranging, setRanging] = useState(false)
  const { label, reason } = selected ?? last
  const onLabel = (next: { readonly label: string; readonly reason: string }): void => {
    run(chooseRedactionLabel(next))
    if (selected !== null) run(changeRedactions({ documentId, change: [{ key: selected.key, ...next }] }))
  }
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
    >
      {tools.map(({ tool: one, word, title }) => (
        <Button
          key={one}
          size="sm"
          look="quiet"
          aria-pressed={tool === one}
          title={title}
          onClick={() => run(chooseRedactionTool({ tool: one }))}
        >
          {word}
        </Button>
      ))}
      <LabelFields
        key={selected?.key ?? 'next'}
        label={label}
        reason={reason}
        of={selected === null ? 'the next redaction' : 'the selected redaction'}
        onChoose={onLabel}
        onDone={onDone}
      />
      {selected !== null && (
        <>
          {pages > 1 && (
            <Button size="sm" look="quiet" onClick={() => setRanging(true)}>
              Same box on pages …
            </Button>
          )}
          <Button size="sm" look="quiet" onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
      <chakra.span flex="1" />
      <chakra.span color="muted" fontSize="xs">
        {saving > 0 && `${counted(saving, 'change')} not saved yet`}
      </chakra.span>
      <IconButton icon="close" label="Put the tool down" keys="Escape" onClick={onStop} />
      {ranging && selected !== null && (
        <RangeDialog
          documentId={documentId}
          redaction={selected}
          pages={pages}
          onClose={() => setRanging(false)}
        />
      )}
    </chakra.div>
  )
}
