/** The filter object as a part of a query: any of the values of one list, and all lists together. */
import {
  type DateChoice,
  type DateOperator,
  type DocumentFilter,
  filterDates,
  filterLists,
  filterNumbers,
  type ListChoice,
  type NumberChoice,
} from '#contracts/filter.ts'
import { group, negate } from '#query/build.ts'
import { dateFault, dateMessages, readDay, startOfDay } from '#query/dates.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import { ApiError } from '../../platform/http/error.ts'

/** The query that finds what the filter lets through; `null` where it asks for nothing. */
export function filterTree(filter: DocumentFilter): Node | null {
  const parts: Node[] = []
  const add = (part: Node | null): void => {
    if (part !== null) parts.push(part)
  }
  for (const [member, field] of Object.entries(filterLists))
    add(listed(field, filter[member as keyof typeof filterLists]))
  for (const [member, field] of Object.entries(filterNumbers))
    add(counted(field, filter[member as keyof typeof filterNumbers]))
  for (const [member, field] of Object.entries(filterDates))
    add(dated(field, filter[member as keyof typeof filterDates]))
  if (typeof filter.isDuplicate === 'boolean')
    add(tested('Is_Duplicate', { op: 'is', value: filter.isDuplicate ? 'Yes' : 'No' }))
  return parts.length === 0 ? null : group('and', parts)
}

const tested = (field: string, test: FieldTest): Node => ({ kind: 'field', field, test })

function listed(field: string, choice: ListChoice | undefined): Node | null {
  if (choice === undefined) return null
  const values = choice.values.map((value) => tested(field, { op: 'is', value }))
  return chosen(field, values.length === 0 ? null : group('or', values), choice)
}

function counted(field: string, choice: NumberChoice | undefined): Node | null {
  if (choice === undefined) return null
  const { operator, value, to } = choice
  if (value === null) return chosen(field, null, choice)
  if (operator !== 'between')
    return chosen(field, tested(field, { op: 'compare', sign: operator, value }), choice)
  if (to === undefined || to < value)
    throw invalid(field, 'Give two numbers, the first not larger than the second.')
  const least = tested(field, { op: 'compare', sign: '>=', value })
  const most = tested(field, { op: 'compare', sign: '<=', value: to })
  return chosen(field, group('and', [least, most]), choice)
}

/** What was chosen or all but that, and what is empty, as the flags say. */
function chosen(
  field: string,
  choice: Node | null,
  flags: Pick<ListChoice, 'includeNull' | 'includeSelections'>,
) {
  const parts: Node[] = []
  if (choice !== null)
    parts.push(
      flags.includeSelections ? choice : group('and', [tested(field, { op: 'isNotNull' }), negate(choice)]),
    )
  if (flags.includeNull) parts.push(tested(field, { op: 'isNull' }))
  return parts.length === 0 ? null : group('or', parts)
}

const dateOps = {
  On: 'on',
  After: 'after',
  'After/On': 'afterOn',
  Before: 'before',
  'Before/On': 'beforeOn',
} as const satisfies Partial<Record<DateOperator, string>>

/** As with any filter by date: without the days that its operator asks for it is not active. */
function dated(field: string, choice: DateChoice | undefined): Node | null {
  if (choice === undefined) return null
  const { operator, start, end } = choice
  if (operator === 'Is Null') return tested(field, { op: 'isNull' })
  if (operator === 'Is Not Null') return tested(field, { op: 'isNotNull' })
  if (start === null) return null
  requireDate(field, start)
  if (operator !== 'Between') return tested(field, { op: dateOps[operator], date: start })
  if (end === null) return null
  requireDate(field, end)
  if (dayOf(start) > dayOf(end)) throw invalid(field, dateMessages.order)
  return tested(field, { op: 'between', from: start, to: end })
}

function requireDate(field: string, text: string): void {
  const fault = dateFault(text)
  if (fault !== null) throw invalid(field, dateMessages[fault])
}

function dayOf(text: string): number {
  const day = readDay(text)
  return day === null ? Number.NaN : startOfDay(day, 'UTC')
}

const invalid = (field: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: field })
