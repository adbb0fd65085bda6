/** Starting an export: its list and its settings are frozen, and a job makes it. */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contracts/call.ts'
import { type Exported, exportLimits, type startExport } from '#contracts/exports.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { readQuery } from '../../review/search/query.ts'
import { keepList } from '../planning/list.ts'
import { listNow } from '../planning/list-now.ts'
import { expiryFrom } from '../record/expiry.ts'
import { passes } from '../running/passes.ts'
import { asRun } from '../settings/run-settings.ts'
import { requireColumns } from './columns.ts'
import { exportOf } from './stored.ts'

export async function start(
  ctx: ProjectContext,
  { name, settings }: BodyOf<typeof startExport>,
): Promise<Exported> {
  const { projectId, prefix, view } = ctx.project
  await requireColumns(ctx, settings)
  const { list } = await listNow(ctx, asRun({ settings, prefix }))
  const { reading } = await readQuery(ctx, settings.set.query)
  const exported = await idempotent(
    ctx,
    async (trx) => {
      if (list.length === 0)
        throw new ApiError('conflict', 'There are no documents to export. Choose others.', { detail: 'set' })
      await requireRoom(trx, projectId)
      const now = ctx.now()
      const { production_id: exportId } = await trx
        .insertInto('production')
        .values({
          // A name of its own: exports may be called alike, and no production has a character that cannot be seen.
          ...{ project_id: projectId, purpose: 'export', name, name_key: `\u0001${randomUUID()}` },
          ...{ state: 'Running', version: 1, settings: JSON.stringify({ settings, prefix, view }), reading },
          ...{ created_by: ctx.caller.userId, created_at: instantOf(now), expires_at: expiryFrom(now) },
          ...{ checked_documents: 0, checked_pages: 0 },
        })
        .returning('production_id')
        .executeTakeFirstOrThrow()
      await keepList(trx, { projectId, productionId: exportId }, list)
      const jobId = await ctx.jobs.enqueue(trx, {
        ...{ projectId, kind: 'export', title: name, input: { productionId: exportId }, bytesTotal: 0 },
        createdBy: ctx.caller.userId,
      })
      await trx
        .updateTable('job')
        .set({ items_total: passes * list.length })
        .where('job_id', '=', jobId)
        .execute()
      await trx
        .updateTable('production')
        .set({ job_id: jobId })
        .where('production_id', '=', exportId)
        .execute()
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...{ ...byCaller(ctx), action: 'export.started', jobId, how: 'manual' },
          facts: { exportId, name, documents: list.length },
          newValue: settings,
        },
      ])
      return await exportOf(ctx, trx, exportId)
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return exported
}

async function requireRoom(trx: Writer, projectId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('production')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'export')
    .where('state', '<>', 'RolledBack')
    .executeTakeFirstOrThrow()
  if (Number(n) >= exportLimits.exports)
    throw new ApiError(
      'conflict',
      `The project has ${exportLimits.exports} exports, which is the most. Remove one that nobody needs any more.`,
      { detail: 'exports' },
    )
}
