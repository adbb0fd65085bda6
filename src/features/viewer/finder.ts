/** What the hits of a search are, and where they are in a text: fetched with the first search that has any. */
import { hitsIn, legend } from '#query/hits.ts'
import { defaultNoise } from '#query/noise.ts'
import type { Node } from '#query/tree.ts'
import { findNothing, type Hit } from './marks.ts'

export interface Finder {
  /** The terms that are marked, in the order of the legend. */
  readonly terms: ReturnType<typeof legend>
  readonly find: (text: string) => readonly Hit[]
}

export function finderOf(tree: Node, own?: readonly string[]): Finder {
  const terms = legend(tree)
  const noise = own === undefined ? defaultNoise : new Set(own)
  return { terms, find: terms.length === 0 ? findNothing : (text) => hitsIn(text, terms, noise) }
}
