/** What is done to a production or an export whose job has come to a stop. */
import { settledStates } from '#contracts/jobs.ts'
import type { SlipSheet } from '#contracts/production-settings.ts'
import { ApiError } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import type { PlannedAs } from '../settings/run-settings.ts'

/** What a run still writes would be left behind. */
export async function requireStopped(trx: Writer, jobId: number | null, then: string): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select(['state', 'lease_owner'])
    .where('job_id', '=', jobId ?? 0)
    .executeTakeFirst()
  if (job !== undefined && (!settledStates.some((one) => one === job.state) || job.lease_owner !== null))
    throw new ApiError('conflict', `Its job is still at work. Cancel the job first, then ${then}.`, {
      detail: 'Running',
    })
}

/** A document that could not be made. */
interface Failed {
  /** Planned. */
  readonly pages: number
  readonly control: number
  /** Why. */
  readonly fault: string
}

/**
 * Plans what failed anew: with a sheet in its place, and with its file and its redactions as they are now, which its text and
 * its row are made from.
 */
export async function standForFailed(
  trx: Writer,
  productionId: number,
  standIn: (failed: Failed) => { readonly treatment: PlannedAs; readonly slipSheet: SlipSheet | null },
): Promise<void> {
  const rows = await trx
    .selectFrom('production_document as p')
    .innerJoin('document as d', 'd.document_id', 'p.document_id')
    .select(['p.place', 'p.document_id', 'p.fault', 'p.pages', 'd.control', 'd.sha256'])
    .where('p.production_id', '=', productionId)
    .where('p.state', '=', 'failed')
    .execute()
  for (const { place, document_id, fault, pages, control, sha256 } of rows) {
    const { treatment, slipSheet } = standIn({
      ...{ pages, control },
      fault: fault ?? 'It could not be made.',
    })
    const { revision, redactions, inCells } = await redactionsOf(trx, document_id)
    await trx
      .updateTable('production_document')
      .set({
        ...{ state: 'planned', treatment, file_sha256: sha256 },
        slip_sheet: slipSheet === null ? null : JSON.stringify(slipSheet),
        ...{ redaction_revision: revision, redacted: flag(redactions.length > 0 || inCells) },
      })
      .where('production_id', '=', productionId)
      .where('place', '=', place)
      .execute()
  }
}
