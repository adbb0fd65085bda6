/** Lines of CSV by RFC 4180, for programs and for spreadsheets. */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line, its end included. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/**
 * A cell. Spreadsheets take what begins with = + - @, a tab or a line break for a formula, whoever wrote it: an apostrophe
 * before it makes it text. Numbers are ours and stay numbers.
 */
function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
