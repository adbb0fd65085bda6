/** Cell names such as `AB12`. */

/** Counted from 0. */
export interface CellAddress {
  readonly row: number
  readonly column: number
}

/** Letters of a column, counted from 0. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

/** The column of these letters. */
export const columnNumber = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Null if it is not a cell name. */
export function cellAddressOf(name: string): CellAddress | null {
  const parts = /^\$?([A-Z]{1,3})\$?(\d{1,9})$/i.exec(name)
  if (parts === null) return null
  return { row: Number(parts[2]) - 1, column: columnNumber(parts[1] ?? '') }
}
