import fc from 'fast-check'
import { expect, it } from 'vitest'
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

it('what comes back is what JSON would bring back, on one line', () => {
  fc.assert(
    fc.property(fc.array(alike), (value) => {
      const compacted = compact(value)
      expect(compacted).not.toContain('\n')
      expect(expand(compacted)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 500 },
  )
})

it('is a fraction as long where things are alike', () => {
  const steps = Array.from({ length: 10 }, (_, index) => ({
    group: `a group of some length ${index}`,
    label: 'Set Issue',
    commandIds: [`a group of some length ${index}`],
    merge: null,
    skipped: undefined,
  }))
  expect(compact(steps).length).toBeLessThan(JSON.stringify(steps).length / 2)
  expect(expand(compact(steps))).toEqual(JSON.parse(JSON.stringify(steps)))
})
