/** How a production ends: delivered, by two people, or rolled back. */
import type { BodyOf } from '#contracts/call.ts'
import type { Production, rollbackProduction, slipFailed } from '#contracts/productions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { controlJob } from '../../platform/jobs/transitions.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { batesNumber, numbersNeeded } from '../record/bates.ts'
import { forgetMade } from '../record/kept-files.ts'
import { releaseNumbers } from '../record/ranges.ts'
import { productionOf, type StoredProduction, storedProduction } from '../record/stored.ts'
import { requirePassed } from '../sample/passed.ts'
import { requireStopped, standForFailed } from './stopped.ts'
import { queueFacts } from './tell-index.ts'

/** The first call says that it may leave, the second, by somebody else, that it was handed over. */
export async function deliver(ctx: ProjectContext, productionId: number): Promise<Production> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  return await idempotent(ctx, async (trx) => {
    const { state, released_by, name } = await storedProduction(trx, projectId, productionId)
    if (state !== 'Produced')
      throw new ApiError('conflict', 'Only what was produced, and not delivered yet, can be delivered.', {
        detail: state,
      })
    if (released_by === userId)
      throw new ApiError('conflict', 'You have said that it may leave. Somebody else has to confirm it.', {
        detail: 'secondPerson',
      })
    if (released_by === null) await requirePassed(trx, productionId)
    const at = instantOf(ctx.now())
    await trx
      .updateTable('production')
      .set(
        released_by === null
          ? { released_by: userId, released_at: at }
          : { state: 'Delivered', delivered_by: userId, delivered_at: at },
      )
      .where('production_id', '=', productionId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), how: 'manual', facts: { productionId, name } },
        action: released_by === null ? 'production.released' : 'production.delivered',
      },
    ])
    return await productionOf(ctx, productionId, trx)
  })
}

/**
 * Takes a production back: at once on the record, then its files go, and last the rows that name them, so that a repetition
 * finishes what a crash has cut. Its numbers stay taken unless they are released.
 */
export async function rollback(
  ctx: ProjectContext,
  { productionId, release }: BodyOf<typeof rollbackProduction>,
): Promise<Production> {
  const { projectId } = ctx.project
  const production = await idempotent(ctx, async (trx) => {
    const stored = await storedProduction(trx, projectId, productionId)
    if (stored.state === 'RolledBack') return await productionOf(ctx, productionId, trx)
    await requireRun(trx, stored)
    if (release) await releaseNumbers(trx, productionId, ctx.now())
    await trx
      .updateTable('production')
      .set({
        ...{ state: 'RolledBack', rolled_back_by: ctx.caller.userId, rolled_back_at: instantOf(ctx.now()) },
        ...{ quality: null, quality_at: null },
      })
      .where('production_id', '=', productionId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.rolledBack', how: 'manual' },
        facts: { productionId, name: stored.name, released: release, ...numbersIn(stored) },
      },
    ])
    return await productionOf(ctx, productionId, trx)
  })
  // All of it, also where whoever rolls back does not see each document.
  await forgetMade({ records: ctx.whole, blobs: ctx.blobs }, productionId, (trx, ids) =>
    queueFacts(trx, projectId, ids),
  )
  ctx.search.wake()
  return production
}

async function requireRun(trx: Writer, { state, job_id }: StoredProduction): Promise<void> {
  if (state === 'Draft' || state === 'Validated')
    throw new ApiError('conflict', 'This production was not run: there is nothing to roll back.', {
      detail: state,
    })
  if (state === 'Delivered')
    throw new ApiError('conflict', 'What was delivered cannot be rolled back.', { detail: state })
  await requireStopped(trx, job_id, 'roll back')
}

const numbersIn = ({ settings: { numbering }, first_number: first, documents, pages }: StoredProduction) => {
  if (first === null || documents === null || pages === null) return { documents }
  const last = first + numbersNeeded(numbering, { documents, pages }) - 1
  return { documents, first: batesNumber(numbering, first), last: batesNumber(numbering, last) }
}

/** Lets slip sheets stand for what could not be made, and has the job go on. */
export async function slip(
  ctx: ProjectContext,
  { productionId, slipSheet }: BodyOf<typeof slipFailed>,
): Promise<Production> {
  const { projectId } = ctx.project
  const production = await idempotent(ctx, async (trx) => {
    const stored = await storedProduction(trx, projectId, productionId)
    const now = await productionOf(ctx, productionId, trx)
    if (now.state !== 'Failed' || now.failed === 0 || stored.job_id === null)
      throw new ApiError('conflict', 'No document of this production waits for a decision.', {
        detail: now.state,
      })
    await standForFailed(trx, productionId, () => ({ treatment: 'failed', slipSheet }))
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.failedSlipped', how: 'manual' },
        facts: { productionId, name: stored.name, documents: now.failed },
        newValue: slipSheet,
      },
    ])
    await controlJob(trx, ctx, stored.job_id, 'retry')
    return await productionOf(ctx, productionId, trx)
  })
  ctx.jobs.wake()
  return production
}
