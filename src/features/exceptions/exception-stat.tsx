/** How many exceptions are open, and how many are resolved, among figures. */
import type { ReactNode } from 'react'
import { number } from '../ui/format.ts'
import type { StatItem } from '../ui/page.tsx'
import type { Sum } from './figures.ts'

/** `note` is said besides. */
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
