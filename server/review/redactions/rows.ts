/** Redactions as the record holds them, and as they are told. */
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import {
  type DocumentRedactions,
  type Redaction,
  redactionKind,
  redactionLimits,
  redactionOrigin,
  type removedRedaction,
} from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { RedactionTable } from '../redaction-rows/tables.ts'
import { boxesIn } from './of-document.ts'
import type { PagesVersion } from './pages-now.ts'
import { alikeOf, byKey, removalOf, type TellingNames } from './told.ts'

export type RedactionRow = Selectable<RedactionTable>
type ToldRow = RedactionRow & TellingNames
type Removed = z.infer<typeof removedRedaction>

const selectRows = (read: Reader) =>
  read
    .selectFrom('redaction as r')
    .innerJoin('app_user as u', 'u.user_id', 'r.by_user')
    .leftJoin('app_user as c', 'c.user_id', 'r.changed_by')
    .leftJoin('app_user as m', 'm.user_id', 'r.removed_by')
    .selectAll('r')
    .select(['u.name as adder', 'c.name as changer', 'm.name as remover'])

/** Those of a project that have one of some keys, in force or not. */
export const rowsByKey = (
  read: Reader,
  projectId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ToldRow>> =>
  byKey(keys, (some) =>
    selectRows(read).where('r.project_id', '=', projectId).where('r.key', 'in', some).execute(),
  )

/** Those of a document that are in force, in the order in which they were added. */
export const rowsInForce = (read: Reader, documentId: number): Promise<RedactionRow[]> =>
  read
    .selectFrom('redaction')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('redaction_id')
    .execute()

/** All redactions of a document that the caller may read, held against the pages that it has now. */
export async function redactionsNow(
  ctx: ProjectContext,
  read: Reader,
  documentId: number,
  now: PagesVersion,
): Promise<DocumentRedactions> {
  // Before the rows: with a number that is older than they are, the next change is refused and nothing is overlooked.
  const document = await read
    .selectFrom('document')
    .select('redaction_revision')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const ofDocument = selectRows(read).where('r.document_id', '=', documentId)
  const inForce = await ofDocument
    .where('r.removed_at', 'is', null)
    .orderBy('r.page')
    .orderBy('r.redaction_id')
    .execute()
  const removed = await ofDocument
    .where('r.removed_at', 'is not', null)
    .orderBy('r.removed_at', 'desc')
    .orderBy('r.redaction_id', 'desc')
    .limit(redactionLimits.removed)
    .execute()
  const tell = telling(ctx, now)
  return {
    documentId,
    revision: document?.redaction_revision ?? 0,
    data: inForce.map(tell.redaction),
    totalCount: inForce.length,
    removed: removed.map(tell.removed),
  }
}

/** How rows are told to the caller. */
export function telling({ caller }: ProjectContext, now: PagesVersion) {
  const redaction = (row: ToldRow): Redaction => ({
    ...alikeOf(row, caller.userId),
    page: row.page,
    kind: redactionKind.parse(row.kind),
    boxes: [...boxesIn(row.boxes)],
    origin: redactionOrigin.parse(row.origin),
    toCheck: isToCheck(row, now),
  })
  const removed = (row: ToldRow): Removed => ({
    ...redaction(row),
    ...removalOf(row),
  })
  return { redaction, removed }
}

/** Whether it was drawn on another file, or on other pages than the document has now. */
export const isToCheck = (
  row: Pick<RedactionRow, 'sha256' | 'pages_version'>,
  { sha256, version }: PagesVersion,
): boolean => row.sha256 !== sha256 || row.pages_version !== version
