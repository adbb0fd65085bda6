/** Another name for an assignment, and other people who may check out its batches. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type Assignment, assignmentLimits } from '#contracts/assignments.ts'
import { updateAssignment } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { WhoMay } from './who-may.tsx'
import { isName, nameRule } from './words.ts'

export function EditAssignment({
  assignment: { assignmentId, assignmentName, assignedUserList },
  onClose,
}: {
  readonly assignment: Assignment
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const [name, setName] = useState(assignmentName)
  const [who, setWho] = useState<readonly number[]>(assignedUserList.map(({ userId }) => userId))
  const [tries, setTries] = useState(0)
  const fields = useFaultFocus<HTMLDivElement>(tries)
  const send = () => {
    setTries(tries + 1)
    if (!isName(name)) return
    run(updateAssignment({ assignmentId, assignmentName: name.trim(), assignedUserList: [...who] }))
    onClose()
  }
  return (
    <Dialog
      open
      title={assignmentName}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="contents">
        <Field label="Name" required error={tries > 0 && !isName(name) ? nameRule : null}>
          <DraftInput data-first value={name} onChange={setName} maxLength={assignmentLimits.name} />
        </Field>
        <WhoMay chosen={who} onChoose={setWho} />
        <chakra.p fontSize="xs" color="muted">
          Whoever has a batch keeps it.
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
