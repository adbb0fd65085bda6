/** The terms of a pasted column: each line read, each term once. */
import type { ReportedTerm } from '#contracts/term-reports.ts'
import { termReportLimits } from '#contracts/term-reports.ts'
import { print } from '#query/print.ts'
import { readTerm, type TermReading, termKey, writtenTerm } from '../search/keyword-term.ts'

/** A line that has a term, as it is read. */
export type LineRead = Pick<ReportedTerm, 'line' | 'term' | 'reading' | 'notes' | 'fault'>

/** Lines without a term, and those of a term that stands on an earlier one, are left out. */
export function readLines(lines: readonly string[], reading: TermReading, seesAll: boolean): LineRead[] {
  const known = new Set<string>()
  return lines.flatMap((written, at): LineRead[] => {
    // What is copied from a spreadsheet has tabs between its cells.
    const term = writtenTerm(written.replaceAll(/\p{Cc}/gu, ' '))
    if (term === '' || known.has(termKey(term))) return []
    known.add(termKey(term))
    return [{ line: at + 1, term, ...readLine(term, reading, seesAll) }]
  })
}

function readLine(
  term: string,
  reading: TermReading,
  seesAll: boolean,
): Pick<LineRead, 'reading' | 'notes' | 'fault'> {
  const { termLength } = termReportLimits
  if (term.length > termLength) {
    const message = `A term has at most ${termLength.toLocaleString('en-US')} characters: make several of it.`
    return { reading: '', notes: [], fault: { message, start: termLength, end: term.length } }
  }
  const read = readTerm(term, reading, seesAll)
  if (read.ok)
    return { reading: print(read.tree), notes: read.notes.map(({ message }) => message), fault: null }
  const { message, start, end } = read.fault
  return { reading: '', notes: [], fault: { message, start, end } }
}
