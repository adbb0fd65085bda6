/** Texts of which parts are covered. */
import type { Piece } from './cover.ts'
import type { RichText } from './strings.ts'

/** Stands for covered letters without a label; always the same, so that it does not say how many they were. */
const coveredMark = '█████'

export interface CutText {
  readonly text: RichText
  /** What was taken out. */
  readonly taken: readonly string[]
}

/** With the label, or a mark, in the place of each piece. Half of a character is all of it. */
export function cutText(text: RichText, pieces: readonly Piece[], mark = coveredMark): CutText {
  const runs = typeof text === 'string' ? [{ look: '', text }] : text
  const all = runs.map((run) => run.text).join('')
  const spans = pieces
    .map(
      ([start, end, label]) =>
        [wholeStart(all, start), wholeEnd(all, Math.min(end, all.length)), label] as const,
    )
    .filter(([start, end]) => end > start)
  let from = 0
  const cut = runs.map((run) => {
    const to = from + run.text.length
    let kept = ''
    let at = from
    for (const [start, end, label] of spans) {
      if (end <= from || start >= to) continue
      kept += all.slice(at, Math.max(at, start))
      // Where it goes over several runs, it is named in the first.
      if (start >= from) kept += label === '' ? mark : `[${label}]`
      at = Math.max(at, Math.min(end, to))
    }
    kept += all.slice(at, to)
    from = to
    return { ...run, text: kept }
  })
  const taken = spans.map(([start, end]) => all.slice(start, end))
  return { text: typeof text === 'string' ? (cut[0]?.text ?? '') : cut, taken }
}

const isSecondHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
const wholeStart = (text: string, at: number): number => (at > 0 && isSecondHalf(text, at) ? at - 1 : at)
const wholeEnd = (text: string, at: number): number => (isSecondHalf(text, at) ? at + 1 : at)
