/** How highlight sets look: a ground that lets what is beneath show through, and a line over the words, where hits have theirs below. */
import { type HighlightSet, highlightColors } from '#contracts/highlights.ts'
import { hueOf } from '../viewer/highlight-colours.ts'

type Looks = Pick<HighlightSet, 'color' | 'line'>

export const inkOf = ({ color }: Pick<Looks, 'color'>): string => hueOf(highlightColors.indexOf(color)).line
/** About a quarter of the ink. */
export const groundOf = (looks: Pick<Looks, 'color'>): string => `${inkOf(looks)}40`

/** Names of styled ranges: of a set, of the one place that is looked at, and of the query's hits in fields. */
export const setName = (highlightSetId: number): string => `highlight-set-${highlightSetId}`
export const hereName = 'highlight-here'
export const fieldHitName = (hue: number): string => `field-hit-${hue}`

/** Of each stroke: two of them and a wave must not reach into the line above. */
const width = { solid: 2, double: 1, dotted: 3, dashed: 2, wavy: 1 } as const

/** The line as CSS has it, on samples as in documents. */
export const lineOf = (looks: Looks): string =>
  `overline ${looks.line} ${width[looks.line]}px ${inkOf(looks)}`

/** Rules for the sets, on paper and on the application's own ground in both themes. */
export function rulesOf(sets: readonly (Looks & Pick<HighlightSet, 'highlightSetId'>)[]): string {
  const ofSets = sets.map(
    (set) =>
      `::highlight(${setName(set.highlightSetId)}){background-color:${groundOf(set)};text-decoration:${lineOf(set)}}`,
  )
  const here = `::highlight(${hereName}){background-color:#b3261e;color:#fff}`
  return ofSets.join('') + here
}

/** The same for hits of the query in fields, which look as they do in texts. */
export const fieldHitRules: string = highlightColors
  .map((_, hue) => {
    const { light, line } = hueOf(hue)
    return `::highlight(${fieldHitName(hue)}){background-color:${light};color:#171b24;text-decoration:underline 2px ${line}}`
  })
  .join('')
