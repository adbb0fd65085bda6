import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { property as test } from '#tests/runs.ts'
import { narrowedBy, widenedBy } from './narrow.ts'

const clause = 'Email_Keyword_Hits is "merger AND ""the board"""'
const fields = [{ name: 'Email_Keyword_Hits', kind: 'keyword' }] as const
const read = (query: string) => {
  const found = parse(query, { fields, noise: new Set<string>(), precedence: 'standard' })
  if (!found.ok || found.tree === null) throw new Error(query)
  return { reading: print(found.tree), includeFamily: found.includeFamily }
}

test('is read as both, whatever stands in the query and at its end', () => {
  const queries = fc.constantFrom('well', 'oil OR price', '(a1 OR b1) AND c1', 'NOT oil', '"of the" AND oil')
  fc.assert(
    fc.property(
      queries,
      fc.constantFrom('', ' Include_Family true', ' include_family:true'),
      (query, tail) => {
        const narrowed = read(narrowedBy(query + tail, clause))
        expect(narrowed).toEqual(read(`(${query}) AND ${clause}${tail}`))
        expect(widenedBy(narrowedBy(query + tail, clause), clause)).toBe(query + tail)
      },
    ),
  )
})

it('asks for the condition alone where nothing was asked', () => {
  expect(narrowedBy('', clause)).toBe(clause)
  expect(widenedBy(clause, clause)).toBe('')
  expect(widenedBy('oil', clause)).toBeNull()
  expect(widenedBy(`(oil) AND ${clause} OR price`, clause)).toBeNull()
})
