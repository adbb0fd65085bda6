/** Adding a client, by the provider's staff. */
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { companyName } from '#contracts/company.ts'
import { addClient } from '#src/commands/client-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { $clientSave } from '#src/stores/client-settings.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'

export function NewClientDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [run, save] = useUnit([dispatch, $clientSave])
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const fault = companyName.safeParse(name).success ? null : 'Give the client a name of up to 100 characters.'
  return (
    <Dialog
      open
      title="New client"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) run(addClient({ formKey: begin(), name: name.trim() }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Add the client
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        required
        error={tried ? (fault ?? refusal) : null}
        hint="Its people, projects and documents stay apart from those of all other clients."
      >
        <DraftInput data-first value={name} onChange={setName} maxLength={100} />
      </Field>
    </Dialog>
  )
}
