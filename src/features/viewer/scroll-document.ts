/** Scrolls what is shown of the document by nearly a window, wherever the keyboard is. */

/** The line that was last stays in view as the first: nobody loses the place. */
const overlap = 40

export function scrollDocument(by: 1 | -1): void {
  const scroller = shownScroller()
  scroller?.scrollBy({ top: by * Math.max(overlap, scroller.clientHeight - overlap), behavior: 'instant' })
}

const shownBody = (): Element | null => document.querySelector('[data-document-body]')

export const isDocumentShown = (): boolean => shownBody() !== null

/** Unless the keyboard is in something else that scrolls, such as a panel: the list gives its keys to the document. */
export const scrollsDocument = (target: EventTarget | null): boolean =>
  isDocumentShown() &&
  !(
    target instanceof HTMLElement &&
    target.role !== 'listbox' &&
    // The list with columns is a grid; so is a sheet, which keeps its keys.
    target.dataset.testid !== 'document-list' &&
    !target.closest('[data-document-shown]') &&
    scrolls(target)
  )

const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)

/** Whatever lies in the middle of the document's place: its text, its pages, a table, or a message in its frame. */
function shownScroller(): Element | null {
  const body = shownBody()
  if (!body) return null
  const { left, top, width, height } = body.getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, top + height / 2)
  if (middle instanceof HTMLIFrameElement) return middle.contentDocument?.scrollingElement ?? null
  for (let at: Element | null = middle; at !== null && body.contains(at); at = at.parentElement)
    if (scrolls(at)) return at
  return null
}
