/** The figures of a chart as a file for spreadsheets. */
import { byteOrderMark, csvLine } from '#contracts/csv.ts'

type Line = readonly (string | number | null)[]

export const csvOf = (head: Line, rows: readonly Line[]): string =>
  byteOrderMark + [head, ...rows].map(csvLine).join('')

/** Hands a text to the browser as a download. */
export function saveCsv(title: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`
  link.click()
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
