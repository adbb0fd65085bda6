/** How an export ends: removed by somebody, or gone by itself after its days; and what is decided of documents that failed. */

import type { Exported } from '#contracts/exports.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { Timed } from '../../intake/timers.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { controlJob } from '../../platform/jobs/transitions.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import { forgetMade } from '../record/kept-files.ts'
import { sheetText } from '../record/sheet-text.ts'
import { requireStopped, standForFailed } from '../running/stopped.ts'
import { exportOf, storedExport } from './stored.ts'

/** Takes its files away: at once on the record, then the files go, and last the rows that name them; twice is once. */
export async function remove(ctx: ProjectContext, exportId: number): Promise<Exported> {
  const { projectId } = ctx.project
  const exported = await idempotent(ctx, async (trx) => {
    const { state, job_id, name } = await storedExport(ctx, trx, exportId)
    if (state !== 'RolledBack') {
      await requireStopped(trx, job_id, 'remove the export')
      await trx
        .updateTable('production')
        .set({ state: 'RolledBack', rolled_back_by: ctx.caller.userId, rolled_back_at: instantOf(ctx.now()) })
        .where('production_id', '=', exportId)
        .execute()
      await appendAudit(trx, `project:${projectId}`, [
        { ...byCaller(ctx), action: 'export.removed', facts: { exportId, name }, how: 'manual' },
      ])
    }
    return await exportOf(ctx, trx, exportId)
  })
  // All of it, also where whoever removes it does not see each document.
  await forgetMade({ records: ctx.whole, blobs: ctx.blobs }, exportId)
  return { ...exported, failed: 0 }
}

/** Lets sheets stand for what could not be made, and has the job go on. */
export async function slip(ctx: ProjectContext, exportId: number): Promise<Exported> {
  const { projectId } = ctx.project
  const exported = await idempotent(ctx, async (trx) => {
    const { settings, job_id, name } = await storedExport(ctx, trx, exportId)
    const now = await exportOf(ctx, trx, exportId)
    if (now.state !== 'Failed' || now.failed === 0 || job_id === null)
      throw new ApiError('conflict', 'No document of this export waits for a decision.', {
        detail: now.state,
      })
    await standForFailed(trx, exportId, ({ pages, control, fault }) =>
      pages === 0
        ? { treatment: 'row', slipSheet: null }
        : { treatment: 'sheet', slipSheet: { text: sheetText(settings.numbering, control, fault) } },
    )
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'export.failedSlipped', how: 'manual' },
        facts: { exportId, name, documents: now.failed },
      },
    ])
    await controlJob(trx, ctx, job_id, 'retry')
    return await exportOf(ctx, trx, exportId)
  })
  ctx.jobs.wake()
  return exported
}

/** Ms between two looks. */
const everyMs = 60_000

export const expiryTimer = (services: Expiring): Timed => ({
  everyMs,
  work: () => expireDue(services),
  fault: 'the exports that are due could not be looked up',
})

type Expiring = Pick<Services, 'records' | 'blobs' | 'now'>

/** Takes away the files of exports whose days are over, and finishes what a crash has cut. */
export async function expireDue({ records, blobs, now }: Expiring): Promise<void> {
  const due = await records.read
    .selectFrom('production as p')
    .leftJoin('job as j', 'j.job_id', 'p.job_id')
    .select(['p.production_id', 'p.project_id', 'p.name', 'p.state'])
    .where('p.purpose', '=', 'export')
    .where('p.expires_at', '<=', instantOf(now()))
    .where('j.lease_owner', 'is', null)
    .where('j.state', 'in', [...settledStates])
    .where('p.state', '<>', 'RolledBack')
    .execute()
  for (const { production_id: exportId, project_id: projectId, name } of due)
    await records.write('bulk', async (trx) => {
      const at = now()
      const { numUpdatedRows } = await trx
        .updateTable('production')
        .set({ state: 'RolledBack', rolled_back_at: instantOf(at) })
        .where('production_id', '=', exportId)
        .where('state', '<>', 'RolledBack')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await appendAudit(trx, `project:${projectId}`, [
        { at, user: null, action: 'export.expired', projectId, facts: { exportId, name } },
      ])
    })
  const cut = await records.read
    .selectFrom('production as p')
    .select('p.production_id')
    .where('p.purpose', '=', 'export')
    .where('p.state', '=', 'RolledBack')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('production_document as d')
            .select('d.place')
            .whereRef('d.production_id', '=', 'p.production_id'),
        ),
        eb.exists(
          eb
            .selectFrom('production_volume as v')
            .select('v.volume')
            .whereRef('v.production_id', '=', 'p.production_id'),
        ),
      ]),
    )
    .execute()
  for (const { production_id } of cut) await forgetMade({ records, blobs }, production_id)
}
