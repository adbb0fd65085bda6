/** The sets of the project that can be highlighted, and where their terms stand in a text. */
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import type { HighlightSet, HighlightSets } from '#contracts/highlights.ts'
import { hitsOf, type LegendEntry, legend, type ReadForHits } from '#query/hits.ts'
import { defaultNoise } from '#query/noise.ts'
import type { Node } from '#query/tree.ts'
import { highlightSets } from '#src/reads/highlight-sets.ts'
import { $highlightsOff } from '#src/stores/highlights.ts'
import { useRead } from '../ui/answer.ts'

/** More places of a set in one document are not counted. */
export const mostPlaces = 5_000

/** A stretch of a text. */
export interface Place {
  readonly start: number
  readonly end: number
}

export interface ShownSet extends HighlightSet {
  /** One has turned it off. */
  readonly off: boolean
  /** Terms that can no longer be read and are not highlighted. */
  readonly unread: number
  /** Where its terms stand, in order; those that overlap an earlier one are part of it. */
  readonly find: (text: ReadForHits) => readonly Place[]
  /** The same by parts of its terms, for what must not take long at a time; their places may overlap. */
  readonly parts: readonly ((text: ReadForHits) => readonly Place[])[]
}

const termsOfPart = 50

const none: readonly ShownSet[] = []

export function useSets(): readonly ShownSet[] {
  const { value } = useRead(highlightSets, {}, { once: true })
  const off = useUnit($highlightsOff)
  const found = useMemo(() => (value === null ? [] : value.data.map(findsOf(value))), [value])
  return useMemo(
    () =>
      found.length === 0 ? none : found.map((set) => ({ ...set, off: off.includes(set.highlightSetId) })),
    [found, off],
  )
}

const findsOf =
  ({ noise }: HighlightSets) =>
  (set: HighlightSet): Omit<ShownSet, 'off'> => {
    const words = noise === undefined ? defaultNoise : new Set(noise)
    const trees = set.terms.flatMap(({ tree }) => (tree === null ? [] : [tree as Node]))
    const terms = trees.flatMap((tree): LegendEntry[] => legend(tree))
    const parts = Array.from({ length: Math.ceil(terms.length / termsOfPart) }, (_, part) => {
      const own = terms.slice(part * termsOfPart, (part + 1) * termsOfPart)
      return (text: ReadForHits): readonly Place[] => hitsOf(text, own, words)
    })
    return {
      ...set,
      parts,
      unread: set.terms.length - trees.length,
      find: (text) => apart(hitsOf(text, terms, words)),
    }
  }

/** Hits in order of their start; one that overlaps an earlier one makes it longer. */
export function apart(hits: readonly Place[]): readonly Place[] {
  const places: { start: number; end: number }[] = []
  for (const { start, end } of hits) {
    const last = places.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places
}
