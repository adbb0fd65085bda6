/** What fields say of redactions: whether a document has any, and of which types. */
import type { Reader } from '../../platform/records/records.ts'

export interface RedactionFacts {
  /** It has one that is in force. */
  readonly isRedacted: boolean
  /** As the field `Redaction_Type` says them. */
  readonly types: readonly string[]
}

/** By document; those that were never redacted are not there. */
export async function redactionFactsOf(
  read: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RedactionFacts>> {
  const onPages = read
    .selectFrom('redaction')
    .select('document_id')
    .distinct()
    .where('document_id', 'in', [...ids])
    .where('removed_at', 'is', null)
  const inCells = read
    .selectFrom('redacted_cells')
    .select('document_id')
    .distinct()
    .where('document_id', 'in', [...ids])
    .where('kind', '<>', 'kept')
  const [pages, cells, cleared] = await Promise.all([
    onPages.execute(),
    inCells.where('removed_at', 'is', null).execute(),
    inCells.where('removed_at', 'is not', null).execute(),
  ])
  const found = new Map<number, { isRedacted: boolean; types: string[] }>()
  const say = (id: number, isRedacted: boolean, type: string): void => {
    const known = found.get(id) ?? { isRedacted: false, types: [] }
    if (!known.types.includes(type)) known.types.push(type)
    found.set(id, { ...known, isRedacted: known.isRedacted || isRedacted })
  }
  for (const { document_id } of pages) say(document_id, true, ofPages)
  for (const { document_id } of cells) say(document_id, true, ofCells)
  // Clearing leaves the type: it says how the document was redacted.
  for (const { document_id } of cleared) say(document_id, false, ofCells)
  return found
}

/** Drawn on pages. */
const ofPages = 'Pages'
/** Cells of a spreadsheet, which leaves as one. */
const ofCells = 'Manual Native'
