/** Keeping the settings of a production as a template of the project, under a name that is looked up as one types. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { productionLimits } from '#contracts/production-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveProductionTemplate } from '#src/commands/production.ts'
import { $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTemplateNameFault } from './name-fault.ts'

export function TemplateDialog({
  productionId,
  onClose,
}: {
  readonly productionId: number
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [name, setName] = useState('')
  const [tries, setTries] = useState(0)
  const fault = useTemplateNameFault(name)
  const fields = useFaultFocus<HTMLDivElement>(tries, fault)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const send = () => {
    setTries(tries + 1)
    if (fault === null) run(saveProductionTemplate({ formKey: begin(), productionId, name: name.trim() }))
  }
  return (
    <Dialog
      open
      title="Save as a template"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Save the template
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={tries > 0 || name.trim() !== '' ? fault : null}>
          <DraftInput
            data-first
            value={name}
            maxLength={productionLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <chakra.p fontSize="sm" color="muted">
          All who prepare productions of this project can begin with it. It has all settings but what goes out
          and the first number.
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
