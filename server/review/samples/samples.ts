/** Listing, drawing and deleting random samples. Drawing and deleting are on the record, with the seed and the set. */
import { randomBytes } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { keptSet } from '#contracts/document-sets.ts'
import { sampleSize } from '#contracts/sample-size.ts'
import {
  type drawSample as drawCall,
  type listSamples,
  type Sample,
  type SizeBy,
  sampleLimits,
  sizeBy,
} from '#contracts/samples.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { asKept, documentsOfSet } from '../search/document-sets.ts'
import { packIds } from '../search/documents-kept.ts'
import { mayDelete, type SampleRow, sampleOf, selectSamples, viewKey } from '../search/kept-sets.ts'
import { drawn } from './draw.ts'

export async function samples(ctx: ProjectContext): Promise<ReplyOf<typeof listSamples>> {
  const rows = await selectSamples(ctx.records.read, ctx).orderBy('r.random_sample_id', 'desc').execute()
  return { data: rows.map((row) => asShown(ctx, row)), totalCount: rows.length }
}

export async function drawSample(
  ctx: ProjectContext,
  { name, set, sizeBy: by, seed: given }: BodyOf<typeof drawCall>,
): Promise<Sample> {
  const [ids, kept] = await Promise.all([documentsOfSet(ctx, set), asKept(ctx, set)])
  const population = ids.length
  if (population === 0)
    throw new ApiError('request.invalid', 'There are no documents in this set to draw from.', {
      detail: 'set',
    })
  const size = sizeOf(by, population)
  const seed = given ?? randomBytes(8).toString('hex')
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    const { count } = await trx
      .selectFrom('random_sample')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= sampleLimits.samples)
      throw new ApiError(
        'conflict',
        `There are ${sampleLimits.samples} samples. Delete one that nobody needs first.`,
        { detail: 'name' },
      )
    const row = {
      ...{ project_id: projectId, made_by: ctx.caller.userId, made_at: instantOf(ctx.now()) },
      ...{ name, view: viewKey(ctx), of_set: JSON.stringify(kept), size_by: JSON.stringify(by) },
      ...{ seed, population, size, documents: packIds(drawn(ids, size, seed)) },
    }
    const { random_sample_id } = await trx
      .insertInto('random_sample')
      .values(row)
      .returning('random_sample_id')
      .executeTakeFirstOrThrow()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'sample.drawn',
        facts: { sampleId: random_sample_id, name, seed, population, size },
        newValue: { set: kept, sizeBy: by },
        how: 'manual',
      },
    ])
    return asShown(ctx, { ...row, random_sample_id, maker: ctx.caller.name })
  })
}

export async function deleteSample(ctx: ProjectContext, sampleId: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await sampleOf(ctx, trx, sampleId)
    if (!mayDelete(ctx, row))
      throw new ApiError(
        'permission.denied',
        `${row.maker} drew ${row.name}: only ${row.maker}, review managers and stronger roles delete it.`,
        { detail: 'search.share' },
      )
    await trx.deleteFrom('random_sample').where('random_sample_id', '=', sampleId).execute()
    const { name, seed, population, size } = row
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      {
        ...byCaller(ctx),
        action: 'sample.deleted',
        facts: { sampleId, name, seed, population, size },
        oldValue: { set: JSON.parse(row.of_set), sizeBy: JSON.parse(row.size_by) },
        how: 'manual',
      },
    ])
  })
}

function sizeOf(by: SizeBy, population: number): number {
  if (!('size' in by)) {
    const size = sampleSize(population, by.confidence, by.margin)
    if (size <= sampleLimits.size) return size
    throw new ApiError(
      'request.invalid',
      `This confidence and margin need ${size.toLocaleString('en-US')} documents, and a sample has at most ${sampleLimits.size.toLocaleString('en-US')}. Choose a wider margin.`,
      { detail: 'sizeBy.margin' },
    )
  }
  if (by.size <= population) return by.size
  throw new ApiError(
    'request.invalid',
    `The set has ${population.toLocaleString('en-US')} documents: draw at most as many.`,
    { detail: 'sizeBy.size' },
  )
}

const asShown = (ctx: ProjectContext, row: SampleRow): Sample => ({
  sampleId: row.random_sample_id,
  name: row.name,
  set: keptSet.parse(JSON.parse(row.of_set)),
  sizeBy: sizeBy.parse(JSON.parse(row.size_by)),
  seed: row.seed,
  population: row.population,
  size: row.size,
  madeBy: row.maker,
  madeAt: row.made_at,
  mayDelete: mayDelete(ctx, row),
})
