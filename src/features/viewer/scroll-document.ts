/** Scrolls what is shown of the document by nearly a window, wherever the keyboard is. */

/** The line that was last stays in view as the first: nobody loses the place. */
const overlap = 40

export function scrollDocument(by: 1 | -1): void {
  const scroller = shownScroller()
  scroller?.scrollBy({ top: by * Math.max(overlap, scroller.clientHeight - overlap), behavior: 'instant' })
}

const shownBody = (): Element | null => document.querySelector('[data-document-body]')

export const isDocumentShown = (): boolean => shownBody() !== null

/** Whatever lies in the middle of the document's place: its text, its pages, a table, or a message in its frame. */
function shownScroller(): Element | null {
  const body = shownBody()
  if (!body) return null
  const { left, top, width, height } = body.getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, top + height / 2)
  if (middle instanceof HTMLIFrameElement) return middle.contentDocument?.scrollingElement ?? null
  for (let at: Element | null = middle; at !== null && body.contains(at); at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}
