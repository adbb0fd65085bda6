/** Ranges of cells, and formulas that stand for many cells: told once, and moved for each of the others. */
import { type CellAddress, cellAddressOf, columnName, columnNumber } from '#contracts/cell-names.ts'

/** A range's first and last cell; one cell is a range, too. */
export function rangeOf(name: string): readonly [CellAddress, CellAddress] | null {
  const [from = '', to = from] = name.split(':')
  const [first, last] = [cellAddressOf(from), cellAddressOf(to)]
  return first === null || last === null ? null : [first, last]
}

/** Strings, names in quotes, and references; of the latter only what is none of a longer name or a function. */
const pieces =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.$\\])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w.(\\!])|(?<![\w.$\\])(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(\\!])/gi

/** The formula as it reads in a cell that lies so many rows and columns away; what begins with `$` stays. */
export function movedFormula(formula: string, by: CellAddress): string {
  const columnMoved = (fixed: string, letters: string): string =>
    fixed + (fixed === '$' ? letters : columnName(Math.max(0, columnNumber(letters) + by.column)))
  return formula.replace(pieces, (whole, fixedColumn, letters, fixedRow, digits, ...rest) => {
    if (letters !== undefined) {
      const row = fixedRow === '$' ? digits : String(Math.max(1, Number(digits) + by.row))
      return `${columnMoved(fixedColumn, letters)}${fixedRow}${row}`
    }
    const [fixedFrom, from, fixedTo, to] = rest as (string | undefined)[]
    if (from === undefined || to === undefined) return whole
    return `${columnMoved(fixedFrom ?? '', from)}:${columnMoved(fixedTo ?? '', to)}`
  })
}
