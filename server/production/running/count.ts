/** The first pass of a production: pages are counted, and the plan is written as far as they are. */

import type { SlipSheet } from '#contracts/production-settings.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { flag } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader } from '../../platform/records/records.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import { listFrom } from '../planning/list.ts'
import { type Entry, slipSheetOf } from '../planning/plan.ts'
import { sheetText } from '../record/sheet-text.ts'
import type { StoredRun } from '../record/stored.ts'
import { type PlannedAs, wantsPages } from '../settings/run-settings.ts'
import type { ProductionServices } from './job.ts'

/** Documents of one step. */
const step = 50

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
      const some = await Promise.all(
        entries.map((entry) =>
          counted(services, run, production, entry, documents.get(entry.d)?.control ?? 0),
        ),
      )
      const rows = await rowsOf(records.read, production, some, documents, { places, pages })
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
  control: number,
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
  const found = await services.producing.count(document, run.signal)
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

interface AsPlanned {
  readonly control: number
  readonly sha256: string
}

/** What the plan says of the documents themselves. */
async function documentsOf(read: Reader, entries: readonly Entry[]): Promise<ReadonlyMap<number, AsPlanned>> {
  const rows = await read
    .selectFrom('document')
    .select(['document_id', 'sha256', 'control'])
    .where(
      'document_id',
      'in',
      entries.map(({ d }) => d),
    )
    .execute()
  return new Map(rows.map(({ document_id, sha256, control }) => [document_id, { sha256, control }]))
}

async function rowsOf(
  read: Reader,
  { production_id, project_id }: StoredRun,
  some: readonly Counted[],
  documents: ReadonlyMap<number, AsPlanned>,
  before: { readonly places: number; readonly pages: number },
) {
  let { places, pages } = before
  const rows = []
  for (const { entry, treatment, slipSheet, pages: own, fault } of some) {
    const { revision, redactions, inCells } = await redactionsOf(read, entry.d)
    rows.push({
      ...{ production_id, project_id, document_id: entry.d, place: ++places, family_id: entry.f },
      ...{ parent_id: entry.p, treatment, slip_sheet: slipSheet === null ? null : JSON.stringify(slipSheet) },
      ...{ pages: own, pages_before: pages, designation: entry.g, redaction_revision: revision },
      ...{ redacted: flag(redactions.length > 0 || inCells) },
      ...{ file_sha256: documents.get(entry.d)?.sha256 ?? '', state: 'planned' as const, fault },
      ...{ sha256: null, parts: null, native: null },
    })
    pages += own
  }
  return rows
}
