/** The days that are chosen, where they can be drawn. */
import type { ChosenDocuments } from '#contracts/filter.ts'
import type { DayRange } from '../charts/periods.ts'

export function rangeOf({ filter: { parentDate } }: ChosenDocuments): DayRange | null {
  if (parentDate === undefined) return null
  const { operator, start, end } = parentDate
  return operator === 'Between' && start !== null && end !== null ? { start, end } : null
}
