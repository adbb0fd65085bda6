/** Setting one custom field of one document by hand. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { sameValue, shownValue } from '#contracts/coding-values.ts'
import type { CustomField } from '#contracts/fields.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { setFieldValue } from '#src/commands/fields.ts'
import type { FieldCoding } from '#src/events/coding/document.ts'
import { $fieldSave } from '#src/stores/fields.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { exactTime } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useFormSave } from './form-save.ts'
import { ValueInput } from './value-input.tsx'
import { inputOf, readInput, ruleOf } from './values.ts'

export function SetFieldDialog({
  documentId,
  field: first,
  fields,
  standing,
  onClose,
}: {
  readonly documentId: number
  readonly field: CustomField
  /** Those among which one can choose here. */
  readonly fields: readonly CustomField[]
  /** What stands on the record, as it is known now. */
  readonly standing: (fieldId: number) => FieldCoding
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $fieldSave])
  const [field, setField] = useState(first)
  const rule = ruleOf(field)
  const now = standing(field.fieldId)
  const [input, setInput] = useState(inputOf(rule, now.value))
  /** The version that the input began with: what came since is not overwritten before it was seen. */
  const [seen, setSeen] = useState(now.version)
  const [moved, setMoved] = useState(false)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const inputs = useFaultFocus<HTMLDivElement>(tries, refusal)
  const read = readInput(rule, input)
  const fault = 'fault' in read ? read.fault : null

  const send = () => {
    setTries(tries + 1)
    if ('fault' in read) return
    if (sameValue(read.value, now.value)) return onClose()
    // The server says it of what has not come here yet.
    const isUnseen = now.version !== seen && refusal === null
    setMoved(isUnseen)
    setSeen(now.version)
    if (isUnseen) return
    const { fieldId, name } = field
    run(setFieldValue({ formKey: begin(), documentId, fieldId, name, value: read.value }))
  }
  return (
    <Dialog
      open
      title={fields.length > 1 ? 'Set a field' : `Set ${field.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Save
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        {moved && (
          <Notice tone="danger">
            {now.by ?? 'Somebody'} has set it meanwhile: what stands there now is shown below. Save again to
            overwrite it.
          </Notice>
        )}
        {fields.length > 1 && (
          <Field label="Field">
            <Select
              value={String(field.fieldId)}
              choices={fields.map(({ fieldId, name }) => ({ value: String(fieldId), label: name }))}
              onChoose={(value) => {
                const next = fields.find(({ fieldId }) => String(fieldId) === value)
                if (next === undefined) return
                setField(next)
                setSeen(standing(next.fieldId).version)
                setMoved(false)
                setInput(inputOf(ruleOf(next), standing(next.fieldId).value))
              }}
            />
          </Field>
        )}
        {now.version > 0 && (
          <chakra.p fontSize="sm" color="muted">
            On the record: {shownValue(rule, now.value)}
            {now.by !== null && now.at !== null && ` (${now.by}, ${exactTime(now.at)})`}
          </chakra.p>
        )}
        <ValueInput
          rule={rule}
          input={input}
          fault={tries > 0 ? fault : null}
          note={'note' in read ? read.note : null}
          onInput={setInput}
        />
      </chakra.div>
    </Dialog>
  )
}
