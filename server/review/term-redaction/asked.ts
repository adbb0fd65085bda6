/** What is looked for, as it is kept with a search: each line that somebody wrote, and each kind of personal data. */
import * as z from 'zod/mini'
import type { personalKind } from '#contracts/term-redactions.ts'
import { legend } from '#query/hits.ts'
import { isPattern } from '#query/pattern.ts'
import type { Node } from '#query/tree.ts'
import { readHighlightTerm } from '../highlights/terms.ts'
import type { TermReading } from '../search/keyword-term.ts'

const wanted = z.object({
  text: z.string(),
  how: z.enum(['term', 'pattern', 'expression', 'personal']),
  /** Its syntax tree (query/tree.ts); null of expressions and of personal data. */
  tree: z.unknown(),
})
export type Wanted = z.infer<typeof wanted>

/** A term that stands for several words is a pattern: whoever reads the log should know that nobody has written the word. */
export function wantedOf(
  terms: readonly string[],
  expressions: readonly string[],
  personalData: readonly z.infer<typeof personalKind>[],
  reading: TermReading,
): readonly Wanted[] {
  return [
    ...terms.flatMap((text): Wanted[] => {
      const read = readHighlightTerm(text, reading)
      return read.ok ? [{ text, how: standsForSeveral(read.tree) ? 'pattern' : 'term', tree: read.tree }] : []
    }),
    ...expressions.map((text): Wanted => ({ text, how: 'expression', tree: null })),
    ...personalData.map((text): Wanted => ({ text, how: 'personal', tree: null })),
  ]
}

const standsForSeveral = (tree: Node): boolean =>
  legend(tree).some(({ tokens }) => tokens.some((token) => token === null || isPattern(token)))

export const wantedIn = (column: string): readonly Wanted[] => z.array(wanted).parse(JSON.parse(column))

export const noiseIn = (column: string | null): readonly string[] | null =>
  column === null ? null : z.array(z.string()).parse(JSON.parse(column))

/** As redactions say it. */
export const originOf = (how: Wanted['how'] | undefined): 'terms' | 'pattern' =>
  how === 'term' ? 'terms' : 'pattern'
