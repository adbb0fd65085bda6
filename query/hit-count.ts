/** How often a query hits in a text, told without marking the places: what a report counts over many documents. */
import type { Matching } from './occurrences.ts'
import type { Span } from './places.ts'
import type { Stretch } from './signs.ts'
import { satisfying, spansOf } from './spans.ts'
import type { Leaf, Node } from './tree.ts'

/** Words and phrases that are marked in a text, words of proximity only where it is satisfied; none that stand under NOT. */
export function hitCount<T>(tree: Node, text: Stretch<T>, by: Matching<T>): number {
  const places = new Map<string, Span[]>()
  const add = (leaf: Leaf, spans: readonly Span[]): void => {
    const key = JSON.stringify(leaf)
    places.set(key, [...(places.get(key) ?? []), ...spans])
  }
  collect(tree, text, by, add)
  return [...places.values()].reduce((sum, spans) => sum + apart(spans), 0)
}

function collect<T>(
  node: Node,
  text: Stretch<T>,
  by: Matching<T>,
  add: (leaf: Leaf, spans: readonly Span[]) => void,
): void {
  switch (node.kind) {
    case 'and':
    case 'or':
      for (const part of node.parts) collect(part, text, by, add)
      return
    case 'near':
      satisfying(node, text, by, add)
      return
    case 'term':
    case 'phrase':
    case 'exact':
      add(node, spansOf(node, text, by))
      return
    default:
  }
}

/** Places that do not overlap the one before: "ha ha ha" holds "ha ha" once. */
function apart(spans: readonly Span[]): number {
  let free = Number.NEGATIVE_INFINITY
  let count = 0
  for (const { first, last } of spans.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    if (first < free) continue
    free = last + 1
    count++
  }
  return count
}
