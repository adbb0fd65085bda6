/**
 * Writes what became of some items, all of it in one transaction with the job's books and cursor: documents in family
 * order with their control numbers (where they are promoted at once), their text, custodians, exceptions, what the index has to take, and the audit rows.
 * Killed at any moment, an import has written an item wholly or not at all.
 */

import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { lowestNumber } from '../../review/documents/control.ts'
import { reopenDocuments } from '../reprocess/reprocess.ts'
import { bookOf } from '../stages/work.ts'
import { idOf, keepCopies, originalsOf, sortFamilies } from '../writing/copies.ts'
import type { ImportCursor } from '../writing/cursor.ts'
import { resolveRepeated, writeFailures } from '../writing/failures.ts'
import {
  type Books,
  CursorMoved,
  entry,
  failedBefore,
  type ImportState,
  type KeptOutcome,
  type Repeated,
  rootBefore,
  type WriteOptions,
} from '../writing/import-state.ts'
import { duplicatesIn, leftOutIn, leftOutOf, writeLeftOut } from '../writing/suppressed-items.ts'
import { numberDocuments, writeDocuments } from '../writing/write-documents.ts'

/** Writes outcomes in order and moves the cursor behind them. Returns the state that holds once this has committed. */
export async function writeOutcomes(
  trx: Writer,
  state: ImportState,
  all: readonly KeptOutcome[],
  cursor: ImportCursor,
  options: WriteOptions,
): Promise<{
  readonly left: Pick<ImportState, 'cursor' | 'cursorText' | 'books'>
  readonly changed: boolean
}> {
  // Where there are documents already, what is read now is about them.
  const [outcomes, again] = [false, true].map((isThere) =>
    all.filter((outcome) => isOfDocument(state, outcome, options.repeated) === isThere),
  ) as [KeptOutcome[], KeptOutcome[]]
  const at = instantOf(options.now)
  const books = { ...state.books }
  // Taken first: on PostgreSQL it makes imports of one project take turns, so that both see each other's mail.
  const { last_control } = await trx
    .updateTable('project')
    .set((eb) => ({ last_control: eb.ref('last_control'), last_activity_at: at }))
    .where('project_id', '=', state.projectId)
    .returning('last_control')
    .executeTakeFirstOrThrow()
  const families = outcomes.filter((o) => o.kind === 'family')
  const sorted = await sortFamilies(trx, state, families)
  const numbered = state.promote
    ? numberDocuments(sorted.fresh, last_control, 1)
    : numberDocuments(sorted.fresh, await lowestNumber(trx, state.projectId), -1)
  const audit: AuditEntry[] = []
  if (numbered.length > 0) {
    if (state.promote)
      await trx
        .updateTable('project')
        .set({ last_control: last_control + numbered.length })
        .where('project_id', '=', state.projectId)
        .execute()
    await writeDocuments(trx, state, numbered, at)
    for (const doc of numbered)
      audit.push(
        entry(
          state,
          options.now,
          state.promote ? 'document.promoted' : 'document.processed',
          doc.documentId,
          {
            ...(state.promote ? { control: doc.control } : {}),
            familyId: doc.parentDocument().documentId,
            custodianId: state.custodianId,
            sha256: doc.member.sha256,
          },
        ),
      )
  }
  audit.push(...(await keepCopies(trx, state, sorted.copies, options.now)))
  const failures = outcomes.filter((o) => o.kind === 'failed')
  audit.push(...(await writeFailures(trx, state, failures, at, options)))
  audit.push(...(await resolveRepeated(trx, state, all, options)))
  for (const outcome of outcomes)
    if (outcome.kind === 'known') {
      const { hashListId, size, sha256 } = outcome
      audit.push(entry(state, options.now, 'item.deNisted', null, { hashListId, size, sha256 }))
    }
  for (const outcome of outcomes) count(books, outcome, options.repeated)
  const originals = await originalsOf(trx, sorted.copies)
  const duplicates = sorted.copies.flatMap((copy) =>
    duplicatesIn(copy.parsed.family, originals.get(copy) ?? []),
  )
  // Of a copy nothing is there but the family that it is a copy of.
  const leftOut = [
    ...outcomes.flatMap((outcome) => leftOutOf(state, outcome)),
    ...sorted.fresh.flatMap(({ parsed, documents }) =>
      leftOutIn(parsed.family, (ordinal) => documents[ordinal]?.documentId),
    ),
    ...duplicates,
    ...sorted.copies.flatMap(({ parsed, survivor }) => leftOutIn(parsed.family, () => idOf(survivor))),
  ]
  await writeLeftOut(trx, state, leftOut, at)
  for (const { path } of again) uncount(books, path, options.repeated)
  const reopened = await reopenDocuments(trx, state, again, options)
  audit.push(...reopened.audit)
  for (const { state: stands } of reopened.added) {
    books.itemsIn++
    books[bookOf[stands]]++
  }
  const { deNisted, inlineImages } = reopened.leftOut
  books.itemsIn += deNisted + inlineImages
  books.deNisted += deNisted
  books.inlineImages += inlineImages
  books.duplicates += duplicates.length
  if (state.promote) books.promoted += numbered.length
  else books.waiting += numbered.length
  const cursorText = JSON.stringify(cursor)
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set((eb) => ({
      cursor: cursorText,
      items_in: books.itemsIn,
      items_done: books.itemsIn,
      items_total: cursor.finished ? books.itemsIn : Math.max(state.itemsTotal, books.itemsIn),
      // Added to what stands there: a promotion or a filter may have moved documents of this import meanwhile.
      promoted: eb('promoted', '+', books.promoted - state.books.promoted),
      waiting: eb('waiting', '+', books.waiting - state.books.waiting),
      filtered: eb('filtered', '+', books.filtered - state.books.filtered),
      duplicates: books.duplicates,
      de_nisted: books.deNisted,
      containers: books.containers,
      inline_images: books.inlineImages,
      exceptions: books.exceptions,
      ...(options.bytesDone === null ? {} : { bytes_done: options.bytesDone }),
    }))
    .where('job_id', '=', state.jobId)
    .where('cursor', '=', state.cursorText)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new CursorMoved('The job was taken over by another run.')
  await appendAudit(trx, `project:${state.projectId}`, audit)
  return { left: { cursor, cursorText, books }, changed: numbered.length > 0 || reopened.changed }
}

