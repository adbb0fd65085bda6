/** Lines of CSV by RFC 4180, for programs and for spreadsheets. */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line, including its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/**
 * Whether a spreadsheet program may run a cell as a formula, whoever wrote it. Such cells begin with = + - @, which some
 * programs also recognize in the full-width and small forms of East Asian text, and some after blanks and invisible
 * characters. A tab or line break at the start may be cut off, or end the cell (OWASP, "CSV Injection").
 */
export const runsAsFormula = (cell: string): boolean => formula.test(cell)

const signs = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const formula = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}]*${signs})`, 'u')

/**
 * Positions where a spreadsheet program would start a cell inside this one, and run it. In half of Europe, files are split
 * at semicolons, and quotation marks protect only the first cell of a line.
 */
const innerFormula = new RegExp(`;(?=[\\s"\\p{Cc}\\p{Cf}]*${signs})`, 'gu')

/** The text as written: an apostrophe before it prevents its execution as a formula. */
export const withoutFormulas = (text: string): string =>
  `${runsAsFormula(text) ? "'" : ''}${text.replace(innerFormula, ";'")}`

/** Numbers are generated here and stay numbers. */
function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormulas(cell)
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
