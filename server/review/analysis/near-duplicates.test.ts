import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { Bands } from './bands.ts'
import { estimate, signatureOf } from './min-hash.ts'
import { defaultOptions, NearDuplicates } from './near-duplicates.ts'
import { shinglesOf, similarity } from './shingles.ts'
import { wordsOf } from './words.ts'

const group = async (texts: Readonly<Record<number, string>>, options = defaultOptions) => {
  const all = new NearDuplicates(options)
  for (const [id, text] of Object.entries(texts)) all.add(Number(id), text)
  return await all.groups(async (id) => texts[id] ?? '')
}
const like = (a: string, b: string) => similarity(shinglesOf(a).set, shinglesOf(b).set)

const exactly = { ...defaultOptions, minimum: 100 }

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
    // Thai, Lao, Khmer, Burmese: a sign has the marks above and below it.
    expect(wordsOf('ที่นี่ ok')).toEqual(['ที่', 'นี่', 'ok'])
    expect(wordsOf('ມື້ນີ້')).toEqual(['ມື້', 'ນີ້'])
    expect(wordsOf('សូម')).toEqual(['សូ', 'ម'])
    expect(wordsOf('မြန်မာ')).toEqual(['မြ', 'န်', 'မာ'])
  })

  it('of a text of many pieces are those of the whole', () => {
    const long = Array.from({ length: 250_000 }, (_, n) => `word${n}`)
    const whole = shinglesOf(long.join(' '))
    expect(whole.words).toBe(250_000)
    expect(whole.set.length).toBeGreaterThan(249_950)
    expect(shinglesOf(long.join('  \n'))).toEqual(whole)
  })

  test('are as alike as a signature estimates, within a few standard errors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), fc.integer({ min: 0, max: 200 }), (from, count) => {
        const [a, b] = [shinglesOf(letter).set, shinglesOf(changed(from, count)).set]
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
  afterEach(() => vi.restoreAllMocks())

  it('are grouped around the longest, with the percentage that they have in common with it', async () => {
    const texts = { 1: changed(50, 2), 2: `${letter} one more`, 3: letter, 4: changed(0, 100) }
    expect(await group(texts)).toEqual([
      { id: 2, principal: 2, similarity: 100 },
      { id: 1, principal: 2, similarity: Math.floor(like(texts[1], texts[2]) * 100) },
      { id: 3, principal: 2, similarity: Math.floor(like(texts[3], texts[2]) * 100) },
    ])
  })

  it('are looked for among a bounded number of candidates, those with most bands in common first', () => {
    const bands = new Bands(5000)
    const [common, half] = [signatureOf(shinglesOf(letter).set), signatureOf(shinglesOf(changed(0, 12)).set)]
    bands.add(half)
    for (let n = 1; n < 100; n++) bands.add(common)
    expect(bands.candidates(common).at(-1)).toBe(0)
    expect(bands.candidates(half)[0]).toBe(0)
    for (let n = 100; n < 5000; n++) bands.add(common)
    expect(bands.candidates(common)).toHaveLength(1000)
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

  it('that repeat themselves are not of the same words, and less than 100 % alike', async () => {
    expect(like(letter.repeat(2), letter.repeat(3))).toBe(1)
    const found = await group({ 1: `${letter} `.repeat(2), 2: `${letter} `.repeat(3) })
    expect(found).toEqual([
      { id: 2, principal: 2, similarity: 100 },
      { id: 1, principal: 2, similarity: 99 },
    ])
    expect(await group({ 1: `${letter} `.repeat(2), 2: `${letter} `.repeat(3) }, exactly)).toEqual([])
  })

  it('in writing without spaces are found by their signs', async () => {
    const thai = 'เราได้ดูสัญญาอีกครั้งและคิดว่าราคาสำหรับไตรมาสที่สองสูงเกินไปโปรดแจ้งให้เราทราบภายในวันศุกร์'.repeat(2)
    const other = 'บริษัทจะจัดประชุมใหญ่สามัญประจำปีในเดือนเมษายนที่กรุงเทพมหานครผู้ถือหุ้นทุกท่านเข้าร่วมได้'.repeat(2)
    const found = await group(
      { 1: thai, 2: thai.replace('สอง', 'สาม'), 3: other },
      { ...defaultOptions, minimum: 80 },
    )
    expect(found.map(({ id, principal }) => [id, principal])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('of a form letter find the one that they are most like, first or last of hundreds that are like it', async () => {
    // Each two letters have 94 % in common, and half of them a given band.
    const form = Array.from({ length: 300 }, (_, n) => `form${n}`).join(' ')
    const own = (letter: number) => Array.from({ length: 10 }, (_, n) => `own${letter}x${n}`).join(' ')
    const texts = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, `${form} ${own(n)}`]))
    for (const n of [0, 450, 899]) texts[1000 + n] = `${form} ${own(n)}`.replace(/x9$/, 'end')
    const found = await group(texts, { ...defaultOptions, minimum: 97 })
    expect(found.map(({ id, principal, similarity: percent }) => [id, principal, percent])).toEqual(
      [0, 450, 899].flatMap((n) => [
        [n, n, 100],
        [1000 + n, n, 99],
      ]),
    )
  })

  it('ask for few texts again, and for none of those that are the same', async () => {
    const asked: number[] = []
    const all = new NearDuplicates()
    const texts = Array.from({ length: 2000 }, (_, n) =>
      n < 1000 ? letter : changed(0, 200).replaceAll('other', `o${n}x`),
    )
    for (const [id, text] of texts.entries()) all.add(id, text)
    const found = await all.groups(async (id) => {
      asked.push(id)
      return texts[id] ?? ''
    })
    expect(found).toHaveLength(1000)
    expect(asked).toEqual([])
  })

  it('tell how far they are, and stop where that is refused', async () => {
    const all = new NearDuplicates()
    for (let id = 0; id < 50; id++) all.add(id, changed(id, 2))
    const told: (readonly [number, number])[] = []
    await all.groups(
      async (id) => changed(id, 2),
      async (done, total) => void told.push([done, total]),
    )
    expect(told.at(-1)).toEqual([50, 50])
    const stop = new Error('stopped')
    await expect(
      all.groups(
        async (id) => changed(id, 2),
        () => Promise.reject(stop),
      ),
    ).rejects.toBe(stop)
  })

  it('tell how far they are also within the work for one text, which has to be held against many', async () => {
    const all = new NearDuplicates({ ...defaultOptions, minimum: 97 })
    const form = Array.from({ length: 300 }, (_, n) => `form${n}`).join(' ')
    const textOf = (id: number) =>
      `${form} ${Array.from({ length: 10 }, (_, n) => `own${id}x${n}`).join(' ')}`
    for (let id = 0; id < 20; id++) all.add(id, textOf(id))
    // All that is done takes longer than anybody waits.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const told: number[] = []
    await all.groups(
      async (id) => textOf(id),
      async (done) => void told.push(done),
    )
    // Before the last text is taken up, and before it is held against each of the others.
    expect(told.filter((done) => done === 19)).toHaveLength(20)
  })

  test('come out the same in whatever order they are given, each in one group, none below the minimum', async () => {
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
