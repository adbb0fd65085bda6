/** The sample of a production: drawn once, and looked at by people who are named, before it may leave (domain of check QC5). */
import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contracts/call.ts'
import {
  type drawProductionSample,
  type lookAtSampled,
  type ProductionSample,
  sampleOfProduction,
} from '#contracts/production-sample.ts'
import { treatment } from '#contracts/productions.ts'
import { sampleSize } from '#contracts/sample-size.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import { drawn } from '../../review/samples/draw.ts'
import { numbersOf } from '../record/bates.ts'
import { type StoredProduction, storedProduction } from '../record/stored.ts'
import { standingOf, toLookAt } from './passed.ts'

/** Documents that the caller does not see are not in it; that somebody has to look at them is. */
export async function sampleOf(
  ctx: ProjectContext,
  productionId: number,
  /** In a transaction: what it has written is read, of all documents; those that are named are of the view all the same. */
  trx: Reader | null = null,
): Promise<ProductionSample> {
  const read = trx ?? ctx.records.read
  const production = await storedProduction(read, ctx.project.projectId, productionId)
  const { n } = await toLookAt(read, productionId)
    .innerJoin('document as d', 'd.document_id', 'p.document_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const row = await read
    .selectFrom('production_sample as s')
    .innerJoin('app_user as u', 'u.user_id', 's.drawn_by')
    .selectAll('s')
    .select('u.name')
    .where('s.production_id', '=', productionId)
    .executeTakeFirst()
  const { open, wrong, size, isPassed } = await standingOf(trx ?? ctx.whole.read, productionId)
  return {
    ...{ productionId, population: Number(n), open, wrong, isPassed },
    seesAll: ctx.project.view === null,
    drawn:
      row === undefined
        ? null
        : {
            ...{ by: row.name, at: row.drawn_at, confidence: row.confidence, margin: row.margin },
            ...{ seed: row.seed, size: size ?? 0 },
          },
    documents: await documentsOf(ctx, read, production),
  }
}

async function documentsOf(
  ctx: ProjectContext,
  read: Reader,
  { production_id: productionId, settings: { numbering }, first_number: first }: StoredProduction,
): Promise<ProductionSample['documents']> {
  if (first === null) return []
  const rows = await read
    .selectFrom('production_sample_document as s')
    .innerJoin('production_document as p', (on) =>
      on.onRef('p.production_id', '=', 's.production_id').onRef('p.place', '=', 's.place'),
    )
    .innerJoin('document as d', 'd.document_id', 's.document_id')
    .leftJoin('app_user as u', 'u.user_id', 's.looked_by')
    .select(['s.place', 's.document_id', 's.verdict', 's.note', 's.looked_at', 'u.name'])
    .select(['p.pages', 'p.pages_before', 'p.treatment', 'p.redacted', 'd.control', 'd.file_name'])
    .where('s.production_id', '=', productionId)
    .orderBy('s.place')
    .execute()
  return rows.map((row) => ({
    ...{ place: row.place, documentId: row.document_id, fileName: row.file_name, pages: row.pages },
    controlNumber: controlNumber(ctx.project.prefix, row.control),
    ...numbersOf(numbering, first, { place: row.place, pages: row.pages, pagesBefore: row.pages_before }),
    ...{ treatment: treatment.parse(row.treatment), redacted: row.redacted === 1 },
    ...{ verdict: row.verdict, note: row.note },
    looked: row.name === null || row.looked_at === null ? null : { by: row.name, at: row.looked_at },
  }))
}

export async function drawSample(
  ctx: ProjectContext,
  { productionId, confidence, margin }: BodyOf<typeof drawProductionSample>,
): Promise<ProductionSample> {
  const { projectId } = ctx.project
  if (ctx.project.view !== null)
    throw new ApiError(
      'permission.denied',
      'You see a part of the project. Ask somebody who sees all of it to draw the sample.',
    )
  return await idempotent(ctx, async (trx) => {
    const production = await storedProduction(trx, projectId, productionId)
    requireProduced(production)
    const begun = await trx
      .selectFrom('production_sample_document')
      .select('place')
      .where('production_id', '=', productionId)
      .where('verdict', 'is not', null)
      .executeTakeFirst()
    if (begun !== undefined)
      throw new ApiError('conflict', 'Somebody has begun to look at the sample: it stays as it is.', {
        detail: 'begun',
      })
    const rows = await toLookAt(trx, productionId).select(['p.place', 'p.document_id']).execute()
    if (rows.length === 0)
      throw new ApiError('conflict', 'Nothing of it is redacted or represented by a slip sheet.', {
        detail: 'nothing',
      })
    const size = sampleSize(rows.length, confidence, margin)
    if (size > sampleOfProduction.most)
      throw new ApiError(
        'request.invalid',
        `This confidence and margin need ${size} documents, and a sample has at most ${sampleOfProduction.most}. Choose a wider margin.`,
        { detail: 'margin' },
      )
    const ids = new Map(rows.map(({ place, document_id }) => [place, document_id]))
    const seed = randomBytes(16).toString('hex')
    const places = drawn(
      [...ids.keys()].sort((a, b) => a - b),
      size,
      seed,
    )
    for (const table of ['production_sample_document', 'production_sample'] as const)
      await trx.deleteFrom(table).where('production_id', '=', productionId).execute()
    await trx
      .insertInto('production_sample')
      .values({
        ...{ production_id: productionId, project_id: projectId, population: rows.length },
        ...{ confidence, margin, seed, drawn_by: ctx.caller.userId, drawn_at: instantOf(ctx.now()) },
      })
      .execute()
    await insertAll(
      trx,
      'production_sample_document',
      places.map((place) => ({
        ...{ production_id: productionId, project_id: projectId, place },
        ...{ document_id: ids.get(place) ?? 0, verdict: null, note: '', looked_by: null, looked_at: null },
      })),
    )
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.sampleDrawn', how: 'manual' },
        facts: {
          ...{ productionId, name: production.name, population: rows.length, size },
          ...{ confidence, margin, seed },
        },
      },
    ])
    return await sampleOf(ctx, productionId, trx)
  })
}

