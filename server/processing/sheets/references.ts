/** Names of cells (`AB12`), and formulas that stand for many cells: told once, and moved for each of the others. */

export interface Place {
  readonly row: number
  readonly column: number
}

/** Letters of a column that is counted from 0. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

const columnNumber = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Null where it is no name of a cell. */
export function placeOf(name: string): Place | null {
  const parts = /^\$?([A-Z]{1,3})\$?(\d{1,9})$/i.exec(name)
  if (parts === null) return null
  return { row: Number(parts[2]) - 1, column: columnNumber(parts[1] ?? '') }
}

/** A range's first and last cell; one cell is a range, too. */
export function rangeOf(name: string): readonly [Place, Place] | null {
  const [from = '', to = from] = name.split(':')
  const [first, last] = [placeOf(from), placeOf(to)]
  return first === null || last === null ? null : [first, last]
}

/** Strings, names in quotes, and references; of the latter only what is none of a longer name or a function. */
const pieces =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.$\\])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w.(\\!])|(?<![\w.$\\])(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(\\!])/gi

/** The formula as it reads in a cell that lies so many rows and columns away; what begins with `$` stays. */
export function movedFormula(formula: string, by: Place): string {
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
