import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { type Listed, partition, type Rules } from './partition.ts'

/** Families of these sizes, in reading order. */
const families = (...sizes: number[]): Listed[] => {
  let documentId = 0
  return sizes.flatMap((size, family) =>
    Array.from({ length: size }, (_, ordinal) => ({
      documentId: ++documentId,
      familyId: family + 1,
      ordinal,
      custodian: 'Ann',
      sortKey: String(family).padStart(6, '0'),
      ties: [],
    })),
  )
}
const sizesOf = (batches: number[][]): number[] => batches.map((batch) => batch.length)
const none = (size: number): Rules => ({ size, groupBy: 'none' })

describe('splitting into batches [assign-work-in-batches]', () => {
  it('closes a batch before a family that would make it too large', () => {
    expect(partition(families(2, 3, 1, 1), none(3))).toEqual([
      [1, 2],
      [3, 4, 5],
      [6, 7],
    ])
  })

  it('gives a family that is larger than a batch one of its own', () => {
    expect(sizesOf(partition(families(7), none(3)))).toEqual([7])
    expect(sizesOf(partition(families(1, 7, 1), none(3)))).toEqual([1, 7, 1])
  })

  it('fills batches of single documents to the last', () => {
    expect(sizesOf(partition(families(...Array<number>(10_001).fill(1)), none(10_000)))).toEqual([10_000, 1])
  })

  it('keeps custodians apart where that is asked for', () => {
    const documents = families(1, 1, 1, 1).map((one, at) => ({
      ...one,
      custodian: at % 2 === 0 ? 'Bea' : 'Ann',
    }))
    expect(partition(documents, { size: 10, groupBy: 'custodian' })).toEqual([
      [2, 4],
      [1, 3],
    ])
    expect(partition(documents, none(10))).toEqual([[1, 2, 3, 4]])
  })

  const tied = (documents: readonly Listed[], ties: Readonly<Record<number, readonly string[]>>): Listed[] =>
    documents.map((one) => ({ ...one, ties: ties[one.familyId] ?? [] }))

  it('keeps threads and near-duplicates together, where the first of them stands, and through each other', () => {
    const documents = tied(families(1, 1, 1, 1, 1), {
      1: ['thread 1'],
      3: ['alike 9'],
      4: ['thread 1', 'alike 9'],
    })
    expect(partition(documents, none(3))).toEqual([
      [1, 3, 4],
      [2, 5],
    ])
    expect(partition(documents, none(4))).toEqual([[1, 3, 4, 2], [5]])
  })

  it('parts a thread that is larger than a batch, and no family of it', () => {
    const thread = { 1: ['thread 1'], 2: ['thread 1'], 3: ['thread 1'] }
    expect(partition(tied(families(2, 2, 2), thread), none(3))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
  })

  it('ties nothing across custodians that are kept apart', () => {
    const documents = tied(families(1, 1), { 1: ['thread 1'], 2: ['thread 1'] }).map((one, at) => ({
      ...one,
      custodian: at === 0 ? 'Bea' : 'Ann',
    }))
    expect(partition(documents, { size: 10, groupBy: 'custodian' })).toEqual([[2], [1]])
  })

  it('answers nothing for nothing', () => {
    expect(partition([], none(5))).toEqual([])
  })
})

const listed = fc
  .array(
    fc.record({
      familyId: fc.integer({ min: 1, max: 12 }),
      ordinal: fc.integer({ min: 0, max: 5 }),
      custodian: fc.constantFrom('Ann', 'Bea', 'Cay'),
      sortKey: fc.constantFrom('1', '2', '3'),
      ties: fc.uniqueArray(fc.constantFrom('thread 1', 'thread 2', 'alike 1', 'alike 2'), { maxLength: 2 }),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((row, at): Listed => ({ ...row, documentId: at + 1 })))
const rules = fc.record({
  size: fc.integer({ min: 1, max: 20 }),
  groupBy: fc.constantFrom('none' as const, 'custodian' as const),
})

describe('whatever is split [assign-work-in-batches]', () => {
  test('every document is in one batch, no family is parted, no two batches could have been one', () => {
    fc.assert(
      fc.property(listed, rules, (documents, asked) => {
        const batches = partition(documents, asked)
        expect(batches.flat().sort((a, b) => a - b)).toEqual(documents.map(({ documentId }) => documentId))
        const of = new Map(documents.map((one) => [one.documentId, one]))
        const batchOf = new Map<number, number>()
        batches.forEach((batch, at) => {
          expect(batch.length).toBeGreaterThan(0)
          const inIt = new Set(batch.map((id) => of.get(id)?.familyId ?? 0))
          if (batch.length > asked.size) expect(inIt.size).toBe(1)
          for (const family of inIt) {
            expect(batchOf.get(family)).toBeUndefined()
            batchOf.set(family, at)
          }
        })
      }),
    )
  })

  test('is the same in whatever order the documents come', () => {
    fc.assert(
      fc.property(
        listed,
        rules,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (documents, asked, chance) => {
          const keyed = documents.map((one) => ({ one, at: chance.next().value as number }))
          const shuffled = keyed.sort((a, b) => a.at - b.at).map(({ one }) => one)
          expect(partition(shuffled, asked)).toEqual(partition(documents, asked))
        },
      ),
    )
  })
})
