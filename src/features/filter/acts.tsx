/** What can be done with the documents that are chosen: promote them, filter them out, take back what was filtered out. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { DocumentState } from '#contracts/documents.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { moveDocuments } from '#src/commands/stages.ts'
import type { Move } from '#src/events/catalog/stages.ts'
import type { Figures } from '#src/reads/facets.ts'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useChosen } from './use-chosen.ts'
import { useFigures } from './use-figures.ts'

type What = Exclude<Move['what'], 'rollback'>

interface Act {
  readonly what: What
  readonly icon: IconName
  readonly button: string
  readonly title: string
  /** Documents in this state are moved; all others stay. */
  readonly from: DocumentState
  readonly becomes: string
}

const acts: readonly Act[] = [
  {
    what: 'promote',
    icon: 'promote',
    button: 'Promote these',
    title: 'Promote to review',
    from: 'Processed',
    becomes: 'get control numbers and show in review',
  },
  {
    what: 'filter',
    icon: 'filter',
    button: 'Filter these out',
    title: 'Filter out',
    from: 'Processed',
    becomes: 'are set aside under this name, and can be taken back',
  },
  {
    what: 'restore',
    icon: 'undo',
    button: 'Restore what was filtered out',
    title: 'Restore',
    from: 'Filtered Out',
    becomes: 'wait again, as before they were filtered out',
  },
]

export function Acts({ figures }: { readonly figures: Figures | null }): ReactElement | null {
  const who = useWho()
  const { of } = useChosen()
  const [open, setOpen] = useState<Act | null>(null)
  if (!who.can('collect.manage'))
    return (
      <chakra.p color="muted">
        Promoting and filtering need litigation support or a stronger role. You see what is there.
      </chakra.p>
    )
  const choice = of.filter.documentStates
  // The list of states counts what could be chosen, too.
  const isMeant = (state: DocumentState) =>
    choice === undefined || choice.values.includes(state) === choice.includeSelections
  const standing = (state: DocumentState) =>
    isMeant(state)
      ? (figures?.facets.Document_State?.values.find(({ value }) => value === state)?.documents ?? 0)
      : 0
  return (
    <chakra.div
      role="group"
      aria-label="With the documents that are chosen"
      display="flex"
      flexWrap="wrap"
      gap="2"
    >
      {acts.map((act) => (
        <Button
          key={act.what}
          icon={act.icon}
          look={act.what === 'promote' ? 'primary' : 'plain'}
          disabled={standing(act.from) === 0}
          onClick={() => setOpen(act)}
        >
          {act.button}
        </Button>
      ))}
      {open !== null && <ActDialog act={open} onClose={() => setOpen(null)} />}
    </chakra.div>
  )
}

/** Says how many documents it is about, with their families, before anything is done. */
function ActDialog({ act, onClose }: { readonly act: Act; readonly onClose: () => void }): ReactElement {
  const run = useUnit(dispatch)
  const { of } = useChosen()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const { value, failure } = useFigures('act', {
    of,
    stage: 'processing',
    families: true,
    facets: [{ field: 'Document_State', most: 3 }],
  })
  const alone = useFigures('act-alone', { of, stage: 'processing' }).value
  const states = value?.facets.Document_State?.values ?? []
  const moved = states.find((one) => one.value === act.from)?.documents ?? 0
  const stay = states.filter((one) => one.value !== act.from)
  const isFilter = act.what === 'filter'
  const send = () => {
    setTried(true)
    if (moved === 0 || (isFilter && name.trim() === '')) return
    run(
      moveDocuments(
        act.what === 'filter' ? { what: 'filter', name: name.trim(), of } : { what: act.what, of },
      ),
    )
    onClose()
  }
  return (
    <Dialog
      open
      title={act.title}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon={act.icon} disabled={moved === 0}>
            {act.title}: {counted(moved, 'document')}
          </Button>
        </>
      }
    >
      {value === null ? (
        failure === null ? (
          <Skeleton rows={3} />
        ) : (
          <p role="alert">{failure.message}</p>
        )
      ) : (
        <chakra.div
          role="status"
          data-testid="act-sentence"
          display="flex"
          flexDirection="column"
          gap="2"
          pb="3"
        >
          <p>
            {counted(alone?.documents ?? 0, 'document is', 'documents are')} chosen,{' '}
            <strong>{number(value.documents)}</strong> with their families.
          </p>
          <p>
            <strong>{number(moved)}</strong> of them {act.becomes}.
          </p>
          {stay.map((one) => (
            <chakra.p key={one.value} color="muted">
              {number(one.documents)} {one.documents === 1 ? 'is' : 'are'}{' '}
              {stateWords[one.value] ?? one.value.toLowerCase()}, and left as{' '}
              {one.documents === 1 ? 'it is' : 'they are'}.
            </chakra.p>
          ))}
        </chakra.div>
      )}
      {isFilter && (
        <Field
          label="Name of the filter"
          hint="Documents say by which filter they were filtered out."
          error={tried && name.trim() === '' ? 'Give the filter a name.' : null}
        >
          <DraftInput data-first value={name} maxLength={100} onChange={setName} />
        </Field>
      )}
    </Dialog>
  )
}

const stateWords: Readonly<Record<string, string>> = {
  Promoted: 'promoted already',
  'Filtered Out': 'filtered out',
  Processed: 'waiting',
}
