/** What is marked on page images: hits of the query, places of highlight sets, and the one that is looked at. */
import type { CSSProperties } from 'react'
import type { HighlightSet } from '#contracts/highlights.ts'
import { groundOf, inkOf } from '../highlights/looks.ts'
import { hueCount, hueOf } from '../viewer/highlight-colours.ts'
import type { Rect } from './page-words.ts'

export interface PageMark extends Rect {
  readonly key: string
  readonly style: CSSProperties
  /** Which term it is, where colors have come again. */
  readonly number?: number
}

export const hitMark =
  (term: number, hit: number, isHere: boolean) =>
  (rect: Rect, part: number): PageMark => ({
    ...rect,
    key: `hit-${hit}-${part}`,
    style: {
      background: hueOf(term).light,
      borderBottom: `2px solid ${hueOf(term).line}`,
      ...(isHere ? here : {}),
    },
    ...(term < hueCount || part > 0 ? {} : { number: term + 1 }),
  })

/** A wave cannot be drawn at the edge of a box: a groove stands for it. */
const edges = {
  solid: 'solid',
  double: 'double',
  dotted: 'dotted',
  dashed: 'dashed',
  wavy: 'groove',
} as const

export const setMark =
  (set: Pick<HighlightSet, 'highlightSetId' | 'color' | 'line'>, index: number, isHere: boolean) =>
  (rect: Rect, part: number): PageMark => ({
    ...rect,
    key: `set-${set.highlightSetId}-${index}-${part}`,
    style: {
      background: groundOf(set),
      borderTop: `${set.line === 'solid' || set.line === 'dashed' ? 2 : 3}px ${edges[set.line]} ${inkOf(set)}`,
      ...(isHere ? here : {}),
    },
  })

const here = { outline: '2px solid #d1341f', outlineOffset: '1px' } as const

/** By page. */
export function byPage(marks: readonly PageMark[]): ReadonlyMap<number, readonly PageMark[]> {
  const pages = new Map<number, PageMark[]>()
  for (const mark of marks) {
    const known = pages.get(mark.page)
    if (known === undefined) pages.set(mark.page, [mark])
    else known.push(mark)
  }
  return pages
}
