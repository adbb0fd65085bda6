/**
 * Words and phrases of a query in the cells of a spreadsheet: found by what marks hits in texts, so that the two cannot disagree.
 * A cell is a text of its own: no phrase reaches from one into the next.
 */
import type { SoughtTerm } from '#contracts/sheets.ts'
import { hitsIn, type LegendEntry } from '#query/hits.ts'
import { certainParts } from '#query/pattern.ts'
import type { Near } from '#query/tree.ts'
import { placesOf, type Seeker } from './seeker.ts'

const beyondAscii = /[^\0-\x7f]/
const betweenWords = /[^a-z0-9_]+/g
/** In JSON: its letters are none of the text. */
const escapes = /\\(?:u[0-9a-f]{4}|.)/gi

export function seekerOfTerms(terms: readonly SoughtTerm[], noise: ReadonlySet<string>): Seeker {
  const entries = terms.map(
    ({ tokens, signs, clauses }): LegendEntry => ({
      label: '',
      tokens,
      ...(signs === undefined ? {} : { signs }),
      // The contract has looked at their form.
      ...(clauses === undefined ? {} : { clauses: clauses as Near[] }),
    }),
  )
  // Parts that stand in every match; a text without one of them, all else taken out, does not hold the term.
  const needs = terms.map(({ tokens }) =>
    tokens.flatMap((token) => (token === null ? [] : certainParts(token))),
  )
  /** Most cells hold nothing of it, and cutting a text into words is slow. Letters beyond ASCII fold in more ways. */
  const mayHold = (text: string): boolean => {
    if (beyondAscii.test(text)) return true
    const letters = text.toLowerCase().replace(betweenWords, '')
    return needs.some((parts) => parts.every((part) => letters.includes(part)))
  }
  return {
    mayStandIn: (block) => mayHold(block.replace(escapes, '')),
    foundIn: (cell) => {
      const found = placesOf(cell).flatMap(([place, text]) =>
        mayHold(text) ? hitsIn(text, entries, noise).map(({ term }) => ({ place, term })) : [],
      )
      const [first] = found
      if (first === undefined) return null
      return { in: first.place, terms: [...new Set(found.map(({ term }) => term))].sort((a, b) => a - b) }
    },
  }
}
