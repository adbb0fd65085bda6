/** Saving what is chosen under a name. That a name is taken is said before anything is saved. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { TemplateHeading } from '#contracts/templates.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveTemplate } from '#src/commands/templates.ts'
import { nameTaken } from '#src/reads/templates.ts'
import { $templateSave } from '#src/stores/templates.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Ago } from '../ui/time.tsx'
import { useChosen } from './use-chosen.ts'
import { wordsOf } from './words.ts'

const longestName = 100

export function SaveFilterDialog({
  startName,
  onClose,
}: {
  /** Of the filter that is to be saved over; empty for a new one. */
  readonly startName: string
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $templateSave])
  const { of } = useChosen()
  const [typed, setTyped] = useState(startName)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const name = typed.trim()
  // A refusal may mean that somebody was faster: the name is asked about again.
  const { value: taken } = useRead(nameTaken, name === '' ? null : { name }, { asOf: refusal ?? '' })
  const fault = name === '' ? (tries > 0 ? 'Give the filter a name.' : null) : takenFault(taken)
  const inputs = useFaultFocus<HTMLDivElement>(tries, fault)

  const send = () => {
    setTries(tries + 1)
    if (name === '' || takenFault(taken) !== null) return
    const over = taken === null ? null : { templateId: taken.templateId, version: taken.version }
    run(saveTemplate({ formKey: begin(), name, choice: of, over }))
  }
  return (
    <Dialog
      open
      title="Save this filter"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="saved" busy={sending}>
            {taken?.mayChange ? 'Save over it' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field
          label="Name"
          required
          error={fault}
          hint={taken === null ? 'All who may filter in this project see it.' : <Replaced taken={taken} />}
        >
          <TextInput data-first value={typed} maxLength={longestName} onSay={setTyped} />
        </Field>
        <chakra.div fontSize="sm" pt="2">
          <chakra.p color="muted" fontSize="xs" fontWeight={600}>
            What is saved
          </chakra.p>
          <chakra.ul maxHeight="160px" overflowY="auto" overflowWrap="anywhere">
            {wordsOf(of).map((said) => (
              <li key={said}>{said}</li>
            ))}
          </chakra.ul>
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}

/** Why the name cannot be had; null: it is free, or the caller's to save over. */
const takenFault = (taken: TemplateHeading | null): string | null =>
  taken === null || taken.mayChange
    ? null
    : `${taken.madeBy} has a filter of this name. Only ${taken.madeBy} and project managers save over it: choose another name.`

function Replaced({ taken: { name, savedBy, savedAt } }: { readonly taken: TemplateHeading }): ReactElement {
  return (
    <chakra.span role="status" color="attentionInk">
      {name} is there already, saved by {savedBy} <Ago at={savedAt} />. Saving takes its place.
    </chakra.span>
  )
}
