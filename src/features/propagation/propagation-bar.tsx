/** Beside Save: to which related documents the next save goes, with its keys, and what that would do. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { save } from '#src/commands/coding-saves.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { choose, type PropagationOption } from '#src/commands/propagation.ts'
import { $online } from '#src/stores/network.ts'
import { useActions } from '../ui/actions.tsx'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { PreviewBox } from './preview-box.tsx'
import { type Choice, useChoice } from './use-choice.ts'

interface Shown {
  readonly option: PropagationOption
  readonly word: string
  readonly label: string
  readonly keys: string
}

const options: readonly Shown[] = [
  { option: 'family', word: 'Family', label: 'Propagate to the family', keys: 'w f' },
  { option: 'emailThread', word: 'Thread', label: 'Propagate to the e-mail thread', keys: 'w e' },
  { option: 'nearDuplicates', word: 'Near-duplicates', label: 'Propagate to near-duplicates', keys: 'w n' },
  { option: 'Skip', word: 'Skip', label: 'Skip: save this document only', keys: 'w s' },
]

export function PropagationBar({ documentId }: { readonly documentId: number }): ReactElement {
  const run = useUnit(dispatch)
  const choice = useChoice(documentId)
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is about one document
  useEffect(() => setOpen(false), [documentId])
  useActions([
    ...options.map(({ option, label, keys }) => ({
      id: `propagate-${option}`,
      label,
      group: 'Coding',
      keys,
      run: () => run(choose({ documentId, option })),
    })),
    {
      id: 'propagate-preview',
      label: 'Show where the coding would go',
      group: 'Coding',
      keys: 'w w',
      run: () => setOpen(true),
    },
  ])
  return (
    <chakra.div pb="2" data-testid="propagation">
      <chakra.div
        role="group"
        aria-label="Propagate to"
        display="flex"
        alignItems="center"
        gap="1"
        flexWrap="wrap"
        fontSize="xs"
      >
        <chakra.span color="faint" title="Propagate to">
          <Icon name="branch" size={14} />
        </chakra.span>
        {options.map(({ option, word, label, keys }) => (
          <Tooltip key={option} text={label} keys={keys}>
            <chakra.button
              type="button"
              aria-label={label}
              aria-pressed={choice[option]}
              onClick={() => run(choose({ documentId, option }))}
              css={chipStyles}
            >
              {word}
            </chakra.button>
          </Tooltip>
        ))}
      </chakra.div>
      {choice.isOn && <Effect choice={choice} documentId={documentId} onOpen={() => setOpen(true)} />}
      {open && <PreviewBox documentId={documentId} choice={choice} onClose={() => setOpen(false)} />}
    </chakra.div>
  )
}

const chipStyles = {
  height: '24px',
  paddingInline: '2',
  borderRadius: 'full',
  borderWidth: '1px',
  borderColor: 'line',
  '&:hover': { background: 'hover' },
  '&[aria-pressed=true]': { background: 'selected', borderColor: 'accent', fontWeight: 600 },
} as const

/** One line: what it would do, which leads to the list; or that nobody can say. */
function Effect({
  choice,
  documentId,
  onOpen,
}: {
  readonly choice: Choice
  readonly documentId: number
  readonly onOpen: () => void
}): ReactElement {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const { preview, failure, fields } = choice
  if (!fields.some(({ goes }) => goes))
    return (
      <Line>
        {fields.length === 0
          ? 'Nothing is changed yet: what you change next goes there too.'
          : 'None of the changed fields goes there.'}
      </Line>
    )
  if (failure !== null || !online)
    return (
      <chakra.div role="alert" fontSize="xs" color="attentionInk" pt="1">
        {online
          ? `What this would reach cannot be shown: ${failure?.message ?? ''}`
          : 'What this would reach cannot be shown without the network.'}{' '}
        Save sends it all the same, and leaves what others have coded.
        <Button
          size="sm"
          mt="1"
          onClick={() => {
            run(choose({ documentId, option: 'Skip' }))
            run(save({ documentId }))
          }}
        >
          Save this document only
        </Button>
      </chakra.div>
    )
  if (preview === null) return <Line>Looking where it would go…</Line>
  const left = preview.leftDocuments
  return (
    <Line>
      <chakra.button
        type="button"
        onClick={onOpen}
        textDecoration="underline"
        minHeight="24px"
        data-testid="propagation-effect"
      >
        {[
          `Reaches ${counted(preview.reached, 'document')}`,
          ...(left > 0 ? [`${left} left`] : []),
          ...(preview.alreadySo > 0 ? [`${preview.alreadySo} so already`] : []),
        ].join(', ')}
      </chakra.button>
      {preview.mixedFamilies > 0 && (
        <chakra.span color="attentionInk">
          {' '}
          {counted(preview.mixedFamilies, 'family', 'families')} would be coded differently.
        </chakra.span>
      )}
    </Line>
  )
}

const Line = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p role="status" fontSize="xs" color="muted" pt="1">
    {children}
  </chakra.p>
)
