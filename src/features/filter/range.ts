/** The days that are chosen, where they can be drawn. */
import type { ChosenDocuments, DateChoice } from '#contracts/filter.ts'
import type { FilterDate } from '#src/events/filter/choice.ts'
import type { DayRange } from '../charts/periods.ts'

export function rangeOf({ filter }: ChosenDocuments, member: FilterDate): DayRange | null {
  const choice = filter[member]
  if (choice === undefined) return null
  const { operator, start, end } = choice
  return operator === 'Between' && start !== null && end !== null ? { start, end } : null
}

/** Of a date: the documents that have none. */
export const undated: DateChoice = { operator: 'Is Null', start: null, end: null }
