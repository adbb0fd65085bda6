/** Above the search, while it looks inside a saved search: which one, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { savedSearches } from '#src/reads/saved-searches.ts'
import { $list } from '#src/stores/review.ts'
import { ListStrip } from '../review/list-strip.tsx'
import { useRead } from '../ui/answer.ts'

export function InsideStrip(): ReactElement | null {
  const list = useUnit($list)
  const { value } = useRead(savedSearches, {}, { once: true })
  const within = list?.query.type === 'savedSearch' ? list.query.objectId : null
  if (within === null) return null
  const name = value?.find(({ savedSearchId }) => savedSearchId === within)?.name
  return (
    <ListStrip label="Saved search in the list" icon="saved">
      <chakra.span flex="1" minWidth="0" truncate title={name}>
        Inside <chakra.span fontWeight={600}>{name ?? 'a saved search'}</chakra.span>
      </chakra.span>
    </ListStrip>
  )
}
