/** Above the search, while it looks inside a saved search: which one, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { savedSearches } from '#src/reads/saved-searches.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function InsideStrip(): ReactElement | null {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const { value } = useRead(savedSearches, {}, { once: true })
  const within = list?.query.type === 'savedSearch' ? list.query.objectId : null
  if (within === null) return null
  const name = value?.find(({ savedSearchId }) => savedSearchId === within)?.name
  return (
    <chakra.div
      role="group"
      aria-label="Saved search in the list"
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="32px"
      pl="3"
      pr="1"
      fontSize="sm"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.span color="accentInk" display="inline-flex">
        <Icon name="saved" size={14} />
      </chakra.span>
      <chakra.span flex="1" minWidth="0" truncate title={name}>
        Inside <chakra.span fontWeight={600}>{name ?? 'a saved search'}</chakra.span>
      </chakra.span>
      <Button
        size="sm"
        look="quiet"
        onClick={() => run(search({ queryString: '', batchId: null, openAt: 0 }))}
      >
        All documents
      </Button>
    </chakra.div>
  )
}
