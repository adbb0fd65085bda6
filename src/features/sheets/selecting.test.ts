import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { boundsOf, movedBy, only } from './selecting.ts'

const extent = { rows: 1_000, columns: 30, fits: 20 }
const press = (key: string, ctrl = false, shift = false) => ({ key, ctrl, shift })

describe('keys in a sheet', () => {
  it('lead where they lead in a spreadsheet', () => {
    const from = only(10, 5)
    expect(movedBy(from, press('ArrowDown'), extent)).toEqual(only(11, 5))
    expect(movedBy(from, press('ArrowLeft', true), extent)).toEqual(only(10, 0))
    expect(movedBy(from, press('PageDown'), extent)).toEqual(only(30, 5))
    expect(movedBy(from, press('Home'), extent)).toEqual(only(10, 0))
    expect(movedBy(from, press('Home', true), extent)).toEqual(only(0, 0))
    expect(movedBy(from, press('End', true), extent)).toEqual(only(999, 29))
    expect(movedBy(from, press('x'), extent)).toBe(null)
  })

  it('with Shift move the other corner and leave the active cell', () => {
    const down = movedBy(only(10, 5), press('ArrowDown', false, true), extent)
    expect(down).toEqual({ row: 10, column: 5, toRow: 11, toColumn: 5 })
    const back = movedBy(down ?? only(0, 0), press('Home', true, true), extent)
    expect(back).toEqual({ row: 10, column: 5, toRow: 0, toColumn: 0 })
    expect(boundsOf(back ?? only(0, 0))).toEqual({ firstRow: 0, lastRow: 10, firstColumn: 0, lastColumn: 5 })
  })

  test('never lead out of the sheet', () => {
    const keys = fc.constantFrom(
      'ArrowDown',
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    )
    const presses = fc.array(fc.tuple(keys, fc.boolean(), fc.boolean()), { maxLength: 40 })
    const sizes = fc.record({
      rows: fc.integer({ min: 1, max: 50 }),
      columns: fc.integer({ min: 1, max: 5 }),
      fits: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(presses, sizes, (pressed, size) => {
        let at = only(0, 0)
        for (const [key, ctrl, shift] of pressed) at = movedBy(at, press(key, ctrl, shift), size) ?? at
        const { firstRow, lastRow, firstColumn, lastColumn } = boundsOf(at)
        expect(firstRow >= 0 && lastRow < size.rows && firstColumn >= 0 && lastColumn < size.columns).toBe(
          true,
        )
      }),
      { numRuns: runs(200) },
    )
  })
})
