import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldMatches } from '#query/evaluate.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { runs, property as test } from '#tests/runs.ts'
import { allDocuments } from '../catalog/filter.ts'
import { searchOf } from './query.ts'

const fields = [
  { name: 'File_Extension', kind: 'keyword' },
  { name: 'Domains', kind: 'keyword' },
  { name: 'File_Size', kind: 'number' },
] as const
/** Quotes of programs for writing, which queries are read without, are in names and titles. */
const written = fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom(...'“”„‟‘’‚‛"\''))
const read = (text: string) => {
  const found = parse(text, { fields, noise: new Set<string>(), precedence: 'standard' })
  if (!found.ok) throw new Error(found.fault.message)
  return found.tree
}

describe('a choice as a search', () => {
  it('says what is typed as it is typed', () => {
    expect(searchOf({ ...allDocuments, query: 'well OR price' }, true)).toEqual({
      queryString: 'well OR price',
      includeFamily: true,
      objectId: null,
      type: null,
    })
  })

  it('takes any value of a field, and all fields together with what is typed', () => {
    const { queryString } = searchOf(
      {
        query: 'well OR price',
        filter: {},
        narrowed: { File_Extension: ['eml', 'txt'], File_Size: ['1000'] },
      },
      false,
    )
    const tree = read(queryString)
    expect(tree && print(tree)).toBe(
      '(well OR price) AND (File_Extension is "eml" OR File_Extension is "txt") AND File_Size >= 1000 AND File_Size <= 9999',
    )
  })

  test('means every value literally, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: written, minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== ''),
        (value) => {
          const { queryString } = searchOf({ ...allDocuments, narrowed: { Domains: [value] } }, false)
          const asked = read(queryString)
          if (asked?.kind !== 'field' || asked.field !== 'Domains') throw new Error(queryString)
          expect(fieldMatches(asked.test, [value], 'UTC')).toBe(true)
          // What is shown of it, asked again, is the same question.
          expect(read(print(asked))).toEqual(asked)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
