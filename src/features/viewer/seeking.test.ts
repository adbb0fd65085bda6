import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { fold, placesOf } from './seeking.ts'

const found = (text: string, sought: string) =>
  placesOf(fold(text), sought, 100).map(({ start, end }) => text.slice(start, end))

describe('what is looked for inside a document', () => {
  it('is found whatever its capitals, accents, quotes and line breaks', () => {
    expect(found('Café CAFE cafe\u0301 caf', 'cafe')).toEqual(['Café', 'CAFE', 'cafe\u0301'])
    expect(found('the well\n\n  head', 'well head')).toEqual(['well\n\n  head'])
    expect(found('it is O’Brien’s', "o'brien's")).toEqual(['O’Brien’s'])
    expect(found('ﬁnal 😀 fin', 'fin')).toEqual(['ﬁn', 'fin'])
    expect(found('a.*b a.b', 'a.*b')).toEqual(['a.*b'])
    expect(found('aaaa', 'aa')).toEqual(['aa', 'aa'])
    expect(found('anything', '   ')).toEqual([])
  })
})

test('every place holds what was looked for, and they come in order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.nat(60),
      fc.nat(6),
      (text, from, length) => {
        const sought = text.slice(from, from + length)
        const wanted = fold(sought).text.trim()
        let last = 0
        for (const { start, end } of placesOf(fold(text), sought, 100)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(fold(text.slice(start, end)).text).toContain(wanted)
          last = end
        }
      },
    ),
  )
})
