/**
 * Words near each other, over the places where they stand. All places count, not the shortest alone: in "rig x lien lien
 * casing" the first lien brings `lien w/3 casing` within two words of the rig.
 */
import { type Matching, occurrences } from './occurrences.ts'
import type { Places, Span } from './places.ts'
import { type Stretch, signsFit } from './signs.ts'
import type { Leaf, Near, Node } from './tree.ts'

/** Whether words stand near each other, or not near, as it is asked. */
export function standNear<T>(node: Near, text: Stretch<T>, by: Matching<T>): boolean {
  const left = spansOf(node.left, text, by)
  if (left.length === 0) return false
  const right = spansOf(node.right, text, by)
  const partners = partnersIn(right, node)
  return node.how === 'not'
    ? left.some((span) => !partners.some(span))
    : right.length > 0 && left.some((span) => partners.some(span))
}

/** Where a term, a phrase or exact words stand: indexes of their first tokens. */
function placesIn<T>(
  node: Leaf,
  text: Stretch<T>,
  by: Matching<T>,
): { readonly at: readonly number[]; readonly length: number } {
  if (node.kind === 'exact') {
    const found = occurrences(node.tokens.map(by.exactly), text.tokens)
    return {
      at: found.filter((at) => signsFit(node.signs, text, at, by.isNumber)),
      length: node.tokens.length,
    }
  }
  const tokens = node.kind === 'term' ? [node.token] : node.tokens
  return { at: occurrences(tokens.map(by.wanted), text.tokens), length: tokens.length }
}

export const spanAt = (text: Places, at: number, length: number): Span => ({
  first: text.first[at] ?? 0,
  last: text.last[at + length - 1] ?? 0,
})

/** All spans of a term, or of an operand of proximity, each once, in order. */
export function spansOf<T>(node: Node, text: Stretch<T>, by: Matching<T>): readonly Span[] {
  switch (node.kind) {
    case 'term':
    case 'phrase':
    case 'exact': {
      const { at, length } = placesIn(node, text, by)
      return eachOnce(at.map((place) => spanAt(text, place, length)))
    }
    case 'edge':
      return text.texts.map((ends) => ({ first: ends[node.at], last: ends[node.at] }))
    case 'or':
      return eachOnce(node.parts.flatMap((part) => spansOf(part, text, by)))
    case 'near': {
      const left = spansOf(node.left, text, by)
      const partners = partnersIn(left.length === 0 ? [] : spansOf(node.right, text, by), node)
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
export function satisfying<T>(
  node: Node,
  text: Stretch<T>,
  by: Matching<T>,
  found: (leaf: Leaf, spans: readonly Span[]) => void,
  wanted: readonly Span[] | null = null,
): void {
  const isWanted = among(wanted)
  switch (node.kind) {
    case 'or':
      for (const part of node.parts) satisfying(part, text, by, found, wanted)
      return
    case 'near': {
      const left = spansOf(node.left, text, by)
      const partners = partnersIn(spansOf(node.right, text, by), node)
      if (node.how === 'not') {
        const alone = left.filter((span) => isWanted(span) && !partners.some(span))
        satisfying(node.left, text, by, found, alone)
        return
      }
      const [ofLeft, ofRight]: [Span[], Span[]] = [[], []]
      for (const span of left)
        partners.each(span, (other) => {
          if (!isWanted(joined(span, other))) return
          ofLeft.push(span)
          ofRight.push(other)
        })
      satisfying(node.left, text, by, found, eachOnce(ofLeft))
      satisfying(node.right, text, by, found, eachOnce(ofRight))
      return
    }
    case 'term':
    case 'phrase':
    case 'exact':
      found(node, spansOf(node, text, by).filter(isWanted))
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
