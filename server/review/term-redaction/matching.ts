/** Where what is looked for stands in the words of pages, and how often in texts and fields beside them. */
import { termRedactionLimits } from '#contracts/term-redactions.ts'
import { hitsOf, type LegendEntry, legend, readForHits } from '#query/hits.ts'
import type { Node } from '#query/tree.ts'
import { personalDataIn } from '../analysis/personal-data.ts'
import type { Wanted } from './asked.ts'
import { placesOf } from './expressions.ts'

export interface Place {
  /** Place in the list of what is looked for. */
  readonly term: number
  /** UTF-16 units from the beginning of the text. */
  readonly start: number
  readonly end: number
}

export interface Found {
  /** In the order of the text. */
  readonly places: readonly Place[]
  /** How often each is there, also where its places are not told. */
  readonly counts: readonly number[]
  /** Expressions that did not come to an end in time. */
  readonly endless: readonly number[]
}

/** Reads what is looked for once; a text is cut into words once for all of it. */
export function matcherOf(
  wanted: readonly Wanted[],
  noise: ReadonlySet<string> | null,
  expressionMs: number = termRedactionLimits.expressionMs,
): (text: string) => Found {
  const entries: LegendEntry[] = []
  const owners: number[] = []
  const kinds = new Map<string, number>()
  const expressions = new Map<number, string>()
  for (const [term, { how, text, tree }] of wanted.entries()) {
    if (how === 'personal') kinds.set(text, term)
    else if (how === 'expression') expressions.set(term, text)
    else
      for (const entry of legend(tree as Node)) {
        entries.push(entry)
        owners.push(term)
      }
  }
  return (text) => {
    const hits = entries.length === 0 ? [] : hitsOf(readForHits(text), entries, noise)
    const words = once(hits.map(({ term, start, end }) => ({ term: owners[term] ?? 0, start, end })))
    const counts = wanted.map(() => 0)
    const endless: number[] = []
    for (const [term, expression] of expressions) {
      const found = placesOf(expression, text, term, expressionMs)
      if (found === null) endless.push(term)
      else words.push(...found)
    }
    for (const { term } of words) counts[term] = (counts[term] ?? 0) + 1
    if (kinds.size === 0) return { places: words.sort(inOrder), counts, endless }
    // A number that is broken at the end of a line is one: a space keeps all places.
    const data = personalDataIn(text.replaceAll('\n', ' '))
    for (const known of [data.counts.likely, data.counts.potential])
      for (const [kind, count] of known) {
        const term = kinds.get(kind)
        if (term !== undefined) counts[term] = (counts[term] ?? 0) + count
      }
    const personal = data.places.flatMap(({ kind, start, end }): Place[] => {
      const term = kinds.get(kind)
      return term === undefined ? [] : [{ term, start, end }]
    })
    return { places: [...words, ...personal].sort(inOrder), counts, endless }
  }
}

const inOrder = (a: Place, b: Place): number => a.start - b.start || b.end - a.end

/** Of a term with alternatives one may stand in another: what a longer one has taken is not told twice. */
function once(places: readonly Place[]): Place[] {
  const free = new Map<number, number>()
  return places.filter(({ term, end }) => {
    if (end <= (free.get(term) ?? 0)) return false
    free.set(term, end)
    return true
  })
}
