/** Shows where a sentence stands that somebody was led to. */
import { highlight, type TextRange } from './places.ts'

const name = 'led-to'

/** Light on either ground, and the colour of no hit. */
export const ledRule = `::highlight(${name}){background-color:#b7d4f5;color:#102a43}`

/** Marks it and brings it into view; answers how to take the mark off. */
export function markLed(element: Element, place: TextRange): () => void {
  const {
    ranges: [found],
    unmark,
  } = highlight(name, element, [place])
  const scroller = element.parentElement
  if (found === undefined || scroller === null) return unmark
  const range = element.ownerDocument.createRange()
  range.setStart(found.startContainer, found.startOffset)
  range.setEnd(found.endContainer, found.endOffset)
  const top = range.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  scroller.scrollBy(0, top - scroller.clientHeight / 3)
  return unmark
}
