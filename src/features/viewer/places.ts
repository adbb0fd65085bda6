/**
 * Marks stretches of a text where they stand on the screen. They are styled ranges (CSS custom highlights) and no elements, so
 * that they may lie across the marks of hits; a browser that knows none shows the text without them.
 */

export type TextRange = readonly [start: number, length: number]

/** Marks them under a name; answers where they are, and how to take the marks off. The places come in order. */
export function highlight(
  name: string,
  element: Element,
  places: readonly TextRange[],
): { readonly ranges: readonly StaticRange[]; readonly unmark: () => void } {
  const ranges = rangesOf(element, places)
  if (!('highlights' in CSS)) return { ranges, unmark: () => {} }
  CSS.highlights.set(name, new Highlight(...ranges))
  return { ranges, unmark: () => void CSS.highlights.delete(name) }
}

function rangesOf(element: Element, places: readonly TextRange[]): StaticRange[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: StaticRange[] = []
  let node = walker.nextNode()
  let from = 0
  /** Goes on to the text that holds a place, `end` being the one behind the last character of it. */
  const reach = (at: number, end: boolean): Node | null => {
    while (node !== null && from + lengthOf(node) < at + (end ? 0 : 1)) {
      from += lengthOf(node)
      node = walker.nextNode()
    }
    return node
  }
  for (const [start, length] of places) {
    const startContainer = reach(start, false)
    const startOffset = start - from
    const endContainer = reach(start + length, true)
    if (startContainer === null || endContainer === null) break
    ranges.push(
      new StaticRange({ startContainer, startOffset, endContainer, endOffset: start + length - from }),
    )
  }
  return ranges
}

const lengthOf = (node: Node): number => node.nodeValue?.length ?? 0
