/** Marks hits inside a document that is already drawn: in the message's frame, or in the text pane. */
import { hueCount } from './highlight-colours.ts'

export interface Hit {
  readonly start: number
  readonly end: number
  /** Which term of the legend, zero-based. */
  readonly term: number
}

export interface Marked {
  readonly marks: readonly HTMLElement[]
  readonly terms: readonly number[]
}

/** Where nothing is searched for: nobody reads a whole document to find nothing in it. */
export const findNothing = (): readonly Hit[] => []

const nothing: Marked = { marks: [], terms: [] }

/** Elements after which words are apart, though no white space stands between them. */
const blocks = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BR CAPTION CENTER DD DIV DL DT FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TH TFOOT THEAD TR UL'.split(
    ' ',
  ),
)

/**
 * Wraps every hit in `<mark data-term data-hit>`; a hit over several text nodes becomes several marks of one number.
 * Answers, in reading order, the first mark of each hit and its term.
 */
export function markHits(root: Element, find: (text: string) => readonly Hit[]): Marked {
  if (find === findNothing) return nothing
  const { text, nodes } = readText(root)
  const firsts: HTMLElement[] = []
  const hits = find(text)
  const owners = ownersOf(hits)
  // From the last to the first, so that offsets into nodes stay true while they are split.
  for (let index = hits.length - 1; index >= 0; index--) {
    const hit = hits[index]
    if (!hit || owners[index] !== index) continue
    let first: HTMLElement | undefined
    for (let at = lastNodeBefore(nodes, hit.end); at >= 0; at--) {
      const piece = nodes[at]
      if (!piece || piece.start + piece.node.data.length <= hit.start) break
      const from = Math.max(0, hit.start - piece.start)
      const to = Math.min(piece.node.data.length, hit.end - piece.start)
      if (from < to) first = wrap(piece.node, from, to, hit.term, index)
    }
    if (first) firsts[index] = first
  }
  return { marks: owners.flatMap((owner) => firsts[owner] ?? []), terms: hits.map(({ term }) => term) }
}

/** A hit that overlaps an earlier one ("merger" inside "merger costs") is shown by that one's mark. */
function ownersOf(hits: readonly Hit[]): number[] {
  let owner = -1
  let end = -1
  return hits.map((hit, index) => {
    if (hit.start >= end) {
      owner = index
      end = hit.end
    }
    return owner
  })
}

export interface Piece {
  readonly start: number
  readonly node: Text
}

/** All text of an element in reading order, and where each of its pieces begins in it. */
export function readText(root: Element): { text: string; nodes: Piece[] } {
  const nodes: Piece[] = []
  let text = ''
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const piece = node as Text
      nodes.push({ start: text.length, node: piece })
      text += piece.data
    } else if (blocks.has(node.nodeName)) {
      text += '\n'
    }
  }
  return { text, nodes }
}

/** The last piece that begins before a place. */
export function lastNodeBefore(nodes: readonly Piece[], end: number): number {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((nodes[middle]?.start ?? 0) < end) low = middle + 1
    else high = middle
  }
  return low - 1
}

function wrap(node: Text, from: number, to: number, term: number, hit: number): HTMLElement {
  const middle = from > 0 ? node.splitText(from) : node
  if (to - from < middle.data.length) middle.splitText(to - from)
  const mark = node.ownerDocument.createElement('mark')
  mark.dataset.term = String(term % hueCount)
  mark.dataset.hit = String(hit)
  if (term >= hueCount) mark.dataset.number = String(term + 1)
  middle.replaceWith(mark)
  mark.append(middle)
  return mark
}
