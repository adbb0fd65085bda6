/** Asks before a list of known files goes. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { HashList } from '#contracts/hash-lists.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeHashList } from '#src/commands/hash-lists.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'

export function TakeAwayList({
  projectId,
  list: { hashListId, name, state, createdBy },
  onClose,
}: {
  readonly projectId: number
  readonly list: HashList
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <DeleteDialog
      title={`Take away ${name}?`}
      act="Take the list away"
      onDelete={() => run(removeHashList({ projectId, hashListId, name }))}
      onClose={onClose}
    >
      <p>
        {state === 'uploading'
          ? `What has come of it is deleted. Where ${createdBy} is uploading it just now, that ends.`
          : 'No processing has used it. To use it later, its file has to be uploaded again.'}
      </p>
    </DeleteDialog>
  )
}
