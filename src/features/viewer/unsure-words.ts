/**
 * Marks the words that a recognition was unsure of. They are styled ranges (CSS custom highlights) and no elements, so that
 * they may lie across the marks of hits; a browser that knows none shows the text without them.
 */

const name = 'unsure-words'

/** The rule that shows them: dotted, so that no colour of a hit is taken for it. */
export const unsureRule = `::highlight(${name}){text-decoration:underline dotted;text-decoration-color:#b7791f;text-underline-offset:3px}`

/** Marks stretches of an element's text; answers how to take the marks off. */
export function markUnsure(
  element: Element,
  words: readonly (readonly [start: number, length: number])[],
): () => void {
  if (!('highlights' in CSS)) return () => {}
  const highlight = new Highlight()
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let node = walker.nextNode()
  let from = 0
  for (const [start, length] of words) {
    while (node !== null && from + lengthOf(node) <= start) {
      from += lengthOf(node)
      node = walker.nextNode()
    }
    // A word that a hit's mark begins or ends in lies over several nodes: what stands in the first of them is marked.
    if (node === null) break
    const end = Math.min(start - from + length, lengthOf(node))
    highlight.add(
      new StaticRange({
        startContainer: node,
        startOffset: start - from,
        endContainer: node,
        endOffset: end,
      }),
    )
  }
  CSS.highlights.set(name, highlight)
  return () => void CSS.highlights.delete(name)
}

const lengthOf = (node: Node): number => node.nodeValue?.length ?? 0