/**
 * In = promoted + waiting + duplicates + de-NISTed + containers + exceptions + inline images + filtered. The left side is
 * counted here, from what came; promoted, waiting and duplicates are counted where they are written.
 */
function count(books: Books, outcome: KeptOutcome, repeated: Repeated | undefined): void {
  uncount(books, outcome.path, repeated)
  if (outcome.kind === 'family') {
    const { members, inlineImages, leftOut } = outcome.family
    books.itemsIn += members.length + inlineImages.length + leftOut.length
    books.inlineImages += inlineImages.length
    books.deNisted += leftOut.length
    return
  }
  books.itemsIn++
  if (outcome.kind === 'container') books.containers++
  else if (outcome.kind === 'known') books.deNisted++
  else books.exceptions++
}

/** What failed before was counted in then; where it is read again, it leaves the exceptions. */
function uncount(books: Books, path: readonly string[], repeated: Repeated | undefined): void {
  if (failedBefore(repeated, path) === undefined) return
  books.itemsIn--
  books.exceptions--
}

/** Whether an item is a document that is there: it is looked into again, or the file has come in the place of its own. */
const isOfDocument = (
  { becomes }: ImportState,
  { kind, path }: KeptOutcome,
  repeated: Repeated | undefined,
): boolean => rootBefore(repeated, path) !== undefined || (kind === 'family' && becomes !== null)
