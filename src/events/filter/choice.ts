/** What a click makes of the choice. Pure: each answers the choice as it then is. */

import {
  type ChosenDocuments,
  type DateChoice,
  type DocumentFilter,
  fieldsChosen,
  filterDates,
  filterLists,
  filterNumbers,
  type ListChoice,
  type NumberChoice,
} from '#contracts/filter.ts'

export type FilterList = keyof typeof filterLists
export type FilterNumber = keyof typeof filterNumbers
export type FilterDate = keyof typeof filterDates

const lists = Object.entries(filterLists) as readonly (readonly [FilterList, string])[]
/** The list of the filter that is about a field; null where the query asks for it. */
export const listOfField = (field: string): FilterList | null =>
  lists.find(([, of]) => of === field)?.[0] ?? null

const emptyList: ListChoice = { values: [], includeNull: false, includeSelections: true }
export const emptyNumber: NumberChoice = {
  operator: '=',
  value: null,
  includeNull: false,
  includeSelections: true,
}

/** With a member of the filter changed; undefined takes it away. */
export function withMember<K extends keyof DocumentFilter>(
  of: ChosenDocuments,
  member: K,
  value: DocumentFilter[K] | undefined,
): ChosenDocuments {
  const { [member]: _, ...others } = of.filter
  return { ...of, filter: value === undefined ? others : { ...others, [member]: value } }
}

export const listIn = (of: ChosenDocuments, list: FilterList): ListChoice => of.filter[list] ?? emptyList

/** A list that asks for nothing is none. */
export function withList(
  of: ChosenDocuments,
  list: FilterList,
  change: Partial<ListChoice>,
): ChosenDocuments {
  const next = { ...listIn(of, list), ...change }
  const asks = next.values.length > 0 || next.includeNull
  return withMember(of, list, asks ? next : undefined)
}

export const withNumber = (of: ChosenDocuments, member: FilterNumber, next: NumberChoice): ChosenDocuments =>
  withMember(of, member, next.value === null && !next.includeNull ? undefined : next)

export const withDates = (
  of: ChosenDocuments,
  member: FilterDate,
  dates: DateChoice | null,
): ChosenDocuments => withMember(of, member, dates ?? undefined)

/** What is chosen of a field. */
export function chosenOf(of: ChosenDocuments, field: string): readonly string[] {
  const list = listOfField(field)
  if (list !== null) return listIn(of, list).values
  if (field === 'Is_Duplicate') {
    const { isDuplicate } = of.filter
    return typeof isDuplicate === 'boolean' ? [isDuplicate ? 'Yes' : 'No'] : []
  }
  return of.narrowed[field] ?? []
}

/** Chooses a value of a field, or puts it back. */
export function toggled(of: ChosenDocuments, field: string, value: string): ChosenDocuments {
  const chosen = chosenOf(of, field)
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  const list = listOfField(field)
  if (list !== null) return withList(of, list, { values: next })
  if (field === 'Is_Duplicate')
    return withMember(of, 'isDuplicate', next.includes(value) ? value === 'Yes' : undefined)
  return withNarrowed(of, field, next)
}

/** What a bar is about is chosen, or put back; where all but some values were asked for, it alone is asked for. */
export function clicked(of: ChosenDocuments, field: string, value: string): ChosenDocuments {
  const list = listOfField(field)
  const isTurned = list !== null && !listIn(of, list).includeSelections
  return isTurned ? toggled(withoutField(of, field), field, value) : toggled(of, field, value)
}

/** A value of a field; null stands for having none. */
type ValueOf = readonly [field: string, value: string | null]

/**
 * Among the documents that are chosen those that have both values, whatever was asked of these fields before; null where the
 * filter cannot ask that.
 */
export function crossed(of: ChosenDocuments, one: ValueOf, other: ValueOf): ChosenDocuments | null {
  // A list asks for any of its values.
  if (one[0] === other[0] && one[1] !== other[1]) return null
  const first = withOnly(of, one)
  return first === null ? null : withOnly(first, other)
}

function withOnly(of: ChosenDocuments, [field, value]: ValueOf): ChosenDocuments | null {
  const rest = withoutField(of, field)
  if (value !== null) return toggled(rest, field, value)
  const list = listOfField(field)
  return list === null ? null : withList(rest, list, { includeNull: true })
}

function withNarrowed(of: ChosenDocuments, field: string, values: readonly string[]): ChosenDocuments {
  const { [field]: _, ...others } = of.narrowed
  return { ...of, narrowed: values.length === 0 ? others : { ...others, [field]: [...values] } }
}

const numbers = Object.entries(filterNumbers) as readonly (readonly [FilterNumber, string])[]
const dates = Object.entries(filterDates) as readonly (readonly [FilterDate, string])[]

/** The number or the date of the filter that is about a field; null where it has none. */
export const numberOfField = (field: string): FilterNumber | null =>
  numbers.find(([, about]) => about === field)?.[0] ?? null
export const dateOfField = (field: string): FilterDate | null =>
  dates.find(([, about]) => about === field)?.[0] ?? null

/** Without anything that is chosen of a field. */
export function withoutField(of: ChosenDocuments, field: string): ChosenDocuments {
  const list = listOfField(field)
  if (list !== null) return withMember(of, list, undefined)
  const number = numberOfField(field)
  if (number !== null) return withMember(of, number, undefined)
  const date = dateOfField(field)
  if (date !== null) return withMember(of, date, undefined)
  if (field === 'Is_Duplicate') return withMember(of, 'isDuplicate', undefined)
  return withNarrowed(of, field, [])
}

/** Without anything that is chosen of these fields, or shown by them. */
export function withoutFields(of: ChosenDocuments, fields: readonly string[]): ChosenDocuments {
  const rest = fields.reduce(withoutField, of)
  return (['groupBy', 'pivotOn'] as const).reduce(
    (left, member) =>
      fields.includes(left.filter[member] ?? '') ? withMember(left, member, undefined) : left,
    rest,
  )
}

/** Nothing is asked of documents: all are meant. */
export const isAll = (of: ChosenDocuments): boolean => of.query.trim() === '' && fieldsChosen(of).length === 0

/** Everything, shown as it is shown now. */
export const cleared = ({ filter }: ChosenDocuments): ChosenDocuments => {
  const { groupBy, pivotOn, hiddenFileInfo, hiddenFileStatus, hiddenEmailInfo } = filter
  const shown = { groupBy, pivotOn, hiddenFileInfo, hiddenFileStatus, hiddenEmailInfo }
  const kept = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
  return { query: '', filter: kept, narrowed: {} }
}

/** All documents with one value of a field. */
export const only = (of: ChosenDocuments, field: string, value: string): ChosenDocuments =>
  toggled(cleared(of), field, value)
