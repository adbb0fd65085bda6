/** The figures beside the list of exceptions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExceptionFigure,
  exceptionCategories,
  exceptionCategoryNames,
  exceptionCodes,
  exceptionResolutions,
  exceptionSeverities,
  exceptionSubjects,
} from '#contracts/collect.ts'
import { property as test } from '#tests/runs.ts'
import { asQuery, byCustodian, byKind, byResolution, everything, type Narrowed } from './figures.ts'

const figures = fc.uniqueArray(
  fc.record({
    code: fc.constantFrom(...exceptionCodes),
    custodianId: fc.constantFrom(1, 2, 3),
    about: fc.constantFrom(...exceptionSubjects),
    severity: fc.constantFrom(...exceptionSeverities),
    resolution: fc.constantFrom(...exceptionResolutions),
    count: fc.integer({ min: 1, max: 50 }),
  }),
  {
    selector: ({ code, severity, custodianId, about, resolution }) =>
      `${code} ${severity} ${custodianId} ${about} ${resolution}`,
  },
)
const asFigures = (drawn: readonly Omit<ExceptionFigure, 'custodian'>[]): ExceptionFigure[] =>
  drawn.map((one) => ({ ...one, custodian: `C ${one.custodianId}` }))
const narrowed: fc.Arbitrary<Narrowed> = fc
  .record({
    kind: fc.oneof(
      fc.constant({ category: null, code: null }),
      fc.constantFrom(...exceptionCategoryNames).map((category) => ({ category, code: null })),
      fc.constantFrom(...exceptionCodes).map((code) => ({ category: null, code })),
    ),
    about: fc.constantFrom(null, ...exceptionSubjects),
    custodianId: fc.constantFrom(null, 1, 2),
    severity: fc.constantFrom(null, ...exceptionSeverities),
    resolution: fc.constantFrom(null, ...exceptionResolutions),
  })
  .map(({ kind, ...rest }) => ({ ...kind, ...rest }))

const isMeant = (
  one: ExceptionFigure,
  { about, category, code, severity, custodianId, resolution }: Narrowed,
): boolean =>
  (about === null || one.about === about) &&
  (category === null || exceptionCategories[one.code] === category) &&
  (code === null || one.code === code) &&
  (severity === null || one.severity === severity) &&
  (custodianId === null || one.custodianId === custodianId) &&
  (resolution === null || one.resolution === resolution)
const total = (all: readonly { readonly all: number }[]) => all.reduce((sum, one) => sum + one.all, 0)

describe('figures of exceptions', () => {
  test('say of each kind and each custodian how many the list has once that is chosen', () => {
    fc.assert(
      fc.property(figures, narrowed, (drawn, filter) => {
        const all = asFigures(drawn)
        const listed = (chosen: Partial<Narrowed>) =>
          all
            .filter((one) => isMeant(one, { ...filter, ...chosen }))
            .reduce((sum, { count }) => sum + count, 0)
        for (const { category, codes, all: count } of byKind(all, filter)) {
          expect(count).toBe(listed({ category, code: null }))
          expect(count).toBe(total(codes))
          for (const one of codes) expect(one.all).toBe(listed({ category: null, code: one.code }))
        }
        for (const { custodianId, all: count } of byCustodian(all, filter))
          expect(count).toBe(listed({ custodianId }))
        const resolved = byResolution(all, filter)
        for (const resolution of exceptionResolutions)
          expect(resolved[resolution]).toBe(listed({ resolution }))
        // Nothing that is listed is in none of them.
        expect(total(byKind(all, filter))).toBe(listed({ category: null, code: null }))
        expect(total(byCustodian(all, filter))).toBe(listed({ custodianId: null }))
      }),
    )
  })

  it('are asked for as a file by what is chosen, and by nothing that is not', () => {
    expect(asQuery(11, null, everything)).toBe('projectId=11')
    expect(asQuery(11, 7, { ...everything, category: 'File type', custodianId: 3 })).toBe(
      'projectId=11&jobId=7&category=File+type&custodianId=3',
    )
  })
})
