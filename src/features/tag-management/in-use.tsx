/** Why a category cannot be deleted yet. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ManagedTag } from '#contracts/tag-management.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'

export function InUse({
  name,
  used,
  onClose,
}: {
  readonly name: string
  readonly used: readonly ManagedTag[]
  readonly onClose: () => void
}): ReactElement {
  return (
    <Dialog
      open
      title={`${name} is in use`}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Keep the category
        </Button>
      }
    >
      <p>Documents have these of its tags. Merge them into tags of other categories first, or delete them.</p>
      <chakra.ul pl="4" listStyleType="disc">
        {used.map((tag) => (
          <li key={tag.tagId}>
            {tag.name}: {counted(tag.documents + tag.outside, 'document')}
          </li>
        ))}
      </chakra.ul>
    </Dialog>
  )
}
