import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { property as test } from '#tests/runs.ts'
import { askable, type Days, readDays } from './days.ts'
import { choiceOf, narrowedIn, queryOf, withChoice, withoutChoices, withValue } from './narrowing.ts'

const fields = [
  { name: 'Custodian', kind: 'text' },
  { name: 'Domains', kind: 'keyword' },
  { name: 'Parent_Date', kind: 'instant' },
] as const
const read = (query: string, precedence: 'standard' | 'dtsearch') => {
  const found = parse(query, { fields, noise: new Set<string>(), precedence })
  if (!found.ok) throw new Error(`${query}: ${found.fault.message}`)
  return {
    reading: found.tree === null ? '' : print(found.tree),
    includeFamily: found.includeFamily,
    also: found.also,
  }
}

/** Whatever mail and people put into fields: quotes, brackets, operators, guillemets. */
const value = fc
  .oneof(
    fc.constantFrom(
      'A',
      'O\u2019Brien "Bo"',
      ') OR (x',
      'a AND b',
      '\u00ableft',
      '\u201cboth\u201d',
      '[1 TO 2]',
      '""',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .filter((text) => text.trim() !== '')
const choice = fc.record({
  values: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  none: fc.boolean(),
  excluded: fc.boolean(),
})
const days: fc.Arbitrary<Days> = fc.constantFrom(
  { start: '05/01/2001', end: '06/30/2001' },
  { start: '01/01/2002', end: '01/01/2002' },
)
const typedQuery = fc.constantFrom(
  ...[
    '',
    'well',
    'oil OR price',
    '(a1 OR b1) AND c1',
    '(a1) OR (b1)',
    '(a1) AND (b1)',
    'NOT oil',
    '"of the" AND oil',
  ],
  ...['oil OR Custodian is "A"', 'a1 w/3 b1', 'Custodian contains (lee OR wu)'],
)

test('choices are clauses that are read as both, and are found again, whatever is typed and chosen', () => {
  fc.assert(
    fc.property(
      ...([
        typedQuery,
        fc.constantFrom(
          ...['', 'Include_Family true', 'include_family:true', 'Include_Family false'],
          'Include_Threads true include_duplicates:true Include_Family true',
        ),
        choice,
        days,
      ] as const),
      fc.constantFrom('standard' as const, 'dtsearch' as const),
      (typed, option, custodian, dates, precedence) => {
        const begun = narrowedIn(`${typed} ${option}`.trim())
        expect(begun).toEqual({ typed, choices: [], option })
        const narrowed = withChoice(withChoice(begun, 'Custodian', custodian), 'Parent_Date', { days: dates })
        const query = queryOf(narrowed)
        const straight = custodian.values.map((one) => one.replace(/[\u201c\u201d\u201e\u201f]/g, '"'))
        const again = narrowedIn(query)
        expect(
          choiceOf(again, 'custodian').values.map((one) => one.replace(/[\u2018-\u201b]/g, "'")),
        ).toEqual(straight.map((one) => one.replace(/[\u2018-\u201b]/g, "'")))
        expect(choiceOf(again, 'Custodian')).toMatchObject({
          none: custodian.none,
          excluded: custodian.excluded,
        })
        expect(choiceOf(again, 'Parent_Date').days).toEqual(dates)
        expect(queryOf(again)).toBe(query)
        const clause = queryOf({ typed: '', choices: narrowed.choices, option: '' })
        const whole = typed === '' ? clause : `(${typed}) AND ${clause}`
        expect(read(query, precedence)).toEqual(read(`${whole} ${option}`.trim(), precedence))
        expect(read(queryOf(withoutChoices(again)), precedence)).toEqual(
          read(`${typed} ${option}`.trim(), precedence),
        )
      },
    ),
  )
})

it('takes a value in and out, and leaves what was typed by hand', () => {
  const chosen = withValue(withValue(narrowedIn('oil price'), 'Domains', 'a.example'), 'Domains', 'b.example')
  expect(queryOf(chosen)).toBe('(oil price) AND (Domains is "a.example" OR Domains is "b.example")')
  const one = withValue(narrowedIn(queryOf(chosen)), 'Domains', 'a.example')
  expect(queryOf(one)).toBe('(oil price) AND Domains is "b.example"')
  expect(queryOf(withValue(one, 'Domains', 'b.example'))).toBe('oil price')
  const excluded = withChoice(narrowedIn(''), 'Custodian', { none: true, excluded: true })
  expect(queryOf(excluded)).toBe('NOT (Custodian is null)')
  // Typed by a person, in other capitals: a choice too.
  expect(choiceOf(narrowedIn('oil and not custodian is "A"'), 'Custodian')).toMatchObject({
    values: ['A'],
    excluded: true,
  })
  // OR reaches over it: it is not about all of the query.
  expect(narrowedIn('oil OR well AND Custodian is "A"').choices).toEqual([])
})

it('asks for days that there are, in their order and within the years of the language', () => {
  expect(readDays({ start: ' 1/5/2024', end: '02/9/2024' })).toEqual({
    start: '01/05/2024',
    end: '02/09/2024',
  })
  expect(readDays({ start: '13/40/2024', end: '01/01/2024' })).toMatchObject({ at: 'start' })
  expect(readDays({ start: '01/01/2024', end: '01/01/2051' })).toMatchObject({ at: 'end' })
  expect(readDays({ start: '01/02/2024', end: '12/31/2023' })).toMatchObject({ at: 'end' })
  expect(readDays({ start: 'May', end: '' })).toMatchObject({ at: 'start' })
  expect(askable({ start: '01/01/1904', end: '10/31/2001' })).toEqual({
    start: '01/01/1970',
    end: '10/31/2001',
  })
  expect(askable({ start: '01/01/1904', end: '12/31/1969' })).toBeNull()
})