export async function look(
  ctx: ProjectContext,
  { productionId, documentId, verdict, note, seen }: BodyOf<typeof lookAtSampled>,
): Promise<ProductionSample> {
  const { projectId } = ctx.project
  if (verdict === 'wrong' && note === '')
    throw new ApiError('request.invalid', 'Say what is wrong with it.', { detail: 'note' })
  await requireReadable(ctx, documentId)
  return await idempotent(ctx, async (trx) => {
    const production = await storedProduction(trx, projectId, productionId)
    requireProduced(production)
    const there = await trx
      .selectFrom('production_sample_document as s')
      .leftJoin('app_user as u', 'u.user_id', 's.looked_by')
      .select(['s.verdict', 'u.name'])
      .where('s.production_id', '=', productionId)
      .where('s.document_id', '=', documentId)
      .executeTakeFirst()
    if (there === undefined) throw notFound('document of the sample')
    if (there.verdict !== seen)
      throw new ApiError(
        'conflict',
        `${there.name ?? 'Somebody'} has looked at it meanwhile and found it ${there.verdict ?? 'open'}.`,
        { detail: 'seen' },
      )
    await trx
      .updateTable('production_sample_document')
      .set({ verdict, note, looked_by: ctx.caller.userId, looked_at: instantOf(ctx.now()) })
      .where('production_id', '=', productionId)
      .where('document_id', '=', documentId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.sampleLookedAt', how: 'manual', documentId },
        facts: { productionId, name: production.name, verdict },
        ...(note === '' ? {} : { erasable: { reason: note } }),
      },
    ])
    return await sampleOf(ctx, productionId, trx)
  })
}

function requireProduced({ state, released_by }: StoredProduction): void {
  if (state !== 'Produced' || released_by !== null)
    throw new ApiError(
      'conflict',
      'A sample is looked at once the volumes are read back, and before somebody says that they may leave.',
      { detail: state },
    )
}
