import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { compact, expand } from './compact.ts'

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('Responsive', '~', '~~', '~0', '~~1abc', 'line\nend', '__proto__', 'constructor'),
)
const { value: alike } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.record({ group: text, label: text, parts: fc.array(tie('value'), { maxLength: 3 }) }),
  ),
}))

test('what comes back is what JSON would bring back, on one line', () => {
  fc.assert(
    fc.property(fc.array(alike), (value) => {
      const compacted = compact(value)
      expect(compacted).not.toContain('\n')
      expect(expand(compacted)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: runs(500) },
  )
})

test('goes on after another text, and leaves nothing of itself behind', () => {
  fc.assert(
    fc.property(fc.array(alike), fc.array(alike), fc.array(alike), (before, one, other) => {
      const after = compact(before)
      const compacted = [one, other].map((value) => compact(value, after))
      // Whichever is read first, and however often.
      for (const [at, value] of [other, one, one].entries()) {
        const text = compacted[at === 0 ? 1 : 0] ?? ''
        expect(text).not.toContain('\n')
        expect(compact(value, after)).toBe(text)
        expect(expand(text, after)).toEqual(JSON.parse(JSON.stringify(value)))
      }
    }),
    { numRuns: runs(500) },
  )
})

it('does not read what names something that was never said', () => {
  const [first, second] = [
    { name: 'one', of: [1, 2] },
    { name: 'two', of: [] },
  ]
  const text = compact(second, compact([first, { ...second, name: 'three' }]))
  expect(() => expand(text)).toThrow('never said')
})

it('is a fraction as long where things are alike', () => {
  const steps = Array.from({ length: 10 }, (_, index) => ({
    group: `a group of some length ${index}`,
    label: 'Set Issue',
    commandIds: [`a group of some length ${index}`],
    merge: null,
    skipped: undefined,
    parts: [{ command: 'coding.setValue', commandId: `a group of some length ${index}` }],
  }))
  expect(compact(steps).length).toBeLessThan(JSON.stringify(steps).length / 3)
  expect(expand(compact(steps))).toEqual(JSON.parse(JSON.stringify(steps)))
  // After some of its kind no more is left of it than what nobody can know.
  const [last, ...others] = steps.toReversed()
  expect(compact(last, compact(others)).length).toBeLessThan('a group of some length 9'.length + 10)
})
