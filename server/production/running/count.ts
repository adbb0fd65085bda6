/** The first pass of a production: pages are counted, and the plan is written as far as they are. */

import type { SlipSheet } from '#contracts/production-settings.ts'
import type { Treatment } from '#contracts/productions.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { flag } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader } from '../../platform/records/records.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import { listFrom } from '../planning/list.ts'
import { type Entry, slipSheetOf } from '../planning/plan.ts'
import type { StoredProduction } from '../record/stored.ts'
import type { ProductionServices } from './job.ts'

/** Documents of one step. */
const step = 50

/** What is planned for an entry once its pages are counted. */
interface Counted {
  readonly entry: Entry
  readonly treatment: Treatment
  readonly slipSheet: SlipSheet | null
  readonly pages: number
  readonly fault: string | null
}

/** Writes the plan; rejects where a document has no pages and the settings have no slip sheet for that. */
export async function countPages(
  services: ProductionServices,
  run: JobRun,
  production: StoredProduction,
): Promise<void> {
  if (production.documents !== null) return
  const { records } = services
  const { production_id: productionId } = production
  let { places, pages } = await planned(records.read, productionId)
  for await (const part of listFrom(records.read, productionId, places))
    for (let from = 0; from < part.length; from += step) {
      await run.beat('Counting pages')
      const some = await Promise.all(
        part.slice(from, from + step).map((entry) => counted(services, run, production, entry)),
      )
      const rows = await rowsOf(records.read, production, some, { places, pages })
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
  { settings }: StoredProduction,
  entry: Entry,
): Promise<Counted> {
  const slipSheet = slipSheetOf(settings, entry)
  if (slipSheet !== null) return { entry, treatment: entry.t, slipSheet, pages: 1, fault: null }
  const document = { projectId: run.projectId, documentId: entry.d }
  const found = await services.producing.count(document, run.signal)
  if (typeof found === 'number')
    return { entry, treatment: entry.t, slipSheet: null, pages: found, fault: null }
  if (settings.failedSlipSheet === null)
    throw new ApiError(
      'conflict',
      `A document has no pages that could go out: ${found.reason} Roll back, and have a slip sheet for such documents, or leave it out.`,
      { detail: String(entry.d) },
    )
  return { entry, treatment: 'failed', slipSheet: settings.failedSlipSheet, pages: 1, fault: found.reason }
}

async function rowsOf(
  read: Reader,
  { production_id, project_id }: StoredProduction,
  some: readonly Counted[],
  before: { readonly places: number; readonly pages: number },
) {
  const files = new Map(
    (
      await read
        .selectFrom('document')
        .select(['document_id', 'sha256'])
        .where(
          'document_id',
          'in',
          some.map(({ entry }) => entry.d),
        )
        .execute()
    ).map(({ document_id, sha256 }) => [document_id, sha256]),
  )
  let { places, pages } = before
  const rows = []
  for (const { entry, treatment, slipSheet, pages: own, fault } of some) {
    const { revision, redactions, inCells } = await redactionsOf(read, entry.d)
    rows.push({
      ...{ production_id, project_id, document_id: entry.d, place: ++places, family_id: entry.f },
      ...{ parent_id: entry.p, treatment, slip_sheet: slipSheet === null ? null : JSON.stringify(slipSheet) },
      ...{ pages: own, pages_before: pages, designation: entry.g, redaction_revision: revision },
      ...{ redacted: flag(redactions.length > 0 || inCells), file_sha256: files.get(entry.d) ?? '' },
      ...{ sha256: null, parts: null, native: null, state: 'planned' as const, fault },
    })
    pages += own
  }
  return rows
}
