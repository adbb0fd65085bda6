/** The titles of a document's outline, with the pages that they lead to. */
import { storable } from '../text.ts'
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** Bookmarks that are read; an outline may be a ring. */
const maxBookmarks = 50_000

export interface Bookmark {
  readonly title: string
  /** Page from 0; null where it leads to no page of the document. */
  readonly page: number | null
}

/** All bookmarks in the order in which they are listed. */
export function readBookmarks({ engine, document }: PdfFile): Bookmark[] {
  const { api } = engine
  const bookmarks: Bookmark[] = []
  const seen = new Set<Pointer>([0])
  // Those that come next, the nearest last.
  const open: Pointer[] = [api.FPDFBookmark_GetFirstChild(document, 0)]
  for (let at = open.pop(); at !== undefined && bookmarks.length < maxBookmarks; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const bookmark = at
    const title = engine.text((buffer, size) => api.FPDFBookmark_GetTitle(bookmark, buffer, size))
    const destination = api.FPDFBookmark_GetDest(document, bookmark)
    const page = destination === 0 ? -1 : api.FPDFDest_GetDestPageIndex(document, destination)
    const shown = storable(title).replace(/\s+/g, ' ').trim()
    if (shown !== '') bookmarks.push({ title: shown, page: page < 0 ? null : page })
    open.push(
      api.FPDFBookmark_GetNextSibling(document, bookmark),
      api.FPDFBookmark_GetFirstChild(document, bookmark),
    )
  }
  return bookmarks
}
