/** The filter object: what its query finds is what the filter says, looked at document by document. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type DateChoice,
  type DocumentFilter,
  dateOperators,
  documentFilter,
  filterDates,
  filterLists,
  filterNumbers,
  type ListChoice,
  type NumberChoice,
  numberOperators,
} from '#contracts/filter.ts'
import { evaluate, type Value } from '#query/evaluate.ts'
import { defaultNoise } from '#query/noise.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { readStream } from '#query/stream.ts'
import { filterTree } from '#server/review/search/filter.ts'
import { runs, property as test } from '#tests/runs.ts'

type Doc = Readonly<Record<string, readonly Value[]>>

const listFields = Object.values(filterLists)
const numberFields = Object.values(filterNumbers)
const dateFields = Object.values(filterDates)
const value = fc.constantFrom('Rivera', 'rivera', 'Chen, "Li"', 'Filtered Out', '', 'AND')
const chosenValue = value.filter((text) => text !== '')
const count = fc.integer({ min: 0, max: 6 })
/** Noon in UTC is the same day in the zone that the filter is asked in. */
const dayAt = (day: number): number => Date.UTC(2021, 2, 10 + day, 12)
const written = (day: number): string => `03/${String(10 + day).padStart(2, '0')}/2021`
const day = fc.integer({ min: 0, max: 9 })

const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 })
const randomDoc: fc.Arbitrary<Doc> = fc.record({
  ...Object.fromEntries(listFields.map((field) => [field, few(chosenValue)])),
  ...Object.fromEntries(numberFields.map((field) => [field, fc.array(count, { maxLength: 1 })])),
  ...Object.fromEntries(dateFields.map((field) => [field, fc.array(day.map(dayAt), { maxLength: 1 })])),
  Is_Duplicate: fc.constantFrom(['Yes'], ['No']),
})

const flags = { includeNull: fc.boolean(), includeSelections: fc.boolean() }
const listChoice = fc.record({ values: few(chosenValue), ...flags })
const numberChoice = fc
  .record({ operator: fc.constantFrom(...numberOperators), value: fc.option(count), more: count, ...flags })
  .map(
    ({ more, ...choice }): NumberChoice => ({
      ...choice,
      ...(choice.operator === 'between' && choice.value !== null ? { to: choice.value + more } : {}),
    }),
  )
const dateChoice = fc
  .record({ operator: fc.constantFrom(...dateOperators), start: fc.option(day), more: fc.option(day) })
  .map(({ operator, start, more }) => ({
    operator,
    start: start === null ? null : written(start),
    end: start === null || more === null ? null : written(Math.min(9, start + more)),
  }))
const wholeFilter = fc.record(
  {
    ...Object.fromEntries(Object.keys(filterLists).map((member) => [member, listChoice])),
    ...Object.fromEntries(Object.keys(filterNumbers).map((member) => [member, numberChoice])),
    ...Object.fromEntries(Object.keys(filterDates).map((member) => [member, dateChoice])),
    isDuplicate: fc.option(fc.boolean()),
    groupBy: fc.constantFrom('Custodian', null),
    pivotOn: fc.constantFrom('Record_Type', null),
    hiddenFileInfo: fc.boolean(),
    hiddenFileStatus: fc.boolean(),
    hiddenEmailInfo: fc.boolean(),
  },
  { noNullPrototype: true },
)
/** A few members at a time, so that some documents pass. */
const randomFilter = fc
  .tuple(wholeFilter, fc.subarray([...Object.keys(documentFilter.shape)], { minLength: 1, maxLength: 3 }))
  .map(([filter, members]) =>
    Object.fromEntries(Object.entries(filter).filter(([key]) => members.includes(key))),
  )

/** Whether one part lets the document through; a part without a choice asks for nothing. */
function passes(
  values: readonly Value[],
  isSet: boolean,
  isChosen: boolean,
  { includeNull, includeSelections }: Pick<ListChoice, 'includeNull' | 'includeSelections'>,
): boolean {
  if (!isSet) return !includeNull || values.length === 0
  if (values.length === 0) return includeNull
  return isChosen === includeSelections
}

const compared = (n: number, { operator, value, to }: NumberChoice): boolean => {
  const least = value ?? 0
  if (operator === 'between') return n >= least && n <= (to ?? least)
  return { '=': n === least, '<': n < least, '<=': n <= least, '>': n > least, '>=': n >= least }[operator]
}

