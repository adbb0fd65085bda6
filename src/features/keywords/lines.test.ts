import fc from 'fast-check'
import { expect } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { linesOf } from './lines.ts'

test('finds each term where it stands, however the text was pasted', () => {
  expect(linesOf('merger\r\n\n  oil\tprice \n')).toEqual([
    { term: 'merger', line: 1, start: 0 },
    { term: 'oil price', line: 3, start: 11 },
  ])
  const texts = fc.array(fc.constantFrom('a', 'b c', ' ', '\t', '\r', '\n'), { maxLength: 30 })
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('')
      for (const { term, line, start } of linesOf(text)) {
        expect(text.slice(start, start + term.length).replaceAll(/\p{Cc}/gu, ' ')).toBe(term)
        expect(text.slice(0, start).split('\n')).toHaveLength(line)
      }
    }),
  )
})
