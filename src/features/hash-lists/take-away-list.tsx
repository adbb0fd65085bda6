/** Asks before a list of known files goes. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { HashList } from '#contracts/hash-lists.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeHashList } from '#src/commands/hash-lists.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

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
    <Dialog
      open
      title={`Take away ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            onClick={() => {
              run(removeHashList({ projectId, hashListId, name }))
              onClose()
            }}
          >
            Take the list away
          </Button>
        </>
      }
    >
      <p>
        {state === 'uploading'
          ? `What has come of it is deleted. Where ${createdBy} is uploading it just now, that ends.`
          : 'No processing has used it. To use it later, its file has to be uploaded again.'}
      </p>
    </Dialog>
  )
}
