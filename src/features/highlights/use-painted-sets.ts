/** Paints what highlight sets and the query find in what is drawn, over it (CSS highlights): nothing is put into the document. */
import { useEffect, useState } from 'react'
import { fieldLegend, hitsOf } from '#query/hits.ts'
import type { Node } from '#query/tree.ts'
import { hueCount } from '../viewer/highlight-colours.ts'
import { fieldHitName, fieldHitRules, hereName, rulesOf, setName } from './looks.ts'
import { apart, mostPlaces, type Place, type ShownSet } from './sets.ts'
import type { Drawn } from './use-drawn.ts'

/** By the set. */
type Ranges = ReadonlyMap<number, readonly Range[]>

/** The places of each set that is on, found by parts of their terms so that keys are heard between. */
export function useSetRanges(drawn: readonly Drawn[], sets: readonly ShownSet[]): Ranges {
  const [ranges, setRanges] = useState<Ranges>(new Map())
  useEffect(() => {
    const found = new Map<number, readonly Range[]>()
    const left = sets
      .filter(({ off }) => !off)
      .flatMap(({ highlightSetId, parts }) => parts.map((part) => ({ highlightSetId, part })))
    /** By the set, of each stretch that is drawn. */
    const places = new Map<number, Place[][]>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = () => {
      const task = left.shift()
      if (task === undefined) {
        for (const [id, all] of places) found.set(id, rangesOf(drawn, all))
        return setRanges(found)
      }
      const own = places.get(task.highlightSetId) ?? drawn.map(() => [])
      places.set(task.highlightSetId, own)
      for (const [at, { words }] of drawn.entries())
        for (const place of task.part(words)) own[at]?.push(place)
      timer = setTimeout(next)
    }
    next()
    return () => clearTimeout(timer)
  }, [drawn, sets])
  return ranges
}

function rangesOf(drawn: readonly Drawn[], places: readonly (readonly Place[])[]): Range[] {
  const ranges: Range[] = []
  for (const [at, { rangeOf }] of drawn.entries())
    for (const place of apart((places[at] ?? []).toSorted((a, b) => a.start - b.start))) {
      const range = rangeOf(place)
      if (range === null) continue
      ranges.push(range)
      if (ranges.length === mostPlaces) return ranges
    }
  return ranges
}

/** Paints them, and `here` otherwise, in each of the windows that they stand in. */
export function usePaint(sets: readonly ShownSet[], ranges: Ranges, here: Range | null): void {
  useEffect(() => {
    const painted = [...ranges].flatMap(([id, all]) => {
      const rest = all.filter((range) => range !== here)
      return paint(setName(id), rest)
    })
    const marks = here === null ? painted : [...painted, ...paint(hereName, [here])]
    for (const window of new Set(marks.map((mark) => mark.window))) style(window, rulesOf(sets))
    return () => {
      for (const { window, name } of marks) window.CSS.highlights.delete(name)
    }
  }, [sets, ranges, here])
}

/** What the query looks for inside fields, marked where the header and the metadata show them. */
export function useFieldHits(drawn: readonly Drawn[], tree: Node | null): void {
  useEffect(() => {
    if (tree === null) return
    const byHue = Array.from({ length: hueCount }, (): Range[] => [])
    for (const { fields, words, rangeOf } of drawn) {
      const terms = fields.flatMap((field) => fieldLegend(tree, field))
      if (terms.length === 0) continue
      // Inside fields every word counts.
      for (const hit of hitsOf(words, terms, null)) {
        const range = rangeOf(hit)
        if (range !== null) byHue[hit.term % hueCount]?.push(range)
      }
    }
    const marks = byHue.flatMap((ranges, hue) => paint(fieldHitName(hue), ranges))
    for (const window of new Set(marks.map((mark) => mark.window))) style(window, fieldHitRules, 'field')
    return () => {
      for (const { window, name } of marks) window.CSS.highlights.delete(name)
    }
  }, [drawn, tree])
}

type View = Window & typeof globalThis

/** A browser that knows no such highlights shows the text without them. */
function paint(name: string, ranges: readonly Range[]): { readonly window: View; readonly name: string }[] {
  const byView = new Map<View, Range[]>()
  for (const range of ranges) {
    const view = range.startContainer.ownerDocument?.defaultView
    if (!view || !('highlights' in CSS)) continue
    const known = byView.get(view)
    if (known === undefined) byView.set(view, [range])
    else known.push(range)
  }
  return [...byView].map(([window, all]) => {
    window.CSS.highlights.set(name, new window.Highlight(...all))
    return { window, name }
  })
}

/** The message's frame has a page of its own, which needs the rules too. */
function style({ document }: View, rules: string, of = 'sets'): void {
  const id = `highlights-${of}`
  const element = document.getElementById(id) ?? document.createElement('style')
  element.id = id
  if (element.textContent !== rules) element.textContent = rules
  if (!element.isConnected) document.head.append(element)
}
