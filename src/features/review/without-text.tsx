/** Beside what a search has found: how many documents its words could not find, and the way to them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { useLeads } from '../project/leads.ts'
import { counted, number } from '../ui/format.ts'
import { Tooltip } from '../ui/tooltip.tsx'

export function WithoutText({ count }: { readonly count: number }): ReactElement {
  // They are counted in the whole project, so they are listed there, whatever this search was narrowed to.
  const lead = useLeads().documents('Has_Text:No')
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
        onClick={lead?.onGo}
      >
        {number(count)} without text
      </chakra.button>
    </Tooltip>
  )
}
