/** A new category. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { tagLimits, tagNameFault } from '#contracts/tag-management.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { addCategory } from '#src/commands/tag-management.ts'
import { $tagging, type ShownCategory } from '#src/stores/tag-management.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

export function AddCategory({
  categories,
  onClose,
}: {
  readonly categories: readonly ShownCategory[]
  readonly onClose: () => void
}): ReactElement {
  const [run, { save }] = useUnit([dispatch, $tagging])
  const [name, setName] = useState('')
  const [exclusive, setExclusive] = useState(false)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const inputs = useFaultFocus<HTMLDivElement>(tries, refusal)
  const fault = tagNameFault(
    name,
    categories.map((one) => one.name),
  )
  return (
    <Dialog
      open
      title="Add a category"
      onClose={onClose}
      onSubmit={() => {
        setTries(tries + 1)
        if (fault === null) run(addCategory({ formKey: begin(), name: name.trim(), exclusive }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Add the category
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={tries > 0 ? fault : null}>
          <DraftInput data-first value={name} maxLength={tagLimits.nameLength} onChange={setName} />
        </Field>
        <Switch
          on={exclusive}
          label="One tag a document"
          hint="Putting one of its tags on takes the other off."
          onTurn={setExclusive}
        />
      </chakra.div>
    </Dialog>
  )
}
