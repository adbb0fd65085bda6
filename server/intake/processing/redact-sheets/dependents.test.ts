import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnName } from '#contracts/cell-names.ts'
import { promised } from '#tests/runs.ts'
import { Cover } from './cover.ts'
import { dependentsOf } from './dependents.ts'
import { type Meanings, readsOf } from './formula-references.ts'
import { cellRange, cellsNamed, meet } from './redactions.ts'

const cells = (name: string) => cellsNamed(name) ?? expect.unreachable()
const names: Readonly<Record<string, string>> = {
  rate: "'My Sheet'!$B$2",
  loop: 'loop+Data!$C$3',
  shifted: 'Data!C3',
  twice: 'LAMBDA(x,x*2)',
}
const sheets = ['Data', 'My Sheet', 'Q1', "Q'2"]
const meanings: Meanings = {
  sheet: (name) => {
    const at = sheets.findIndex((one) => one.toLowerCase() === name.toLowerCase())
    return at < 0 ? null : at
  },
  name: (name) => names[name.toLowerCase()] ?? null,
  table: (name) =>
    name === 'Sales' ? { sheet: 0, range: cells('B2:D9'), columns: ['Net', 'Ta]x', 'Sum'] } : null,
}
const reads = (formula: string) => readsOf(formula, { sheet: 0, row: 4 }, meanings)
const read = (formula: string): string[] =>
  reads(formula).targets.map(({ first, last, range }) => {
    const name = `${columnName(range.firstColumn)}${range.firstRow + 1}:${columnName(range.lastColumn)}${range.lastRow + 1}`
    return `${first}-${last} ${name}`
  })

describe('the cells that a formula reads', () => {
  it.each([
    ['SUM(A1:B2)+$C$3', ['0-0 A1:B2', '0-0 C3:C3']],
    ["'My Sheet'!a1&Q1!B$2:$C4", ['1-1 A1:A1', '2-2 B2:C4']],
    ["'Q''2'!A1+SUM(Data:Q1!B2)+SUM('Data:Q''2'!C1)", ['3-3 A1:A1', '0-2 B2:B2', '0-3 C1:C1']],
    ['COUNT(C:D)+SUM($3:$4)', ['0-0 C1:D1048576', '0-0 A3:XFD4']],
    ['"A1 "" B2"&"C3"&LOG10(5)&1E5', []],
    ['rate*2+RATE', ['1-1 B2:B2']],
    ['loop', ['0-0 C3:C3']],
    ['SUM(Sales[Net])+Sales', ['0-0 B2:B9', '0-0 B2:D9']],
    ["Sales[[#This Row],[Ta']x]]", ['0-0 C5:C5']],
    ['SUM(Sales[[Net]:[Sum]])+ROWS(Sales[#All])', ['0-0 B2:D9', '0-0 B2:D9']],
    ['_xlfn.XLOOKUP(A1,B:B,#REF!)', ['0-0 A1:A1', '0-0 B1:B1048576']],
  ])('are found in %s', (formula, found) => {
    expect(read(formula)).toEqual(found)
    expect(reads(formula).unread).toBeNull()
  })

  it.each([
    ...['INDIRECT("A1")', 'OFFSET(A1,1,1)', 'A1:INDEX(A:A,5)', '[1]Sheet1!A1', "'[1]My Sheet'!A1", 'Gone!A1'],
    ...[
      'shifted',
      'twice(2)',
      'nothing',
      'MyMacro(A1)',
      '_xlfn.ANCHORARRAY(A1)',
      'A1#',
      'GETPIVOTDATA("x",A1)',
    ],
    ...["'never ends", 'Other[Net]', 'INDEX(A1:A3,1):A5'],
  ])('are not all known in %s', (formula) => {
    expect(reads(formula).unread).not.toBeNull()
  })

  promised('are those that a formula was made of', [100, 20_000], (cases) => {
    const column = fc.integer({ min: 0, max: 16_383 }).map(columnName)
    const fixed = fc.constantFrom('', '$')
    const row = fc.integer({ min: 1, max: 1_048_576 })
    const cell = fc.tuple(fixed, column, fixed, row).map((all) => all.join(''))
    const sheet = fc.constantFrom('', 'Data!', "'My Sheet'!", 'q1!', "'Q''2'!")
    const area = fc.oneof(
      cell.map((one) => [one, one.replaceAll('$', '')] as const),
      fc
        .tuple(cell, cell)
        .map(([one, other]) => [`${one}:${other}`, `${one}:${other}`.replaceAll('$', '')] as const),
    )
    const reference = fc.tuple(sheet, area)
    const noise = fc.constantFrom('"A1"', '1.5E3', 'TRUE', '#N/A', '{1,"B2";3,4}', '-2%')
    const formula = fc.letrec<{ one: readonly [string, readonly (readonly [string, string])[]] }>((tie) => ({
      one: fc.oneof(
        { maxDepth: 4 },
        noise.map((text) => [text, []] as const),
        reference.map(([on, [text, plain]]) => [on + text, [[on, plain]]] as const),
        fc
          .tuple(fc.constantFrom('SUM', 'IF', '_xlfn.XLOOKUP', 'LOG10', 'ATAN2'), tie('one'), tie('one'))
          .map(([name, [a, fromA], [b, fromB]]) => [`${name}(${a}, ${b})`, [...fromA, ...fromB]] as const),
        fc
          .tuple(tie('one'), fc.constantFrom('+', '&', '<>', ' * ', ','), tie('one'))
          .map(([[a, fromA], sign, [b, fromB]]) => [`(${a}${sign}${b})`, [...fromA, ...fromB]] as const),
      ),
    })).one
    fc.assert(
      fc.property(formula, ([text, made]) => {
        const found = reads(text)
        expect(found.unread).toBeNull()
        expect(found.targets).toEqual(
          made.map(([on, name]) => {
            const number =
              on === ''
                ? 0
                : (meanings.sheet(on.slice(0, -1).replace(/^'|'$/g, '').replaceAll("''", "'")) ?? -1)
            return { first: number, last: number, range: cells(name) }
          }),
        )
      }),
      { numRuns: cases },
    )
  })

  it('are never taken for none, whatever a formula is', () => {
    const sign = fc.constantFrom(...`A1:B2!'"[]#(),$ x.{}`)
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 20 }), (text) => {
        reads(text)
        // A cell that is named behind anything that ends is still seen.
        const balanced = text.replace(/["'[\]#!:x.{}$AB12()]/g, '')
        expect(read(`${balanced}+C7`)).toContain('0-0 C7:C7')
      }),
      { numRuns: 200 },
    )
  })
})

