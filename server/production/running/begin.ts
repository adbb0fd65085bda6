/** Running a production: freezes its list and its settings, and gives the work to a job. */
import type { BodyOf } from '#contracts/call.ts'
import { blocking } from '#contracts/production-checks.ts'
import type { Production, runProduction } from '#contracts/productions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Reader } from '../../platform/records/records.ts'
import { readQuery } from '../../review/search/query.ts'
import type { Finding } from '../checks/check.ts'
import { examine, validationOf } from '../checks/validate.ts'
import { keepList } from '../planning/list.ts'
import { productionOf, requirePreparing, type StoredProduction, storedProduction } from '../record/stored.ts'
import { passes } from './passes.ts'

export async function run(
  ctx: ProjectContext,
  { productionId, version }: BodyOf<typeof runProduction>,
): Promise<Production> {
  const { projectId } = ctx.project
  const before = await storedProduction(ctx.records.read, projectId, productionId)
  // A repetition of the request meets a production that runs: the stored reply answers it.
  const { list, findings } = before.state === 'Validated' ? await examine(ctx, before) : nothing
  const { reading } = await readQuery(ctx, before.settings.set.query)
  const production = await idempotent(
    ctx,
    async (trx) => {
      const stored = await storedProduction(trx, projectId, productionId)
      requirePreparing(stored, version)
      await requireAccepted(ctx, trx, stored, findings)
      await keepList(trx, { projectId, productionId }, list)
      const jobId = await ctx.jobs.enqueue(trx, {
        ...{ projectId, kind: 'production', title: stored.name, input: { productionId }, bytesTotal: 0 },
        createdBy: ctx.caller.userId,
      })
      await trx
        .updateTable('job')
        .set({ items_total: passes * list.length })
        .where('job_id', '=', jobId)
        .execute()
      await trx
        .updateTable('production')
        .set({ state: 'Running', job_id: jobId, reading })
        .where('production_id', '=', productionId)
        .execute()
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...{ ...byCaller(ctx), action: 'production.run', jobId, how: 'manual' },
          facts: { productionId, name: stored.name, documents: list.length, version },
          newValue: stored.settings,
        },
      ])
      return await productionOf(ctx, productionId, trx)
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return production
}

const nothing = { list: [], findings: [] }

/** What was checked is what goes out: nothing blocks, and each warning was accepted for as many documents. */
async function requireAccepted(
  ctx: ProjectContext,
  read: Reader,
  { production_id: productionId, state, checked_version, version }: StoredProduction,
  findings: readonly Finding[],
): Promise<void> {
  if (state !== 'Validated' || checked_version !== version)
    throw new ApiError(
      'conflict',
      'Validate this production first: its settings were not checked as they are now.',
      {
        detail: 'validate',
      },
    )
  const { found } = await validationOf(ctx, read, productionId)
  for (const { check, documents, message } of findings) {
    if (blocking.includes(check)) throw new ApiError('conflict', message, { detail: check })
    const known = found.find((one) => one.check === check)
    if (known === undefined || known.documents !== documents.size)
      throw new ApiError('conflict', `This has changed since it was validated. ${message} Validate again.`, {
        detail: 'validate',
      })
    if (known.accepted === null)
      throw new ApiError('conflict', `${message} Accept this warning first, with a reason.`, {
        detail: check,
      })
  }
}
