import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { estimate, signatureOf } from './min-hash.ts'
import { defaultOptions, NearDuplicates } from './near-duplicates.ts'
import { shinglesOf, similarity, wordsOf } from './shingles.ts'

const group = async (texts: Readonly<Record<number, string>>, options = defaultOptions) => {
  const all = new NearDuplicates(options)
  for (const [id, text] of Object.entries(texts)) all.add(Number(id), text)
  return await all.groups(async (id) => texts[id] ?? '')
}
const like = (a: string, b: string) => similarity(shinglesOf(wordsOf(a)), shinglesOf(wordsOf(b)))

const letter = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ')
/** With the words from `from` on exchanged, `count` of them. */
const changed = (from: number, count: number) =>
  letter
    .split(' ')
    .map((word, at) => (at >= from && at < from + count ? `other${at}` : word))
    .join(' ')

describe('shingles', () => {
  it('of two short sentences with one word changed have four of ten in common', () => {
    const one = 'The quick settlement offer expires on Friday at noon'
    expect(like(one, one.replace('Friday', 'Monday'))).toBeCloseTo(0.4)
  })

  it('do not see case, punctuation and white space', () => {
    expect(like('Prices, again: “up” by 4!', 'prices  AGAIN up\nby 4')).toBe(1)
  })

  it('of writing without spaces are of its signs', () => {
    expect(wordsOf('価格は上がる OK')).toEqual(['価', '格', 'は', '上', 'が', 'る', 'ok'])
  })

  it('are as alike as a signature estimates, within a few standard errors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), fc.integer({ min: 0, max: 200 }), (from, count) => {
        const [a, b] = [shinglesOf(wordsOf(letter)), shinglesOf(wordsOf(changed(from, count)))]
        const exact = similarity(a, b)
        const error = Math.sqrt((exact * (1 - exact)) / 128)
        expect(Math.abs(estimate(signatureOf(a), signatureOf(b)) - exact)).toBeLessThanOrEqual(
          5 * error + 0.02,
        )
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('near-duplicates', () => {
  it('are grouped around the longest, with the percentage that they have in common with it', async () => {
    const texts = { 1: changed(50, 2), 2: `${letter} one more`, 3: letter, 4: changed(0, 100) }
    expect(await group(texts)).toEqual([
      { id: 2, principal: 2, similarity: 100 },
      { id: 1, principal: 2, similarity: Math.floor(like(texts[1], texts[2]) * 100) },
      { id: 3, principal: 2, similarity: Math.floor(like(texts[3], texts[2]) * 100) },
    ])
  })

  it('of few words are alike by chance and not grouped', async () => {
    expect(await group({ 1: 'Please see the attached.', 2: 'Please see the attached.' })).toEqual([])
  })

  it('of the same words are 100 % alike, of all others less', async () => {
    const [, same] = await group({ 1: letter, 2: letter.toUpperCase() })
    expect(same).toEqual({ id: 2, principal: 1, similarity: 100 })
    const long = Array.from({ length: 2000 }, (_, n) => `w${n}`).join(' ')
    const [, almost] = await group({ 1: long, 2: long.replace('w1000', 'x') })
    expect(almost?.similarity).toBe(99)
  })

  it('come out the same in whatever order they are given, each in one group, none below the minimum', async () => {
    const pool = Array.from({ length: 24 }, (_, n) => changed((n * 37) % 200, [0, 1, 3, 8, 40][n % 5] ?? 0))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...pool.keys()], { minLength: 2 }), async (ids) => {
        const texts = Object.fromEntries(ids.map((id) => [id, pool[id] ?? '']))
        const forward = await group(texts)
        const all = new NearDuplicates()
        for (const id of ids) all.add(id, texts[id] ?? '')
        expect(await all.groups(async (id) => texts[id] ?? '')).toEqual(forward)
        expect(new Set(forward.map(({ id }) => id)).size).toBe(forward.length)
        for (const { id, principal, similarity: percent } of forward) {
          expect(percent).toBe(Math.floor(like(texts[id] ?? '', texts[principal] ?? '') * 100))
          expect(percent).toBeGreaterThanOrEqual(90)
        }
      }),
      { numRuns: runs(40) },
    )
  })
})