/** Days of the same month and year, as they are written, are in the order of their text. */
function onDay(at: Value | undefined, { operator, start, end }: DateChoice): boolean {
  if (operator === 'Is Null') return at === undefined
  if (operator === 'Is Not Null') return at !== undefined
  if (start === null || (operator === 'Between' && end === null)) return true
  if (at === undefined) return false
  const own = written((Number(at) - dayAt(0)) / 86_400_000)
  return {
    On: own === start,
    After: own > start,
    'After/On': own >= start,
    Before: own < start,
    'Before/On': own <= start,
    Between: own >= start && own <= (end ?? ''),
  }[operator]
}

/** What the filter says, read member by member. */
function isMeant(doc: Doc, filter: DocumentFilter): boolean {
  const key = (text: Value): string => String(text).toLowerCase()
  const lists = Object.entries(filterLists).every(([member, field]) => {
    const choice = filter[member as keyof typeof filterLists]
    if (choice === undefined) return true
    const values = doc[field] ?? []
    const isChosen = values.some((own) => choice.values.some((one) => key(one) === key(own)))
    return passes(values, choice.values.length > 0, isChosen, choice)
  })
  const numbers = Object.entries(filterNumbers).every(([member, field]) => {
    const choice = filter[member as keyof typeof filterNumbers]
    if (choice === undefined) return true
    const values = doc[field] ?? []
    return passes(values, choice.value !== null, compared(Number(values[0]), choice), choice)
  })
  const dates = Object.entries(filterDates).every(([member, field]) => {
    const choice = filter[member as keyof typeof filterDates]
    return choice === undefined || onDay(doc[field]?.[0], choice)
  })
  const { isDuplicate = null } = filter
  return (
    lists && numbers && dates && (isDuplicate === null || (doc.Is_Duplicate?.[0] === 'Yes') === isDuplicate)
  )
}

const options = { noise: defaultNoise, zoneOf: () => 'America/New_York' }

test('[entity-filter-base] [filter-family-count] [filter-extracted-text-size] [filter-recipient-count] [filter-custodians] [filter-filterjobs] [filter-exceptions] [filter-record-types] [filter-document-states] [filter-domain-categories] [filter-email-keyword-hits] [filter-thread-inclusive] [filter-file-type-categories] [filter-parent-date] [filter-pii-likely] [filter-pii-potential] [filter-hidden-file-info] [filter-hidden-file-status] [filter-hidden-email-info] a filter is any of each list, and all lists together', () => {
  fc.assert(
    fc.property(randomFilter, fc.array(randomDoc, { minLength: 1, maxLength: 8 }), (given, docs) => {
      const filter = documentFilter.parse(given)
      const tree = filterTree(filter)
      for (const doc of docs) {
        const found =
          tree === null ||
          evaluate(tree, { text: readStream(''), values: (field) => doc[field] ?? [] }, options)
        expect({ doc, found }).toEqual({ doc, found: isMeant(doc, filter) })
      }
    }),
    { numRuns: runs(600) },
  )
})

test('is written as a query that is read as the same', () => {
  const fields = [
    ...listFields.map((name) => ({ name, kind: 'keyword' as const })),
    ...numberFields.map((name) => ({ name, kind: 'number' as const })),
    ...dateFields.map((name) => ({ name, kind: 'instant' as const })),
    { name: 'Is_Duplicate', kind: 'flag' as const },
  ]
  fc.assert(
    fc.property(randomFilter, (given) => {
      const tree = filterTree(documentFilter.parse(given))
      if (tree === null) return
      const read = parse(print(tree), { fields, noise: defaultNoise, precedence: 'standard' })
      expect(read.ok && read.tree).toEqual(tree)
    }),
    { numRuns: runs(200) },
  )
})

it('refuses what is no filter: unknown members, dates that are none, ranges that end before they begin', () => {
  expect(documentFilter.safeParse({ custodian: [] }).success).toBe(false)
  const flagged = { includeNull: false, includeSelections: true }
  const date =
    (operator: 'On' | 'Between', start: string, end: string | null = null) =>
    () =>
      filterTree({ parentDate: { operator, start, end } })
  expect(date('On', '2021-03-01')).toThrow('Enter the date as MM/DD/YYYY.')
  expect(date('On', '02/30/2021')).toThrow('There is no such day.')
  expect(date('On', '01/01/1969')).toThrow('01/01/1970 to 12/31/2050')
  expect(date('Between', '03/02/2021', '03/01/2021')).toThrow('must not be later')
  expect(() => filterTree({ familyCount: { operator: 'between', value: 3, to: 2, ...flagged } })).toThrow(
    'not larger',
  )
  const { familyCount } = documentFilter.parse({ familyCount: { value: 2, ...flagged } })
  expect(familyCount?.operator).toBe('=')
})
