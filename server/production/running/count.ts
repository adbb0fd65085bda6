/** The first pass of a production: pages are counted, and the plan is written as far as they are. */

import type { SlipSheet } from '#contracts/production-settings.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { flag } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import { knownPages } from '../making/known-pages.ts'
import { listFrom } from '../planning/list.ts'
import { type Entry, slipSheetOf } from '../planning/plan.ts'
import { sheetText } from '../record/sheet-text.ts'
import type { StoredRun } from '../record/stored.ts'
import { type PlannedAs, wantsPages } from '../settings/run-settings.ts'
import type { ProductionServices } from './job.ts'

/** Documents of one step. */
const step = 200

/** What is planned for an entry once its pages are counted. */
interface Counted {
  readonly entry: Entry
  readonly treatment: PlannedAs
  readonly slipSheet: SlipSheet | null
  readonly pages: number
  readonly fault: string | null
}

/** Writes the plan; rejects where a document has no pages and the settings have no slip sheet for that. */
export async function countPages(
  services: ProductionServices,
  run: JobRun,
  production: StoredRun,
): Promise<void> {
  if (production.documents !== null) return
  const { records } = services
  const { production_id: productionId } = production
  let { places, pages } = await planned(records.read, productionId)
  for await (const part of listFrom(records.read, productionId, places))
    for (let from = 0; from < part.length; from += step) {
      await run.beat('Counting pages')
      const entries = part.slice(from, from + step)
      const documents = await documentsOf(records.read, entries)
      const known = await knownPages({ read: records.read, pages: services.pages }, [...documents.values()])
      const some = await Promise.all(
        entries.map((entry) =>
          counted(services, run, production, entry, {
            control: documents.get(entry.d)?.control ?? 0,
            // Pages show what is covered in cells alone: why none goes out is said by whoever counts.
            known: documents.get(entry.d)?.inCells === null ? known.get(entry.d) : undefined,
          }),
        ),
      )
      const rows = rowsOf(production, some, documents, { places, pages })
      places += some.length
      pages += some.reduce((sum, one) => sum + one.pages, 0)
      await records.write('bulk', async (trx) => {
        await run.hold(trx)
        await insertAll(trx, 'production_document', rows)
        await trx.updateTable('job').set({ items_done: places }).where('job_id', '=', run.jobId).execute()
      })
    }
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    await trx
      .updateTable('production')
      .set({ documents: places, pages })
      .where('production_id', '=', productionId)
      .execute()
  })
}

/** How far the plan is. */
async function planned(read: Reader, productionId: number): Promise<{ places: number; pages: number }> {
  const last = await read
    .selectFrom('production_document')
    .select(['place', 'pages', 'pages_before'])
    .where('production_id', '=', productionId)
    .orderBy('place', 'desc')
    .executeTakeFirst()
  return last === undefined
    ? { places: 0, pages: 0 }
    : { places: last.place, pages: last.pages_before + last.pages }
}

async function counted(
  services: ProductionServices,
  run: JobRun,
  { settings }: StoredRun,
  entry: Entry,
  { control, known }: { readonly control: number; readonly known: number | PageFault | undefined },
): Promise<Counted> {
  const { numbering } = settings
  const planned = { entry, treatment: entry.t, slipSheet: slipSheetOf(settings, entry), fault: null }
  if (planned.slipSheet !== null) return { ...planned, pages: 1 }
  const sheet = (reason: string): SlipSheet => ({ text: sheetText(numbering, control, reason) })
  if (entry.t === 'row') return { ...planned, pages: 0 }
  if (entry.t === 'native')
    return wantsPages(settings)
      ? { ...planned, slipSheet: sheet(asCopy), pages: 1, fault: asCopy }
      : { ...planned, pages: 0 }
  const document = { projectId: run.projectId, documentId: entry.d }
  // What failed is looked at once more.
  const found = typeof known === 'number' ? known : await services.producing.count(document, run.signal)
  if (typeof found === 'number') return { ...planned, pages: found }
  const fault = found.reason
  if (numbering.level === 'none')
    // Its file goes out all the same.
    return {
      ...{ ...planned, pages: 1, fault, slipSheet: sheet(fault) },
      treatment: entry.t === 'both' ? 'native' : 'sheet',
    }
  if (settings.failedSlipSheet === null)
    throw new ApiError(
      'conflict',
      `A document has no pages that could go out: ${fault} Roll back, and have a slip sheet for such documents, or leave it out.`,
      { detail: String(entry.d) },
    )
  return { entry, treatment: 'failed', slipSheet: settings.failedSlipSheet, pages: 1, fault }
}

const asCopy = 'Its cells are redacted: its redacted copy goes out in the place of its pages.'

type AsPlanned = Awaited<ReturnType<typeof rowsOfDocuments>>[number]

/** What the plan says of the documents themselves, all as of one moment. */
async function documentsOf(read: Reader, entries: readonly Entry[]): Promise<ReadonlyMap<number, AsPlanned>> {
  const rows = await rowsOfDocuments(read, entries)
  return new Map(rows.map((row) => [row.document_id, row]))
}

const rowsOfDocuments = (read: Reader, entries: readonly Entry[]) =>
  read
    .selectFrom('document as d')
    .select(['d.document_id', 'd.project_id', 'd.sha256', 'd.control', 'd.mime_type', 'd.file_category'])
    .select('d.redaction_revision')
    .select((eb) => [
      eb
        .selectFrom('redaction as r')
        .select('r.redaction_id')
        .whereRef('r.document_id', '=', 'd.document_id')
        .where('r.removed_at', 'is', null)
        .limit(1)
        .as('onPages'),
      eb
        .selectFrom('redacted_cells as c')
        .select('c.redacted_cells_id')
        .whereRef('c.document_id', '=', 'd.document_id')
        .where('c.removed_at', 'is', null)
        .where('c.kind', '<>', 'kept')
        .limit(1)
        .as('inCells'),
    ])
    .where(
      'd.document_id',
      'in',
      entries.map(({ d }) => d),
    )
    .execute()

function rowsOf(
  { production_id, project_id }: StoredRun,
  some: readonly Counted[],
  documents: ReadonlyMap<number, AsPlanned>,
  before: { readonly places: number; readonly pages: number },
) {
  let { places, pages } = before
  const rows = []
  for (const { entry, treatment, slipSheet, pages: own, fault } of some) {
    const document = documents.get(entry.d)
    const isRedacted = document !== undefined && (document.onPages ?? document.inCells) !== null
    rows.push({
      ...{ production_id, project_id, document_id: entry.d, place: ++places, family_id: entry.f },
      ...{ parent_id: entry.p, treatment, slip_sheet: slipSheet === null ? null : JSON.stringify(slipSheet) },
      ...{ pages: own, pages_before: pages, designation: entry.g },
      ...{ redaction_revision: document?.redaction_revision ?? 0, redacted: flag(isRedacted) },
      ...{ file_sha256: document?.sha256 ?? '', state: 'planned' as const, fault },
      ...{ sha256: null, parts: null, native: null },
    })
    pages += own
  }
  return rows
}
