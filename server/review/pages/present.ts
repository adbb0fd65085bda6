/** A document's pages as its viewer is told of them. */
import type { DocumentPages } from '#contracts/pages.ts'
import type { Source } from './draw.ts'
import { originOf } from './makers.ts'
import type { Pages } from './pages.ts'
import { waitMs, within } from './waiting.ts'

/** What there is to see of a document; it may be found out for the first time. */
export async function documentPages(pages: Pages, source: Source): Promise<DocumentPages> {
  const { documentId } = source
  const without = (state: DocumentPages['state'], reason: string | null): DocumentPages => ({
    documentId,
    state,
    origin: null,
    reason,
    pages: [],
    html: null,
  })
  const known = await pages.makeable(source)
  if (known === null) return without('none', pages.whyNone(source).reason)
  const set = await within(pages.look(known), waitMs)
  if (set === null) return without('rendering', null)
  if (set.sizes === null) return without('failed', set.fault?.reason ?? null)
  // A rendition by this program alone stands where LibreOffice would have laid out pages.
  const instead = known.maker === 'word' ? pages.whyNone(source).reason : null
  const ready = {
    documentId,
    state: 'ready',
    origin: originOf[known.maker],
    reason: set.fault?.reason ?? instead,
    pages: set.sizes.map((size, page) => ({ ...size, fault: set.faults.get(page)?.reason ?? null })),
    html: null,
  } as const
  if (set.sizes.length > 0) return ready
  const made = await within(pages.rendition(known), waitMs)
  if (made === null) return without('rendering', null)
  return 'code' in made ? without('failed', made.reason) : { ...ready, html: made.html }
}
