import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { ifMatchOf, versionsSeen } from './coding-versions.ts'

describe('the versions that a save has seen', () => {
  test('come back from the header as they were', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.nat()), {
          minLength: 1,
          selector: ([fieldId]) => fieldId,
        }),
        (pairs) => {
          const seen = new Map(pairs)
          expect(versionsSeen(ifMatchOf(seen))).toEqual(seen)
        },
      ),
    )
  })

  it('are a list of entity tags', () => {
    expect(
      ifMatchOf(
        new Map([
          [101, 3],
          [102, 0],
        ]),
      ),
    ).toBe('"101.3", "102.0"')
  })

  it.each([
    '',
    '*',
    '"101"',
    '101.3',
    'W/"101.3"',
    '"101.-1"',
    '"101.3", ',
    '"101.3", "101.4"',
    '"101.3" "102.0"',
  ])('are not read from %j', (header) => {
    expect(versionsSeen(header)).toBeNull()
  })
})
