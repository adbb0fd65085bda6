import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { inBatch } from './batch.ts'
import {
  type Buckets,
  dropFrom,
  entriesOf,
  getIn,
  noBuckets,
  packState,
  putBounded,
  putIn,
} from './buckets.ts'

type Act = { readonly key: string; readonly value: number | null }
const key = fc.oneof(fc.constantFrom('a', 'b', 'document:1'), fc.string({ maxLength: 3 }))
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({ key, value: fc.option(fc.integer({ max: 3, min: 0 }), { nil: null }) }),
  { maxLength: 60 },
)
const act = (buckets: Buckets<number>, { key: name, value }: Act): Buckets<number> =>
  value === null ? dropFrom(buckets, name) : putIn(buckets, name, value)
const all = (buckets: Buckets<number>) => new Map([...entriesOf(buckets)].sort())

describe('buckets', () => {
  test('hold what a map would hold, packed or not, in a batch or not', () => {
    fc.assert(
      fc.property(acts, acts, fc.boolean(), fc.boolean(), (first, then, packed, batched) => {
        const model = new Map<string, number>()
        for (const { key: name, value } of [...first, ...then]) {
          if (value === null) model.delete(name)
          else model.set(name, value)
        }
        const run = (from: Buckets<number>, script: readonly Act[]) =>
          batched ? inBatch(() => script.reduce(act, from)) : script.reduce(act, from)
        const half = run(noBuckets, first)
        const kept = packed ? (structuredClone(packState(half)) as Buckets<number>) : half
        const before = all(kept)
        const whole = run(kept, then)
        expect(all(whole)).toEqual(new Map([...model].sort()))
        for (const [name, value] of model) expect(getIn(whole, name)).toBe(value)
        // What was there before is as it was.
        expect(all(kept)).toEqual(before)
      }),
    )
  })

  test('hold the same however often a snapshot was taken and brought back in between', () => {
    interface Note {
      readonly words: readonly string[]
      readonly about: { readonly key: string; readonly nth: number }
    }
    const word = fc.constantFrom('Responsive', 'Privileged', '~', 'line\nend')
    const note = fc.record({ key, nth: fc.nat(2), words: fc.array(word, { maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(fc.array(note, { maxLength: 12 }), { maxLength: 5 }), (scripts) => {
        const model = new Map<string, Note>()
        let buckets: Buckets<Note> = noBuckets
        for (const script of scripts) {
          for (const { key: name, nth, words } of script) {
            const value = { words, about: { key: name, nth } }
            buckets = putIn(buckets, name, value)
            model.set(name, value)
          }
          const taken = structuredClone(packState(buckets)) as Buckets<Note>
          // Here the states go on as they are, there from what was taken.
          expect(new Map(entriesOf(taken))).toEqual(model)
          expect(packState(taken)).toEqual(taken)
          if (script.length % 2 === 0) buckets = taken
        }
      }),
      { numRuns: runs(200) },
    )
  })

  test('keep what must not go and what was put in last, and are bounded in all else, packed or not', () => {
    const most = 2
    const puts = fc.array(fc.record({ key: fc.nat(6_000), stays: fc.boolean() }), {
      minLength: 1_500,
      maxLength: 2_500,
    })
    fc.assert(
      fc.property(puts, fc.nat(1_000), (script, packedAt) => {
        const isFree = (value: number) => value % 2 === 0
        const model = new Map<string, number>()
        let buckets: Buckets<number> = noBuckets
        for (const [index, { key: name, stays }] of script.entries()) {
          const value = index * 2 + (stays ? 1 : 0)
          buckets = putBounded(buckets, String(name), value, most, isFree)
          model.set(String(name), value)
          expect(getIn(buckets, String(name))).toBe(value)
          if (index === packedAt) buckets = structuredClone(packState(buckets)) as Buckets<number>
        }
        for (const [name, value] of model) if (!isFree(value)) expect(getIn(buckets, name)).toBe(value)
        for (const [name, value] of entriesOf(buckets)) expect(value).toBe(model.get(name))
        const free = [...entriesOf(buckets)].filter(([, value]) => isFree(value))
        // Of each of the 256 buckets: so many, and the one that was put in last.
        expect(free.length).toBeLessThanOrEqual(256 * (most + 1))
      }),
      { numRuns: runs(10) },
    )
  })

  it('stay the same where nothing changes', () => {
    const one = putIn(noBuckets as Buckets<number>, 'a', 1)
    expect(putIn(one, 'a', 1)).toBe(one)
    expect(dropFrom(one, 'b')).toBe(one)
    expect(all(noBuckets)).toEqual(new Map())
  })

  it('pack what a state holds of them, and nothing else', () => {
    const documents = putIn(noBuckets as Buckets<number>, 'a', 1)
    const state = { documents, rest: [1, 2], set: new Set([1]) }
    const packed = packState(state) as typeof state
    expect(packed).toMatchObject({ rest: [1, 2], set: new Set([1]) })
    expect(getIn(packed.documents, 'a')).toBe(1)
    expect(packState('text')).toBe('text')
    expect(packState(new Map([['a', 1]]))).toEqual(new Map([['a', 1]]))
  })
})
