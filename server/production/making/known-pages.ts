/** How many pages documents have that can all go out, as far as somebody has looked; nothing is opened for it. */
import type { Reader } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import { lastSets } from '../../review/pages/sets.ts'
import { sourceIn } from '../../review/pages/source.ts'
import { pagesThatGoOut } from './pages-that-go-out.ts'

type Row = Parameters<typeof sourceIn>[0]

/** Or why they cannot. What nobody has looked at is not in it, nor what another maker has looked at than draws it now. */
export async function knownPages(
  { read, pages }: { readonly read: Reader; readonly pages: Pick<Services['pages'], 'makeable' | 'whyNone'> },
  documents: readonly Row[],
): Promise<ReadonlyMap<number, number | PageFault>> {
  const sets = await lastSets(
    read,
    documents.map(({ document_id }) => document_id),
  )
  const found = new Map<number, number | PageFault>()
  for (const row of documents) {
    const source = sourceIn(row)
    const makeable = await pages.makeable(source)
    const known = sets.get(row.document_id)
    if (makeable === null)
      found.set(row.document_id, { code: 'unsupportedType', reason: pages.whyNone(source).reason })
    else if (known?.version === makeable.version) found.set(row.document_id, pagesThatGoOut(known))
  }
  return found
}
