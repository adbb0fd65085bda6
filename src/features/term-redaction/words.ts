/** How what was found is said. */
import type { TermRedaction, UncoveredReason } from '#contracts/term-redactions.ts'
import { counted, number } from '../ui/format.ts'

export const uncoveredWords: Readonly<Record<UncoveredReason, string>> = {
  text: 'in its text, and not on its pages',
  noWords: 'in its text; its pages are pictures without words',
  noPages: 'in its text; it has no pages that can be read',
  subject: 'in its subject or title',
  fileName: 'in its file name',
  people: 'among its people',
  tooMany: 'on its pages, beyond what one search can cover',
}

type Counts = Pick<TermRedaction, 'places' | 'ticked' | 'covered'>

/** '12 places, 10 ticked, 2 covered already'. */
export const countWords = ({ places, ticked, covered }: Counts): string =>
  [
    counted(places, 'place'),
    ...(places > 0 ? [`${number(ticked)} ticked`] : []),
    ...(covered > 0 ? [`${number(covered)} covered already`] : []),
  ].join(', ')

/** Whether all that can be ticked is, or some. */
export const tickOf = ({ places, ticked, covered }: Counts): 'all' | 'some' | 'none' =>
  ticked === 0 ? 'none' : ticked === places - covered ? 'all' : 'some'
