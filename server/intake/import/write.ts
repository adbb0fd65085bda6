/**
 * Writes what became of some items, all of it in one transaction with the job's reconciliation and cursor: documents in family
 * order with their control numbers (where they are promoted at once), their text, custodians, exceptions, what the index has to take, and the audit rows.
 * Killed at any moment, an import has written an item wholly or not at all.
 */

import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { together } from '../../platform/records/together.ts'
import { lowestNumber } from '../../review/documents/control.ts'
import { reprocessDocuments } from '../reprocess/reprocess.ts'
import { countOf } from '../stages/work.ts'
import { idOf, keepCopies, originalsOf, sortFamilies } from '../writing/copies.ts'
import type { ImportCursor } from '../writing/cursor.ts'
import { resolveRepeated, writeFailures } from '../writing/failures.ts'
import {
  CursorMoved,
  entry,
  failedBefore,
  type ImportState,
  type KeptOutcome,
  type ReconciliationCounts,
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
  readonly left: Pick<ImportState, 'cursor' | 'cursorText' | 'reconciliation'>
  readonly changed: boolean
}> {
  // Where there are documents already, what is read now is about them.
  const [outcomes, again] = [false, true].map((isThere) =>
    all.filter((outcome) => isOfDocument(state, outcome, options.repeated) === isThere),
  ) as [KeptOutcome[], KeptOutcome[]]
  const at = instantOf(options.now)
  const reconciliation = { ...state.reconciliation }
  // Taken first: on PostgreSQL it makes imports of one project take turns, so that both see each other's mail.
  const families = outcomes.filter((o) => o.kind === 'family')
  const [{ last_control }, sorted] = await together([
    trx
      .updateTable('project')
      .set((eb) => ({ last_control: eb.ref('last_control'), last_activity_at: at }))
      .where('project_id', '=', state.projectId)
      .returning('last_control')
      .executeTakeFirstOrThrow(),
    sortFamilies(trx, state, families),
  ])
  const numbered = state.promote
    ? numberDocuments(sorted.fresh, last_control, 1)
    : numberDocuments(sorted.fresh, await lowestNumber(trx, state.projectId), -1)
  const audit: AuditEntry[] = []
  if (numbered.length > 0) {
    const counted = trx
      .updateTable('project')
      .set({ last_control: last_control + numbered.length })
      .where('project_id', '=', state.projectId)
    await together([...(state.promote ? [counted.execute()] : []), writeDocuments(trx, state, numbered, at)])
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
  const [kept, originals] = await together([
    keepCopies(trx, state, sorted.copies, options.now),
    originalsOf(trx, sorted.copies),
  ])
  audit.push(...kept)
  const failures = outcomes.filter((o) => o.kind === 'failed')
  audit.push(...(await writeFailures(trx, state, failures, at, options)))
  audit.push(...(await resolveRepeated(trx, state, all, options)))
  for (const outcome of outcomes)
    if (outcome.kind === 'known') {
      const { hashListId, size, sha256 } = outcome
      audit.push(entry(state, options.now, 'item.deNisted', null, { hashListId, size, sha256 }))
    }
  for (const outcome of outcomes) count(reconciliation, outcome, options.repeated)
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
  for (const { path } of again) uncount(reconciliation, path, options.repeated)
  const reprocessed = await reprocessDocuments(trx, state, again, options)
  audit.push(...reprocessed.audit)
  for (const { state: stands } of reprocessed.added) {
    reconciliation.itemsIn++
    reconciliation[countOf[stands]]++
  }
  const { deNisted, inlineImages } = reprocessed.leftOut
  reconciliation.itemsIn += deNisted + inlineImages
  reconciliation.deNisted += deNisted
  reconciliation.inlineImages += inlineImages
  reconciliation.duplicates += duplicates.length
  if (state.promote) reconciliation.promoted += numbered.length
  else reconciliation.waiting += numbered.length
  const cursorText = JSON.stringify(cursor)
  const moved = trx
    .updateTable('job')
    .set((eb) => ({
      cursor: cursorText,
      items_in: reconciliation.itemsIn,
      items_done: reconciliation.itemsIn,
      items_total: cursor.finished
        ? reconciliation.itemsIn
        : Math.max(state.itemsTotal, reconciliation.itemsIn),
      // Added to what stands there: a promotion or a filter may have moved documents of this import meanwhile.
      promoted: eb('promoted', '+', reconciliation.promoted - state.reconciliation.promoted),
      waiting: eb('waiting', '+', reconciliation.waiting - state.reconciliation.waiting),
      filtered: eb('filtered', '+', reconciliation.filtered - state.reconciliation.filtered),
      duplicates: reconciliation.duplicates,
      de_nisted: reconciliation.deNisted,
      containers: reconciliation.containers,
      inline_images: reconciliation.inlineImages,
      exceptions: reconciliation.exceptions,
      ...(options.bytesDone === null ? {} : { bytes_done: options.bytesDone }),
    }))
    .where('job_id', '=', state.jobId)
    .where('cursor', '=', state.cursorText)
  // The trail comes last, and travels with what it tells of.
  const [{ numUpdatedRows }] = await together([
    moved.executeTakeFirst(),
    appendAudit(trx, `project:${state.projectId}`, audit),
  ])
  if (numUpdatedRows !== 1n) throw new CursorMoved('The job was taken over by another run.')
  return { left: { cursor, cursorText, reconciliation }, changed: numbered.length > 0 || reprocessed.changed }
}

/**
 * In = promoted + waiting + duplicates + de-NISTed + containers + exceptions + inline images + filtered. The left side is
 * counted here, from what came; promoted, waiting and duplicates are counted where they are written.
 */
function count(
  reconciliation: ReconciliationCounts,
  outcome: KeptOutcome,
  repeated: Repeated | undefined,
): void {
  uncount(reconciliation, outcome.path, repeated)
  if (outcome.kind === 'family') {
    const { members, inlineImages, leftOut } = outcome.family
    reconciliation.itemsIn += members.length + inlineImages.length + leftOut.length
    reconciliation.inlineImages += inlineImages.length
    reconciliation.deNisted += leftOut.length
    return
  }
  reconciliation.itemsIn++
  if (outcome.kind === 'container') reconciliation.containers++
  else if (outcome.kind === 'known') reconciliation.deNisted++
  else reconciliation.exceptions++
}

/** What failed before was counted in then; where it is read again, it leaves the exceptions. */
function uncount(
  reconciliation: ReconciliationCounts,
  path: readonly string[],
  repeated: Repeated | undefined,
): void {
  if (failedBefore(repeated, path) === undefined) return
  reconciliation.itemsIn--
  reconciliation.exceptions--
}

/** Whether an item is a document that is there: it is looked into again, or the file has come in the place of its own. */
const isOfDocument = (
  { becomes }: ImportState,
  { kind, path }: KeptOutcome,
  repeated: Repeated | undefined,
): boolean => rootBefore(repeated, path) !== undefined || (kind === 'family' && becomes !== null)
