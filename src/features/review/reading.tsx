import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { widenedWords } from '#contracts/widened.ts'
import type { ListState } from '../../stores/review.ts'

/** The query as it was read, fully bracketed, and what should be known about it. */
export function Reading({ list }: { readonly list: ListState }): ReactElement {
  const beside = list.widened === undefined ? '' : `, and their ${widenedWords(list.widened)}`
  return (
    <chakra.div fontSize="xs" color="faint" pt="1">
      {list.reading !== '' && (
        <chakra.p truncate title={`Interpreted as ${list.reading}${beside}`}>
          Interpreted as <chakra.code fontFamily="mono">{list.reading}</chakra.code>
          {beside}
        </chakra.p>
      )}
      {list.notes.map((note) => (
        <chakra.p key={`${note.code}${note.message}`} color="attentionInk">
          {note.message}
        </chakra.p>
      ))}
    </chakra.div>
  )
}
