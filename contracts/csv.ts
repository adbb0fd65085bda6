/** Lines of CSV by RFC 4180, for programs and for spreadsheets. */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line, its end included. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/**
 * Whether a spreadsheet may run a cell as a formula, whoever wrote it. Those begin with = + - @, which some programs take
 * for the same in the wide and small forms of East Asian text, and some after blanks and signs that nobody sees; a tab or a
 * line break at the beginning may be cut off, or end the cell (OWASP, "CSV Injection").
 */
export const runsAsFormula = (cell: string): boolean => formula.test(cell)

const signs = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const formula = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}]*${signs})`, 'u')

/**
 * Where a spreadsheet would begin a cell inside of this one, and run it: in half of Europe they take files apart at semicolons,
 * and quotation marks keep only those cells together that stand first in a line.
 */
const innerFormula = new RegExp(`;(?=[\\s"\\p{Cc}\\p{Cf}]*${signs})`, 'gu')

/** What is written of a text: an apostrophe before it makes text of what would be run. */
export const withoutFormulas = (text: string): string =>
  `${runsAsFormula(text) ? "'" : ''}${text.replace(innerFormula, ";'")}`

/** Numbers are ours and stay numbers. */
function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormulas(cell)
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
