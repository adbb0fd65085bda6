/** Asks before an assignment goes, and says what stays. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Assignment } from '#contracts/assignments.ts'
import { deleteAssignment } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { batches } from './words.ts'

export function DeleteAssignment({
  assignment: { assignmentId, assignmentName, totalBatchCount, batcheStatus },
  onClose,
}: {
  readonly assignment: Assignment
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const held = batcheStatus.InProgress
  return (
    <DeleteDialog
      title={`Delete ${assignmentName}?`}
      act="Delete the assignment"
      onDelete={() => {
        run(deleteAssignment({ assignmentId }))
        void navigate('/overview/assignments')
      }}
      onClose={onClose}
    >
      <p>
        The assignment and its {batches(totalBatchCount)} go
        {held > 0 &&
          `: ${batches(held)} ${held === 1 ? 'is' : 'are'} being worked on, and taken from whoever has ${held === 1 ? 'it' : 'them'}`}
        .
      </p>
      <chakra.p color="muted">
        The documents stay, and so does everything that was coded. The past stays too: Reconstruct shows the
        batches as they were.
      </chakra.p>
    </DeleteDialog>
  )
}
