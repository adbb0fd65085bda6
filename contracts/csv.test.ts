import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes what would end a cell, and doubles the quotation marks in it', () => {
    expect(csvLine(['plain', 'a,b', 'say "so"', 'two\nlines', null, 3])).toBe(
      'plain,"a,b","say ""so""","two\nlines",,3\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'lets no program take %j for a formula',
    (cell) => {
      expect(csvLine([cell])).toBe(`"'${cell}"\r\n`)
    },
  )

  it('leaves numbers of ours alone', () => {
    expect(csvLine([-1, 0.5])).toBe('-1,0.5\r\n')
  })
})
