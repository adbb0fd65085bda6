/** Beginning and changing productions, and taking numbers by hand. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { productionLimits } from '#contracts/production-settings.ts'
import type { insertProduction, Production, reserveNumbers, updateSettings } from '#contracts/productions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { batesNumber } from './bates.ts'
import { prefixOf, takeNumbers } from './ranges.ts'
import { requireStampable } from './stampable.ts'
import { productionOf, requirePreparing, storedProduction } from './stored.ts'

export async function beginProduction(
  ctx: ProjectContext,
  { name, settings }: BodyOf<typeof insertProduction>,
): Promise<Production> {
  requireStampable(settings)
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    await requireRoom(trx, projectId)
    await requireFree(trx, projectId, name, null)
    const { production_id: productionId } = await trx
      .insertInto('production')
      .values({
        ...{ project_id: projectId, purpose: 'production', name, name_key: nameKey(name) },
        ...{ state: 'Draft', version: 1 },
        ...{ settings: JSON.stringify(settings), created_by: ctx.caller.userId },
        ...{ created_at: instantOf(ctx.now()), checked_documents: 0, checked_pages: 0 },
      })
      .returning('production_id')
      .executeTakeFirstOrThrow()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'production.created',
        facts: { productionId, name },
        newValue: settings,
        how: 'manual',
      },
    ])
    return await productionOf(ctx, productionId, trx)
  })
}

export async function changeProduction(
  ctx: ProjectContext,
  { productionId, name, settings, version }: BodyOf<typeof updateSettings>,
): Promise<Production> {
  requireStampable(settings)
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    const before = await storedProduction(trx, projectId, productionId)
    requirePreparing(before, version)
    await requireFree(trx, projectId, name, productionId)
    await trx
      .updateTable('production')
      // What was checked was something else.
      .set({
        ...{ name, name_key: nameKey(name), settings: JSON.stringify(settings), version: version + 1 },
        state: 'Draft',
      })
      .where('production_id', '=', productionId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.changed', facts: { productionId, name }, how: 'manual' },
        ...{ oldValue: { name: before.name, ...before.settings }, newValue: { name, ...settings } },
      },
    ])
    return await productionOf(ctx, productionId, trx)
  })
}

/** Takes numbers for what was produced elsewhere. */
export async function reserve(
  ctx: ProjectContext,
  asked: BodyOf<typeof reserveNumbers>,
): Promise<ReplyOf<typeof reserveNumbers>> {
  const { projectId } = ctx.project
  const { prefix, digits, first, last, name } = asked
  if (last < first)
    throw new ApiError('request.invalid', 'The last number lies before the first.', { detail: 'last' })
  return await idempotent(ctx, async (trx) => {
    const taken = { ...asked, projectId, productionId: null, userId: ctx.caller.userId }
    await takeNumbers(trx, taken, ctx.now())
    const [from, to] = [first, last].map((number) => batesNumber({ prefix, digits }, number))
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'production.numbersTaken',
        facts: { name, first: from, last: to },
        how: 'manual',
      },
    ])
    const known = await prefixOf(trx, projectId, prefix)
    return { next: known?.next ?? last + 1 }
  })
}

async function requireRoom(trx: Writer, projectId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('production')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'production')
    .executeTakeFirstOrThrow()
  const most = productionLimits.productions
  if (Number(n) >= most)
    throw new ApiError('conflict', `The project has ${most} productions, which is the most.`, {
      detail: 'name',
    })
}

/** Whether a production has this name, ignoring case. */
export async function nameTaken(read: Reader, projectId: number, name: string): Promise<number | null> {
  const row = await read
    .selectFrom('production')
    .select('production_id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', nameKey(name.trim()))
    .executeTakeFirst()
  return row?.production_id ?? null
}

async function requireFree(trx: Writer, projectId: number, name: string, own: number | null): Promise<void> {
  const taken = await nameTaken(trx, projectId, name)
  if (taken !== null && taken !== own)
    throw new ApiError('conflict', `There is a production named ${name} already. Choose another name.`, {
      detail: 'name',
    })
}
