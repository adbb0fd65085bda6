/** The text of a cell with the words of the query marked, in the colours that texts have. */
import type { ReactElement, ReactNode } from 'react'
import type { Hit } from '#query/hits.ts'
import { hueCount } from '../viewer/highlight-colours.ts'

export type FindWords = (text: string) => readonly Hit[]

export function MarkedWords({
  text,
  find,
}: {
  readonly text: string
  readonly find: FindWords
}): ReactElement {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { start, end, term } of find(text)) {
    // One that overlaps an earlier one ("merger" inside "merger costs") is shown by that one's mark.
    if (start < at) continue
    pieces.push(
      text.slice(at, start),
      <mark key={start} data-term={term % hueCount} data-number={term < hueCount ? undefined : term + 1}>
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  )
}