describe('cells that depend on what is covered', () => {
  const cover = () => new Cover([{ sheet: 0, kind: 'cells', range: 'A1', label: 'L' }], 4)
  const at = (name: string, formula: string, sheet = 0) => ({ sheet, range: cells(name), formula })

  it('are found through others, with why, and on other sheets', () => {
    const derived = [
      at('D4', 'B9'),
      at('B9', "'My Sheet'!C1+1"),
      at('C1', 'SUM(Data!A:A)', 1),
      at('E5', 'F6'),
      at('G1:G3', 'A1*{1;2;3}'),
      at('H1', 'INDIRECT(F6)'),
    ]
    const found = dependentsOf(derived, meanings, cover())
    expect(
      found.map(({ sheet, range }) => `${sheet} ${columnName(range.firstColumn)}${range.firstRow + 1}`),
    ).toEqual(['0 H1', '1 C1', '0 G1', '0 G2', '0 G3', '0 B9', '0 D4'])
    expect(found[0]).toMatchObject({
      through: null,
      label: 'L',
      why: expect.stringContaining('finds for itself'),
    })
    expect(found.at(-1)?.through).toEqual({ sheet: 0, range: cells('B9') })
    expect(dependentsOf(derived, meanings, new Cover([], 4))).toEqual([])
  })

  promised('are those that can be reached, by a plain search', [60, 5_000], (cases) => {
    const place = fc.record({ row: fc.nat(150), column: fc.nat(3) })
    const range = fc.tuple(place, place).map(([a, b]) => ({
      firstRow: Math.min(a.row, b.row),
      lastRow: Math.max(a.row, b.row),
      firstColumn: Math.min(a.column, b.column),
      lastColumn: Math.max(a.column, b.column),
    }))
    const reading = fc.oneof(
      range,
      place.map(({ row, column }) => cellRange(row, column)),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, fc.array(reading, { maxLength: 3 })), { maxLength: 40 }),
        (all) => {
          const derived = all.map(([{ row, column }, targets]) => ({
            sheet: 0,
            range: cellRange(row, column),
            formula: { targets: targets.map((read) => ({ first: 0, last: 0, range: read })), unread: null },
          }))
          const reached = new Set<number>()
          const covered = [cells('A1')]
          for (const seen of covered)
            for (const [number, { range: own, formula }] of derived.entries()) {
              if (reached.has(number) || !formula.targets.some((target) => meet(target.range, seen))) continue
              reached.add(number)
              covered.push(own)
            }
          expect(dependentsOf(derived, meanings, cover())).toHaveLength(reached.size)
        },
      ),
      { numRuns: cases },
    )
  })
})
