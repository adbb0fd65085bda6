/** Making a custom field, and changing one: its name and its choices. The type stays as it was made. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveField } from '#src/commands/fields.ts'
import { $fieldSave } from '#src/stores/fields.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { type ChoiceDraft, ChoiceList } from './choice-list.tsx'
import { useFormSave } from './form-save.ts'
import { hasChoices, isYesNo, typeChoices, typeName } from './types.ts'

const startOf = (field: CustomField | null): readonly ChoiceDraft[] =>
  (field?.choices ?? []).map(({ choiceId, text }) => ({ key: String(choiceId), choiceId, text }))

/** What a new field of a type begins with. */
function freshFor(typeId: number): readonly ChoiceDraft[] {
  if (!hasChoices(typeId)) return []
  const texts = isYesNo(typeId) ? ['Yes', 'No'] : ['']
  return texts.map((text, at) => ({ key: `fresh-${typeId}-${at}`, choiceId: null, text }))
}

/** What is wrong with the choices, as far as it is plain here; what documents are coded with the server knows. */
function choicesFault(typeId: number, choices: readonly ChoiceDraft[]): string | null {
  if (!hasChoices(typeId)) return null
  const texts = choices.map(({ text }) => text.trim().toLowerCase())
  if (texts.length === 0) return 'Give the field at least one choice.'
  if (texts.includes('')) return 'Write every choice, or take the empty ones out.'
  return new Set(texts).size < texts.length ? 'Two choices are the same.' : null
}

export function FieldDialog({
  field,
  onClose,
}: {
  /** Null: a new one. */
  readonly field: CustomField | null
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $fieldSave])
  const [name, setName] = useState(field?.name ?? '')
  const [typeId, setTypeId] = useState<number>(field?.typeId ?? fieldTypes.singleChoice)
  const [choices, setChoices] = useState(field === null ? freshFor(fieldTypes.singleChoice) : startOf(field))
  const [seen] = useState(() => field?.choices.map(({ choiceId }) => choiceId))
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const inputs = useFaultFocus<HTMLDivElement>(tries, refusal)
  const nameFault = name.trim() === '' ? 'Give the field a name.' : null
  const listFault = choicesFault(typeId, choices)

  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || listFault !== null) return
    run(
      saveField({
        formKey: begin(),
        fieldId: field?.fieldId ?? null,
        name: name.trim(),
        typeId,
        choices: (hasChoices(typeId) ? choices : []).map(({ choiceId, text }) => ({
          choiceId,
          text: text.trim(),
        })),
        ...(seen === undefined ? {} : { seen }),
      }),
    )
  }
  return (
    <Dialog
      open
      title={field === null ? 'Add a custom field' : `Change ${field.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {field === null ? 'Add the field' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field
          label="Name"
          required
          error={tries > 0 ? nameFault : null}
          hint={
            field === null
              ? 'In queries it is written with _ for spaces.'
              : 'Queries that name the field go by the new name then. What is coded stays coded.'
          }
        >
          <DraftInput data-first value={name} onChange={setName} maxLength={100} />
        </Field>
        {field === null ? (
          <Field label="Type" hint="It cannot be changed later.">
            <Select
              value={String(typeId)}
              choices={typeChoices}
              onChoose={(value) => {
                const next = Number(value)
                setTypeId(next)
                // What was typed stays, unless it is not the choices' own: yes and no are.
                if (isYesNo(next) || isYesNo(typeId) || choices.length === 0) setChoices(freshFor(next))
              }}
            />
          </Field>
        ) : (
          <chakra.p fontSize="sm" color="muted">
            Type: {typeName(typeId)}. It stays as it was made.
          </chakra.p>
        )}
        {hasChoices(typeId) && (
          <ChoiceList
            choices={choices}
            fixed={isYesNo(typeId)}
            fault={tries > 0 ? listFault : null}
            onChange={setChoices}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}
