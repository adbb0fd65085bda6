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
import { Foreign } from '../ui/foreign.tsx'
import { Select } from '../ui/input.tsx'
import { LabelFields } from './label-fields.tsx'
import { RangeDialog } from './range-dialog.tsx'

const tools: readonly {
  readonly tool: RedactionTool
  readonly name: string
  readonly word: string
  readonly title: string
}[] = [
  { tool: 'box', name: 'Box', word: 'Box', title: 'Drag a box. With Alt words are selected.' },
  { tool: 'words', name: 'Words', word: 'Words', title: 'Drag over words.' },
  { tool: 'page', name: 'Whole page', word: 'Page', title: 'Click a page, or press Enter.' },
  { tool: 'inverse', name: 'All but a box', word: 'All but', title: 'Drag the box that stays.' },
]
const choices = tools.map(({ tool, name }) => ({ value: tool, label: name }))

/** In one row: where there is no room for the tools side by side, one is chosen from a list. */
const styles = {
  '& .tools': { display: 'flex', gap: '1' },
  '& .tool': { display: 'none', width: '108px', flexShrink: 0 },
  '@container (max-width: 599px)': {
    '& .tools': { display: 'none' },
    '& .tool': { display: 'block' },
  },
} as const

export function RedactBar({
  documentId,
  pages,
  selected,
  foreign,
  tool,
  onDone,
  onRemove,
  onStop,
}: {
  readonly documentId: number
  readonly pages: number
  /** That can be changed. */
  readonly selected: Redaction | null
  /** Who drew the selected one, which only he and those above him change. */
  readonly foreign: string | null
  readonly tool: RedactionTool
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
      px="2"
      py="1"
      css={styles}
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="sm"
    >
      <div className="tools">
        {tools.map(({ tool: one, name, word, title }) => (
          <Button
            key={one}
            size="sm"
            look="quiet"
            aria-label={name}
            aria-pressed={tool === one}
            title={title}
            onClick={() => run(chooseRedactionTool({ tool: one }))}
          >
            {word}
          </Button>
        ))}
      </div>
      <div className="tool">
        <Select
          aria-label="Tool"
          height="28px"
          fontSize="xs"
          value={tool}
          choices={choices}
          onChoose={(one) => {
            const next = tools.find((known) => known.tool === one)
            if (next !== undefined) run(chooseRedactionTool({ tool: next.tool }))
          }}
        />
      </div>
      {foreign === null && (
        <LabelFields
          key={selected?.key ?? 'next'}
          label={label}
          reason={reason}
          of={selected === null ? 'the next redaction' : 'the selected redaction'}
          onChoose={onLabel}
          onDone={onDone}
        />
      )}
      {foreign !== null && (
        <chakra.span
          flex="1 1 140px"
          minWidth="0"
          color="muted"
          fontSize="xs"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
        >
          By <Foreign text={foreign} />: yours to look at, not to change.
        </chakra.span>
      )}
      {selected !== null && (
        <>
          {pages > 1 && (
            <Button
              size="sm"
              look="quiet"
              px="1.5"
              aria-label="Same box on pages …"
              title="The same box on other pages"
              onClick={() => setRanging(true)}
            >
              Pages …
            </Button>
          )}
          <Button size="sm" look="quiet" px="1.5" title="Remove it (Delete)" onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
      <IconButton marginStart="auto" icon="close" label="Put the tool down" keys="Escape" onClick={onStop} />
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
