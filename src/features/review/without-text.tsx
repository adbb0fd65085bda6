/** Beside what a search has found: how many documents its words could not find, and the way to them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { searchAll } from '../../commands/review-list.ts'
import { counted, number } from '../ui/format.ts'
import { Tooltip } from '../ui/tooltip.tsx'

export function WithoutText({ count }: { readonly count: number }): ReactElement {
  const run = useUnit(dispatch)
  const one = count === 1
  return (
    <Tooltip
      text={`${counted(count, 'document')} of the project ${one ? 'has' : 'have'} no text: ${one ? 'it was' : 'they were'} searched by ${one ? 'its' : 'their'} fields only. Press to list ${one ? 'it' : 'them'}.`}
    >
      <chakra.button
        type="button"
        color="accentInk"
        textDecoration="underline"
        flexShrink={0}
        // They are counted in the whole project, whatever this search was narrowed to.
        onClick={() => run(searchAll('Has_Text:No'))}
      >
        {number(count)} without text
      </chakra.button>
    </Tooltip>
  )
}
