/** Overlays: a file is looked at and kept; what was looked at is loaded, once, by a bulk change. */

import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import {
  keyFields,
  type OverlayKind,
  type OverlayReport,
  overlayKind,
  overlayLimits,
} from '#contracts/overlay.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { denied } from '../../platform/http/scope.ts'
import { wholeBody } from '../../platform/http/whole-body.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { type Asked, askToLoad, type BulkContext } from '../../review/bulk/submit.ts'
import { textOf } from './csv.ts'
import { type Examined, examine, type OverlayRequest } from './examine.ts'

/** Faults of a report; the rest is in the file of faults. */
const faultsShown = 100

/** Looks at a file, and keeps it. */
export async function check(
  ctx: ProjectContext,
  wanted: OverlayRequest,
  body: Readable,
): Promise<OverlayReport> {
  const bytes = await wholeBody(body, overlayLimits.bytes)
  const examined = await examine(amongOf(ctx), textOf(bytes), wanted)
  const { sha256, size } = await ctx.blobs.put(bytes)
  const at = instantOf(ctx.now())
  const overlayId = await ctx.records.write('interactive', async (trx) => {
    await nameBlobs(trx, new Map([[sha256, size]]), at)
    const { overlay_id } = await trx
      .insertInto('overlay')
      .values({
        project_id: ctx.project.projectId,
        user_id: ctx.caller.userId,
        kind: wanted.kind,
        sha256,
        key_column: wanted.key,
        key_field: wanted.by,
        blank: wanted.blank,
        created_at: at,
        job_id: null,
      })
      .returning('overlay_id')
      .executeTakeFirstOrThrow()
    const facts = { overlayId: overlay_id, kind: wanted.kind, sha256, size, rows: examined.table.rowCount }
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      { ...byCaller(ctx), action: 'overlay.checked', facts },
    ])
    return overlay_id
  })
  return reportOf(overlayId, wanted.kind, examined)
}

/** Loads what is right in a file that was looked at, as the record stands now. */
export async function apply(ctx: BulkContext, overlayId: number, correlationId: string): Promise<Asked> {
  const { values, columns, table, sha256, kind } = await again(ctx, overlayId)
  // Whoever brings data in does not code by that.
  if (kind !== 'customIds' && !ctx.can('coding.bulk')) throw denied('coding.bulk')
  const names = columns.flatMap(({ fills }) => fills?.name ?? []).join(', ')
  const asked = await idempotent(
    ctx,
    async (trx) => {
      // Whoever comes second finds it taken.
      const { job_id } = await trx
        .selectFrom('overlay')
        .select('job_id')
        .where('overlay_id', '=', overlayId)
        .executeTakeFirstOrThrow()
      if (job_id !== null)
        throw new ApiError('conflict', 'This file has been loaded. Undo that, or look at the file again.', {
          detail: 'overlayId',
          data: { jobId: job_id },
        })
      if (values.size === 0)
        throw new ApiError('conflict', 'There is nothing in this file that could be loaded.', {
          detail: 'overlayId',
        })
      const begun = await askToLoad(trx, ctx, {
        what: kind === 'customIds' ? 'customIds' : 'coding',
        title: `Load ${names} by ${table.key.column}`,
        values,
        correlationId,
      })
      await trx
        .updateTable('overlay')
        .set({ job_id: begun.jobId })
        .where('overlay_id', '=', overlayId)
        .execute()
      const [told] = await appendAudit(trx, `project:${ctx.project.projectId}`, [
        {
          ...byCaller(ctx),
          action: 'overlay.loaded',
          jobId: begun.jobId,
          correlationId,
          facts: { overlayId, kind, sha256, rows: table.rowCount, documents: values.size },
        },
      ])
      return { ...begun, auditIds: [...begun.auditIds, ...(told === undefined ? [] : [told.auditId])] }
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return asked
}

/** A file that was looked at, read again. */
export async function again(
  ctx: ProjectContext,
  overlayId: number,
): Promise<Examined & { readonly kind: OverlayKind; readonly sha256: string }> {
  const row = await ctx.records.read
    .selectFrom('overlay')
    .selectAll()
    .where('overlay_id', '=', overlayId)
    .where('project_id', '=', ctx.project.projectId)
    .where('kind', 'in', overlayKind.options)
    .executeTakeFirst()
  if (row === undefined) throw notFound('file')
  const kind = overlayKind.parse(row.kind)
  const examined = await examine(amongOf(ctx), textOf(await ctx.blobs.read(row.sha256)), {
    kind,
    key: row.key_column,
    by: z.nullable(z.enum(keyFields)).parse(row.key_field),
    blank: row.blank === 'clear' ? 'clear' : 'keep',
  })
  return { ...examined, kind, sha256: row.sha256 }
}

const amongOf = ({ records, project }: ProjectContext) => ({ read: records.read, ...project })

function reportOf(overlayId: number, kind: OverlayKind, examined: Examined): OverlayReport {
  const { table, columns, values, changes, alreadySo, faults } = examined
  const { column, field } = table.key
  return {
    overlayId,
    kind,
    key: { column, field },
    columns: columns.map(({ column, fills, changes }) => ({
      column,
      field: fills?.name ?? null,
      fieldId: fills === null || fills.targetId === 0 ? null : fills.targetId,
      changes,
    })),
    rows: table.rowCount,
    matched: table.rows.length,
    documents: values.size,
    unmatched: faults.of('unmatched'),
    changes,
    alreadySo,
    faults: faults
      .first()
      .slice(0, faultsShown)
      .map(({ value: _, ...fault }) => fault),
    faultCount: faults.count,
  }
}
