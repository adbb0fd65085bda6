/**
 * Words near each other, over the places where they stand. All places count, not the shortest alone: in "rig x lien lien
 * casing" the first lien brings `lien w/3 casing` within two words of the rig.
 */
import { matcher, occurrences } from './occurrences.ts'
import type { Span } from './places.ts'
import { type Stretch, signsFit } from './signs.ts'
import type { Leaf, Near, Node } from './tree.ts'

/** Whether words stand near each other, or not near, as it is asked. */
export function standNear(node: Near, text: Stretch, noise: ReadonlySet<string> | null): boolean {
  const left = spansOf(node.left, text, noise)
  if (left.length === 0) return false
  const right = spansOf(node.right, text, noise)
  const partners = partnersIn(right, node)
  return node.how === 'not'
    ? left.some((span) => !partners.some(span))
    : right.length > 0 && left.some((span) => partners.some(span))
}

/** Where a term, a phrase or exact words stand: indexes of their first tokens. */
function placesIn(
  node: Leaf,
  text: Stretch,
  noise: ReadonlySet<string> | null,
): { readonly at: readonly number[]; readonly length: number } {
  const tokens = node.kind === 'term' ? [node.token] : node.tokens
  const wanted = tokens.map((token) => matcher(token, node.kind === 'exact' ? null : noise))
  const found = occurrences(wanted, text.tokens)
  return {
    at: node.kind === 'exact' ? found.filter((at) => signsFit(node.signs, text, at)) : found,
    length: tokens.length,
  }
}

export const spanAt = (text: Stretch, at: number, length: number): Span => ({
  first: text.first[at] ?? 0,
  last: text.last[at + length - 1] ?? 0,
})

/** All spans of a term, or of an operand of proximity, each once, in order. */
export function spansOf(node: Node, text: Stretch, noise: ReadonlySet<string> | null): readonly Span[] {
  switch (node.kind) {
    case 'term':
    case 'phrase':
    case 'exact': {
      const { at, length } = placesIn(node, text, noise)
      return eachOnce(at.map((place) => spanAt(text, place, length)))
    }
    case 'edge':
      return text.texts.map((ends) => ({ first: ends[node.at], last: ends[node.at] }))
    case 'or':
      return eachOnce(node.parts.flatMap((part) => spansOf(part, text, noise)))
    case 'near': {
      const left = spansOf(node.left, text, noise)
      const partners = partnersIn(left.length === 0 ? [] : spansOf(node.right, text, noise), node)
      if (node.how === 'not') return left.filter((span) => !partners.some(span))
      const spans: Span[] = []
      for (const span of left) partners.each(span, (other) => spans.push(joined(span, other)))
      return eachOnce(spans)
    }
    // Taken apart, or refused, where a query is read.
    case 'and':
    case 'not':
    case 'field':
      return []
  }
}

/**
 * The leaves of a query of proximity, each with the spans by which it is satisfied. `wanted`: the spans of the whole that
 * are looked at; null: all of them.
 */
export function satisfying(
  node: Node,
  text: Stretch,
  noise: ReadonlySet<string> | null,
  found: (leaf: Leaf, spans: readonly Span[]) => void,
  wanted: readonly Span[] | null = null,
): void {
  const isWanted = among(wanted)
  switch (node.kind) {
    case 'or':
      for (const part of node.parts) satisfying(part, text, noise, found, wanted)
      return
    case 'near': {
      const left = spansOf(node.left, text, noise)
      const partners = partnersIn(spansOf(node.right, text, noise), node)
      if (node.how === 'not') {
        const alone = left.filter((span) => isWanted(span) && !partners.some(span))
        satisfying(node.left, text, noise, found, alone)
        return
      }
      const [ofLeft, ofRight]: [Span[], Span[]] = [[], []]
      for (const span of left)
        partners.each(span, (other) => {
          if (!isWanted(joined(span, other))) return
          ofLeft.push(span)
          ofRight.push(other)
        })
      satisfying(node.left, text, noise, found, eachOnce(ofLeft))
      satisfying(node.right, text, noise, found, eachOnce(ofRight))
      return
    }
    case 'term':
    case 'phrase':
    case 'exact':
      found(node, spansOf(node, text, noise).filter(isWanted))
      return
    default:
  }
}

const joined = (one: Span, other: Span): Span => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
})

interface Partners {
  /** Whether any is near a span. */
  readonly some: (span: Span) => boolean
  readonly each: (span: Span, visit: (other: Span) => void) => void
}

/** Those of a list that are near a span: none that overlaps it. */
function partnersIn(list: readonly Span[], { how, distance }: Near): Partners {
  const byFirst = list.toSorted((a, b) => a.first - b.first)
  const byLast = how === 'before' ? [] : list.toSorted((a, b) => a.last - b.last)
  const firsts = byFirst.map(({ first }) => first)
  const lasts = byLast.map(({ last }) => last)
  return {
    some: ({ first, last }) =>
      (firsts[reaching(firsts, last + 1)] ?? Number.POSITIVE_INFINITY) <= last + distance ||
      (lasts[reaching(lasts, first - distance)] ?? Number.POSITIVE_INFINITY) < first,
    each: ({ first, last }, visit) => {
      for (
        let at = reaching(firsts, last + 1);
        (firsts[at] ?? Number.POSITIVE_INFINITY) <= last + distance;
        at++
      )
        visit(byFirst[at] as Span)
      for (let at = reaching(lasts, first - distance); (lasts[at] ?? Number.POSITIVE_INFINITY) < first; at++)
        visit(byLast[at] as Span)
    },
  }
}

/** The index of the first of sorted numbers that is not less. */
function reaching(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** Wider than any text is long: two places make one number. */
const width = 2 ** 26
const keyOf = ({ first, last }: Span): number => first * width + last

function eachOnce(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans
  const keys = new Set<number>()
  return spans
    .filter((span) => {
      const key = keyOf(span)
      return !keys.has(key) && keys.add(key)
    })
    .sort((a, b) => a.first - b.first || a.last - b.last)
}

/** Says whether a span is in a list; with null all are. */
export function among(spans: readonly Span[] | null): (span: Span) => boolean {
  if (spans === null) return () => true
  const keys = new Set(spans.map(keyOf))
  return (span) => keys.has(keyOf(span))
}
