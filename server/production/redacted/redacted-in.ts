/** What of families is redacted, and which files hold something that is. */
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Documents of these families that have redactions in force, and whether some of these are on pages. */
export async function redactedIn(
  read: Reader,
  families: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const pages = await read
    .selectFrom('redaction as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .select('r.document_id')
    .distinct()
    .where('d.family_id', 'in', families)
    .where('r.removed_at', 'is', null)
    .execute()
  const cells = await read
    .selectFrom('redacted_cells as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select('c.document_id')
    .distinct()
    .where('d.family_id', 'in', families)
    .where('c.removed_at', 'is', null)
    .where('c.kind', '<>', 'kept')
    .execute()
  return new Map([
    ...cells.map(({ document_id: id }) => [id, false] as const),
    ...pages.map(({ document_id: id }) => [id, true] as const),
  ])
}

/** Whether something that was taken out of this file, at any depth, is redacted: then the file shows what is covered. */
export async function holdsRedacted(read: Reader, documentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('document')
    .select('family_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) return false
  const redacted = await redactedIn(read, [row.family_id])
  for (const id of redacted.keys()) {
    // No family is deeper than it has members; a circle would have no end.
    const met = new Set([id])
    for (let at = await parentOf(read, id); at !== null && !met.has(at); at = await parentOf(read, at)) {
      if (at === documentId) return true
      met.add(at)
    }
  }
  return false
}

async function parentOf(read: Reader, documentId: number): Promise<number | null> {
  const row = await read
    .selectFrom('document')
    .select('parent_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.parent_id ?? null
}

/** The families of these in which something is redacted. */
export async function redactedFamilies(
  read: Reader,
  families: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...(await redactedIn(read, families)).keys()]
  const found = new Set<number>()
  for (const slice of slices(ids, 1))
    for (const { family_id } of await read
      .selectFrom('document')
      .select('family_id')
      .distinct()
      .where('document_id', 'in', slice)
      .execute())
      found.add(family_id)
  return found
}
