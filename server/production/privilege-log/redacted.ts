/** Redactions that are made for privilege, by their labels and reasons. */
import type { PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader } from '../../platform/records/records.ts'

interface Redacted {
  /** Pages, and sheets. */
  readonly pages: number
}

/** A redaction for privilege, wherever it is drawn. */
interface Drawn {
  readonly documentId: number
  /** Of the page, or of the sheet. */
  readonly place: string
  readonly at: string
  /** Null: it is in force. */
  readonly removedAt: string | null
}

/** Documents that have one in force, with how many of their pages have. */
export function redactedNow(drawn: readonly Drawn[]): ReadonlyMap<number, Redacted> {
  const inForce = drawn.filter(({ removedAt }) => removedAt === null)
  return new Map(
    [...Map.groupBy(inForce, ({ documentId }) => documentId)].map(([id, own]) => [
      id,
      { pages: new Set(own.map(({ place }) => place)).size },
    ]),
  )
}

/** Documents that had one in force at a moment of their own. */
export const redactedAt = (
  drawn: readonly Drawn[],
  moments: ReadonlyMap<number, string>,
): ReadonlySet<number> =>
  new Set(
    drawn.flatMap(({ documentId, at, removedAt }) => {
      const moment = moments.get(documentId)
      if (moment === undefined || at > moment) return []
      return removedAt === null || removedAt > moment ? documentId : []
    }),
  )

/** All of a project that were ever drawn for privilege, by the labels and reasons that they have now. */
export async function drawnForPrivilege(
  read: Reader,
  projectId: number,
  { labels, reasons }: PrivilegeLogSettings['redacted'],
): Promise<Drawn[]> {
  if (labels.length + reasons.length === 0) return []
  const meantBy = { labels: new Set(labels.map(nameKey)), reasons: new Set(reasons.map(nameKey)) }
  const isMeant = ({ label, reason }: { readonly label: string; readonly reason: string }): boolean =>
    meantBy.labels.has(nameKey(label)) || meantBy.reasons.has(nameKey(reason))
  const onPages = await read
    .selectFrom('redaction')
    .select(['document_id', 'page', 'label', 'reason', 'at', 'removed_at'])
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('label', '<>', ''), eb('reason', '<>', '')]))
    .execute()
  const inCells = await read
    .selectFrom('redacted_cells')
    .select(['document_id', 'sheet', 'label', 'reason', 'at', 'removed_at'])
    .where('project_id', '=', projectId)
    .where('kind', '<>', 'kept')
    .where((eb) => eb.or([eb('label', '<>', ''), eb('reason', '<>', '')]))
    .execute()
  return [
    ...onPages.filter(isMeant).map(({ page, ...row }) => drawn(row, `page ${page}`)),
    ...inCells.filter(isMeant).map(({ sheet, ...row }) => drawn(row, `sheet ${sheet}`)),
  ]
}

const drawn = (
  row: { readonly document_id: number; readonly at: string; readonly removed_at: string | null },
  place: string,
): Drawn => ({ documentId: row.document_id, place, at: row.at, removedAt: row.removed_at })
