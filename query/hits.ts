/** Where a query's words stand in a text: for marks, counts, next and previous. */
import { gap } from './broken-words.ts'
import {
  asWritten,
  indexedOccurrences,
  isNumber,
  matcher,
  occurrences,
  type Wanted,
  wordIndex,
} from './occurrences.ts'
import { isPattern } from './pattern.ts'
import type { Span } from './places.ts'
import { isOneUnspaced, phraseText, plainToken, writtenText } from './print.ts'
import { type Stretch, signsFit } from './signs.ts'
import { among, satisfying, spanAt } from './spans.ts'
import { stretchOf } from './stream.ts'
import { type Token, tokenise } from './tokenise.ts'
import type { Leaf, Near, Node } from './tree.ts'

export interface LegendEntry {
  /** As it is written in a query, without quotes. */
  readonly label: string
  /** The words in order; `null` where any word may stand. */
  readonly tokens: readonly (string | null)[]
  /** Of words that are looked for as they stand: the signs around them (signs.ts). */
  readonly signs?: readonly string[]
  /** Where it is looked for only near others: the clauses that must be satisfied there. */
  readonly clauses?: readonly Near[]
}

/** What is marked: words and phrases that the query looks for in the text. What stands under NOT is not looked for. */
export function legend(tree: Node | null): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  if (tree !== null) collect(tree, entries)
  return [...entries.values()]
}

/** What is marked in the values of a field: words that the query looks for in it. */
export function fieldLegend(tree: Node | null, field: string): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  const name = field.toLowerCase()
  const walk = (node: Node): void => {
    if (node.kind === 'and' || node.kind === 'or') for (const part of node.parts) walk(part)
    else if (node.kind === 'field' && node.field.toLowerCase() === name && node.test.op === 'contains')
      collect(node.test.query, entries)
  }
  if (tree !== null) walk(tree)
  return [...entries.values()]
}

function collect(node: Node, entries: Map<string, LegendEntry>, clause: Near | null = null): void {
  switch (node.kind) {
    case 'and':
    case 'or':
      for (const part of node.parts) collect(part, entries, clause)
      return
    case 'near':
      collect(node.left, entries, clause ?? node)
      if (node.how !== 'not') collect(node.right, entries, clause ?? node)
      return
    case 'exact':
    case 'term':
    case 'phrase': {
      const entry = entryOf(node)
      const known = entries.get(entry.label)
      if (clause === null) {
        if (known === undefined || known.clauses !== undefined) entries.set(entry.label, entry)
      } else if (known === undefined) entries.set(entry.label, { ...entry, clauses: [clause] })
      else if (known.clauses !== undefined)
        entries.set(entry.label, { ...known, clauses: [...known.clauses, clause] })
      return
    }
    default:
  }
}

function entryOf(node: Leaf): LegendEntry {
  switch (node.kind) {
    case 'exact': {
      const { tokens, signs } = node
      return { label: writtenText(node), tokens, signs }
    }
    case 'phrase':
      return { label: phraseText(node.tokens), tokens: node.tokens }
    case 'term':
      return { label: plainToken(node.token), tokens: [node.token] }
  }
}

export interface Hit {
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
  /** Index into the legend. */
  readonly term: number
}

/** All hits in a text, in order. Hits of different terms may overlap ("merger" inside "merger costs"). */
export function hitsIn(
  text: string,
  terms: readonly LegendEntry[],
  noise: ReadonlySet<string> | null,
): Hit[] {
  return terms.length === 0 ? [] : hitsOf(readForHits(text), terms, noise)
}

/** A text that several lists of terms are looked for in: it is cut into words once. */
export interface ReadForHits {
  readonly tokens: readonly Token[]
  readonly words: readonly string[]
  readonly stretch: () => Stretch
  readonly index: () => ReadonlyMap<string, readonly number[]>
}

export function readForHits(text: string): ReadForHits {
  const tokens = tokenise(text)
  const words = tokens.map((token) => token.text)
  let read: Stretch | undefined
  let index: ReadonlyMap<string, readonly number[]> | undefined
  return {
    tokens,
    words,
    stretch: () => {
      read ??= stretchOf(text, tokens)
      return read
    },
    index: () => {
      index ??= wordIndex(words)
      return index
    },
  }
}

/** More terms than these are looked for by an index of the words, which takes longer to make than reading them for a few. */
const fewTerms = 32

/** The same as `hitsIn`, in a text that is cut into words already. */
export function hitsOf(
  { tokens, words, stretch, index }: ReadForHits,
  terms: readonly LegendEntry[],
  noise: ReadonlySet<string> | null,
): Hit[] {
  const readings = words.indexOf(gap)
  const isPlain = (token: string | null): token is string => token !== null && !isPattern(token)
  // All words that a few terms look for are found in one reading.
  const ofTerms =
    terms.length > fewTerms
      ? index()
      : wordIndex(words, new Set(terms.flatMap((entry) => entry.tokens.filter(isPlain))))
  const placesOf = (entry: LegendEntry, wanted: readonly Wanted[]): number[] =>
    terms.length > fewTerms || entry.tokens.some(isPlain)
      ? indexedOccurrences(entry.tokens, wanted, words, ofTerms)
      : occurrences(wanted, words)
  const satisfied = satisfiedIn(stretch, terms.length > fewTerms ? index : null, noise)
  const plainTokens = readings < 0 ? words.length : readings
  const hits = terms.flatMap((entry, term) => {
    const { signs, clauses } = entry
    const wanted: Wanted[] = entry.tokens.map((token) => matcher(token, noise))
    const isNear = clauses === undefined ? null : satisfied(entry, clauses)
    const fits = (at: number): boolean =>
      (signs === undefined || signsFit(signs, stretch(), at, isNumber)) &&
      (isNear === null || isNear(spanAt(stretch(), at, wanted.length)))
    const plain: Hit[] = []
    const joined: Hit[] = []
    for (const at of apart(placesOf(entry, wanted).filter(fits), wanted.length)) {
      const found = tokens.slice(at, at + wanted.length)
      const [first, last] = [found[0], found.at(-1)]
      if (first === undefined || last === undefined) continue
      const hit = { start: first.start, end: endOf(entry, last, tokens[at + wanted.length]), term }
      if (at < plainTokens) plain.push(hit)
      // Other words of the readings stand among the plain ones.
      else if (found.some((token) => token.parts !== undefined)) joined.push(hit)
    }
    return [...plain, ...besides(plain, joined)]
  })
  return hits.sort((a, b) => a.start - b.start || b.end - a.end || a.term - b.term)
}

