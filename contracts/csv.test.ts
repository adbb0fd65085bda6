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

  it.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '﹢1', '﹣1', '﹫A1'])(
    'nor %s in the wide and small forms that some read alike',
    (cell) => {
      expect(csvLine([cell])).toBe(`"'${cell}"\r\n`)
    },
  )

  it.each([
    ' =1+1',
    '\u00A0=1',
    '\u200B@A1',
    '\uFEFF=1',
    '\0=1',
    '\v\f +1',
    '\u3000＝1',
    '\tplain',
    '\rplain',
  ])('nor %j, whose beginning some leave out', (cell) => {
    expect(csvLine([cell])).toBe(`"'${cell}"\r\n`)
  })

  it('nor what would be a cell of its own where files are taken apart at semicolons', () => {
    expect(csvLine([1, 'a;=1+1'])).toBe(`1,"a;'=1+1"\r\n`)
    expect(csvLine([1, 'a; "@x"'])).toBe(`1,"a;' ""@x"""\r\n`)
    expect(csvLine([1, '=1;＝2'])).toBe(`1,"'=1;'＝2"\r\n`)
    expect(csvLine(['a; b;c-d'])).toBe('a; b;c-d\r\n')
  })

  it('leaves text alone in which a sign stands elsewhere', () => {
    expect(csvLine(['a=b', ' a', '(1)', 'ana@example.com', '５－１'])).toBe(
      'a=b, a,(1),ana@example.com,５－１\r\n',
    )
  })

  it('leaves numbers of ours alone', () => {
    expect(csvLine([-1, 0.5])).toBe('-1,0.5\r\n')
  })
})
