/** How many exceptions are open, and how many are resolved: the same wherever they are counted. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { number } from '../ui/format.ts'
import type { StatItem } from '../ui/page.tsx'
import type { Sum } from './figures.ts'

/** In a cell of a table. */
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

/** Among figures; `note` is said besides. */
export const exceptionStat = (sum: Sum, note?: ReactNode): StatItem => ({
  label: 'Open exceptions',
  value: number(sum.openExceptions),
  note:
    sum.openExceptions === sum.exceptions ? (
      note
    ) : (
      <>
        {resolvedOf(sum)}
        {note !== undefined && <> · {note}</>}
      </>
    ),
})

/** How many something was done about. */
export const resolvedOf = ({ exceptions, openExceptions }: Sum): string =>
  `${number(exceptions - openExceptions)} resolved`