/** A character alone that begins a token of two is marked without the second one, with which the token behind begins. */
const endOf = ({ tokens }: LegendEntry, last: Token, behind: Token | undefined): number =>
  behind !== undefined &&
  last.start < behind.start &&
  behind.start < last.end &&
  isOneUnspaced(tokens.at(-1) ?? '')
    ? behind.start
    : last.end

/** Says which spans of a term satisfy one of its clauses; each clause is looked at once. */
function satisfiedIn(
  stretch: () => Stretch,
  /** Where there are many: most clauses of many have a word that does not stand there. */
  index: (() => ReadonlyMap<string, unknown>) | null,
  noise: ReadonlySet<string> | null,
): (entry: LegendEntry, clauses: readonly Near[]) => (span: Span) => boolean {
  const known = new Map<Near, Map<string, Span[]>>()
  const spansOfClause = (clause: Near): Map<string, Span[]> => {
    const spans = known.get(clause) ?? new Map<string, Span[]>()
    if (known.has(clause)) return spans
    known.set(clause, spans)
    if (index !== null && !mayStand(clause, index())) return spans
    satisfying(clause, stretch(), asWritten(noise), (leaf, found) => {
      const key = wordsOf(entryOf(leaf))
      spans.set(key, [...(spans.get(key) ?? []), ...found])
    })
    return spans
  }
  return (entry, clauses) =>
    among(clauses.flatMap((clause) => spansOfClause(clause).get(wordsOf(entry)) ?? []))
}

/** Whether the words are there that it cannot do without. */
function mayStand(node: Node, words: ReadonlyMap<string, unknown>): boolean {
  const has = (token: string | null): boolean => token === null || isPattern(token) || words.has(token)
  switch (node.kind) {
    case 'or':
      return node.parts.some((part) => mayStand(part, words))
    case 'near':
      return mayStand(node.left, words) && (node.how === 'not' || mayStand(node.right, words))
    case 'term':
      return has(node.token)
    case 'phrase':
      return node.tokens.every(has)
    case 'exact':
      return node.tokens.every((token) => words.has(token))
    default:
      return true
  }
}

/** What is looked for, as a key. */
const wordsOf = ({ tokens, signs = [] }: LegendEntry): string => JSON.stringify([tokens, signs])

/** Those that overlap none of the plain ones, and none before them: a broken word may stand in several readings. */
function besides(plain: readonly Hit[], joined: readonly Hit[]): Hit[] {
  let next = 0
  let free = 0
  return joined
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while ((plain[next]?.end ?? end) <= start) next++
      if (start < free || (plain[next]?.start ?? end) < end) return false
      free = end
      return true
    })
}

/** How often each term of the legend is hit. */
export function hitCounts(hits: readonly { readonly term: number }[], terms: number): number[] {
  const counts = new Array<number>(terms).fill(0)
  for (const hit of hits) counts[hit.term] = (counts[hit.term] ?? 0) + 1
  return counts
}

/** A text node of a page. */
export interface Piece {
  readonly text: string
  /** It begins a block of its own (a paragraph, a table cell): no word reaches over from the piece before. */
  readonly block: boolean
}

export interface PieceHit {
  /** Which hit it belongs to: one that reaches over several pieces has a part in each. */
  readonly hit: number
  readonly term: number
  readonly piece: number
  /** Offsets into the piece. */
  readonly start: number
  readonly end: number
}

/** The hits in a list of text nodes: words and phrases may go on from one node to the next. */
export function hitsInPieces(
  pieces: readonly Piece[],
  terms: readonly LegendEntry[],
  noise: ReadonlySet<string> | null,
): PieceHit[] {
  const starts: number[] = []
  let text = ''
  for (const piece of pieces) {
    if (piece.block) text += '\n'
    starts.push(text.length)
    text += piece.text
  }
  let piece = 0
  return hitsIn(text, terms, noise).flatMap((hit, index) => {
    while (piece + 1 < pieces.length && (starts[piece + 1] ?? 0) <= hit.start) piece++
    const parts: PieceHit[] = []
    for (let at = piece; at < pieces.length && (starts[at] ?? 0) < hit.end; at++) {
      const from = starts[at] ?? 0
      const start = Math.max(hit.start - from, 0)
      const end = Math.min(hit.end - from, pieces[at]?.text.length ?? 0)
      if (start < end) parts.push({ hit: index, term: hit.term, piece: at, start, end })
    }
    return parts
  })
}

/** Drops hits that overlap the one before of the same term: "ha ha ha" holds "ha ha" once. */
function apart(starts: readonly number[], length: number): number[] {
  let free = 0
  return starts.filter((start) => {
    if (start < free) return false
    free = start + length
    return true
  })
}
