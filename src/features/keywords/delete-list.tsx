/** Asks before a list goes that others may filter by. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { KeywordList } from '#contracts/keywords.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteKeywordList } from '#src/commands/keywords.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { counted } from '../ui/format.ts'

export function DeleteList({
  list: { keywordListId, version, name, terms },
  onClose,
}: {
  readonly list: KeywordList
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      act="Delete the list"
      onDelete={() => run(deleteKeywordList({ keywordListId, version, name }))}
      onClose={onClose}
    >
      <p>
        {counted(terms.length, 'term')} can then no longer be chosen, unless another list has them too. No
        document is changed by it.
      </p>
      <chakra.p color="muted">The record keeps what the list was.</chakra.p>
    </DeleteDialog>
  )
}
