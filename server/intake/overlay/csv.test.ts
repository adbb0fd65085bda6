import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, runsAsFormula, withoutFormulas } from '#contracts/csv.ts'
import { runs, property as test } from '#tests/runs.ts'
import { recordsOf, textOf } from './csv.ts'

it('[rest-any-project-doc-bulk-metadata] reads cells with commas, quotes and line breaks as they were written', () => {
  const text = 'Control number,Note\r\nAFF00000001,"a, ""b""\r\nc"\r\n\r\nAFF00000002,\nAFF00000003,plain'
  expect([...recordsOf(text)]).toEqual([
    ['Control number', 'Note'],
    ['AFF00000001', 'a, "b"\r\nc'],
    [],
    ['AFF00000002', ''],
    ['AFF00000003', 'plain'],
  ])
})

test('reads again what is written by RFC 4180', () => {
  // Cells that spreadsheets take for formulas are written otherwise on purpose.
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => withoutFormulas(text) === text)
  const record = fc.array(cell, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), (records) => {
      expect([...recordsOf(records.map(csvLine).join(''), ',')]).toEqual(records)
    }),
    { numRuns: runs(200) },
  )
})

test('reads no cell that a spreadsheet runs in what was written, whatever it begins with', () => {
  const sign = fc.constantFrom(...'=+-@＝＋－＠﹦ \t\r\n\0\u200B\uFEFF\'", ')
  const cell = fc
    .tuple(fc.array(sign, { maxLength: 4 }), fc.string())
    .map(([signs, text]) => signs.join('') + text)
  fc.assert(
    fc.property(cell, (text) => {
      const [[first] = []] = recordsOf(csvLine([text, 'x']), ',')
      expect(first).toBe(withoutFormulas(text))
      expect(runsAsFormula(first ?? '')).toBe(false)
    }),
    { numRuns: runs(300) },
  )
})

test('nor where programs take the cells apart at semicolons, and know a quotation mark only where a line begins', () => {
  const sign = fc.constantFrom(...'=+-@＝ \t\0\u200B\'", ;;;x')
  const cell = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''))
  fc.assert(
    fc.property(cell, (text) => {
      const cells = csvLine([1, text]).trimEnd().split(';').slice(1)
      expect(cells.filter((one) => /^[\s"]*[=+\-@＝]/.test(one))).toEqual([])
    }),
    { numRuns: runs(300) },
  )
})

it('finds out what parts the cells by the heading', () => {
  expect([...recordsOf('a;b\n"1;2";3')]).toEqual([
    ['a', 'b'],
    ['1;2', '3'],
  ])
  expect([...recordsOf('a|b;c')]).toEqual([['a|b', 'c']])
})

it('refuses what cannot be read', () => {
  expect(() => [...recordsOf('a,b\n"open,1')]).toThrow('a quote is not closed (line 2)')
  expect(() => [...recordsOf('a,b\n"shut"x,1')]).toThrow('text follows a closing quote (line 2)')
  expect(() => textOf(Buffer.from([0x61, 0xe9, 0x2c]))).toThrow('no text in UTF-8')
})

it('holds nothing that no database keeps', () => {
  expect(textOf(Buffer.from('Box\0,A\n'))).toBe('Box\uFFFD,A\n')
})

it('knows UTF-8 and UTF-16 by their marks, which are no part of the text', () => {
  const text = 'Naïve,Zoë'
  expect(textOf(Buffer.from(`\ufeff${text}`))).toBe(text)
  expect(textOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text)
  expect(textOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text)
})
