/** How many exceptions are open, and how many are resolved, in a cell of a table. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { number } from '../ui/format.ts'
import { resolvedOf } from './exception-stat.tsx'
import type { Sum } from './figures.ts'

export function OpenCount({ exceptions, openExceptions }: Sum): ReactElement {
  return (
    <>
      <chakra.span color={openExceptions === 0 ? 'faint' : 'attentionInk'}>
        {number(openExceptions)}
      </chakra.span>
      {openExceptions < exceptions && (
        <chakra.div fontSize="xs" color="faint">
          {resolvedOf({ exceptions, openExceptions })}
        </chakra.div>
      )}
    </>
  )
}
