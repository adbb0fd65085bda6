/** What parts the values of a text that does not say it. */
import { commaSeparated } from './delimiters.ts'
import { DelimitedReader } from './reader.ts'

export const usualSeparators = [',', '\t', ';', '|'] as const
/** Characters of a text that are looked at. */
const charsJudged = 64 * 1024

/**
 * How many values each of the first rows has; rows without any are none. A row that the text does not end counts only where
 * the text is all there is.
 */
export function valueCounts(text: string, separator: string, most: number, isAll: boolean): number[] {
  const counts: number[] = []
  const reader = new DelimitedReader({ ...commaSeparated, separator, strict: false }, (values) => {
    if (values.length > 0 && counts.length < most) counts.push(values.length)
  })
  reader.push(text)
  if (isAll) reader.end()
  return counts
}

/**
 * The separator of a text by its first rows: the one that gives most of them the same number of values, more than one; of
 * several that do, the one that gives more. The first one where none does.
 */
export function separatorOf(text: string, separators: readonly [string, ...string[]], rows: number): string {
  const head = text.slice(0, charsJudged)
  let best = { separator: separators[0], score: 0 }
  for (const separator of separators) {
    const score = agreement(head, separator, rows)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** Excel's own way to say it: a first line of its own. Null where it is not there. */
export const toldSeparator = (text: string): string | null => /^sep=([^"\r\n])\r?\n/i.exec(text)?.[1] ?? null

/** How many rows have as many values as most of them have; a little more where they are many. */
function agreement(head: string, separator: string, rows: number): number {
  const whole = valueCounts(head, separator, rows, false)
  const times = new Map<number, number>()
  for (const count of whole.length > 0 ? whole : valueCounts(head, separator, rows, true))
    if (count > 1) times.set(count, (times.get(count) ?? 0) + 1)
  let best = 0
  for (const [columns, count] of times) best = Math.max(best, count + Math.min(columns, 999) / 1000)
  return best
}
