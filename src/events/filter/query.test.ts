import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { runs } from '#tests/runs.ts'
import { allDocuments } from '../catalog/filter.ts'
import { searchOf } from './query.ts'

const fields = [
  { name: 'File_Extension', kind: 'keyword' },
  { name: 'Domains', kind: 'keyword' },
  { name: 'File_Size', kind: 'number' },
] as const
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

  it('means every value literally, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== ''),
        (value) => {
          const { queryString } = searchOf({ ...allDocuments, narrowed: { Domains: [value] } }, false)
          expect(read(queryString)).toMatchObject({ field: 'Domains', test: { op: 'is', value } })
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
