import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { matcher } from './occurrences.ts'
import { matchesPattern } from './pattern.ts'

describe('wildcards', () => {
  test('match what an expression of the same meaning matches', () => {
    const letter = fc.constantFrom('a', 'b', '𐐷', 'é')
    const pattern = fc.array(fc.oneof(letter, fc.constantFrom('*', '?')), { maxLength: 8 })
    fc.assert(
      fc.property(pattern, fc.array(letter, { maxLength: 10 }), (parts, letters) => {
        const source = parts.map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c)).join('')
        const text = letters.join('')
        expect(matchesPattern(parts.join(''), text)).toBe(new RegExp(`^${source}$`, 'su').test(text))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('look at a part of a text as if nothing else were there', () => {
    expect(matchesPattern('b*d', 'abcd\nbxxd', 1, 4)).toBe(true)
    expect(matchesPattern('a*d', 'abcd\nbxxd', 1, 4)).toBe(false)
    expect(matchesPattern('b?d*', 'abcd\nbxxd', 1, 4)).toBe(true)
    expect(matchesPattern('b?d?', 'abcd\nbxxd', 1, 4)).toBe(false)
  })

  it('are done with a long word at once, however many stars there are', () => {
    const wanted = matcher('a*a*a*a*a*a*a*a*b', null)
    expect(wanted('a'.repeat(5_000))).toBe(false)
    expect(wanted(`${'a'.repeat(5_000)}b`)).toBe(true)
  })
})
