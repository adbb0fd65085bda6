/** Asks before a field goes. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { CustomField } from '#contracts/fields.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeField } from '#src/commands/fields.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'

export function DeleteField({
  field: { fieldId, name },
  onClose,
}: {
  readonly field: CustomField
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      act="Delete the field"
      onDelete={() => run(removeField({ fieldId, name }))}
      onClose={onClose}
    >
      <p>No form shows it, and no document has a value of it.</p>
      <chakra.p color="muted">
        Where a document had a value of it before, or an assignment goes by it, it cannot be deleted, and you
        are told so: their history names it.
      </chakra.p>
    </DeleteDialog>
  )
}
