/** A production as it is read from the record. */
import { jobState } from '#contracts/jobs.ts'
import {
  type ProductionSettings,
  productionSettings,
  type SlipSheet,
  slipSheet,
} from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type Purpose, runSettingsOf } from '../settings/run-settings.ts'
import { numbersOf } from './bates.ts'

/** Those of the project, the newest first; only one where it is named. */
export async function productionsOf(
  read: Reader,
  projectId: number,
  productionId: number | null,
): Promise<Production[]> {
  const rows = await read
    .selectFrom('production as p')
    .innerJoin('app_user as c', 'c.user_id', 'p.created_by')
    .leftJoin('app_user as m', 'm.user_id', 'p.produced_by')
    .leftJoin('app_user as r', 'r.user_id', 'p.released_by')
    .leftJoin('app_user as d', 'd.user_id', 'p.delivered_by')
    .leftJoin('app_user as b', 'b.user_id', 'p.rolled_back_by')
    .leftJoin('job as j', 'j.job_id', 'p.job_id')
    .selectAll('p')
    .select(['c.name as creator', 'm.name as maker', 'r.name as releaser', 'd.name as deliverer'])
    .select(['b.name as remover', 'j.state as job_state', 'j.items_done', 'j.items_total', 'j.message'])
    .select((eb) =>
      eb
        .selectFrom('production_document as f')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('f.production_id', '=', 'p.production_id')
        .where('f.state', '=', 'failed')
        .as('failed'),
    )
    .where('p.project_id', '=', projectId)
    .where('p.purpose', '=', 'production')
    .$if(productionId !== null, (query) => query.where('p.production_id', '=', productionId ?? 0))
    .orderBy('p.production_id', 'desc')
    .execute()
  return rows.map((row): Production => {
    const by = (name: string | null, at: string | null) =>
      name === null || at === null ? null : { by: name, at }
    const { numbering } = productionSettings.parse(JSON.parse(row.settings))
    const { documents, pages, first_number: first } = row
    const counted = documents !== null && pages !== null ? { documents, pages } : null
    const whole = counted === null || first === null || counted.documents === 0 ? null : counted
    const last =
      whole === null || first === null
        ? null
        : numbersOf(numbering, first, {
            ...{ place: whole.documents, pages: 1, pagesBefore: whole.pages - 1, control: 0 },
          })
    return {
      ...{ productionId: row.production_id, name: row.name, version: row.version },
      state: stateOf(row.state, row.job_state),
      created: { by: row.creator, at: row.created_at },
      ...{ documents, pages },
      firstNumber:
        whole === null || first === null
          ? null
          : numbersOf(numbering, first, { place: 1, pages: 1, pagesBefore: 0, control: 0 }).first,
      lastNumber: last?.last ?? null,
      job:
        row.job_id === null || row.job_state === null
          ? null
          : {
              ...{ jobId: row.job_id, state: jobState.parse(row.job_state), message: row.message },
              ...{ done: row.items_done ?? 0, total: row.items_total ?? 0 },
            },
      failed: Number(row.failed),
      produced: by(row.maker, row.produced_at),
      released: by(row.releaser, row.released_at),
      delivered:
        row.delivered_at === null || row.deliverer === null || row.releaser === null
          ? null
          : { by: row.releaser, at: row.delivered_at, confirmedBy: row.deliverer },
      rolledBack: by(row.remover, row.rolled_back_at),
    }
  })
}

/** What its job says counts while it runs. */
export function stateOf(written: Production['state'], job: string | null): Production['state'] {
  if (written !== 'Running') return written
  if (job === 'Failed') return 'Failed'
  return job === 'Cancelled' || job === 'Cancelling' ? 'Cancelled' : 'Running'
}

/** One production; 404 where the project has none with this id. */
export async function productionOf(
  ctx: Pick<ProjectContext, 'records' | 'project'>,
  productionId: number,
  read: Reader = ctx.records.read,
): Promise<Production> {
  const [production] = await productionsOf(read, ctx.project.projectId, productionId)
  if (production === undefined) throw notFound('production')
  return production
}

/** Its row with its settings; 404 where there is none. */
export async function storedProduction(read: Reader, projectId: number, productionId: number) {
  const row = await read
    .selectFrom('production')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'production')
    .executeTakeFirst()
  if (row === undefined) throw notFound('production')
  return { ...row, settings: productionSettingsIn(row.settings) }
}
/** The settings in their column. */
export const productionSettingsIn = (column: string): ProductionSettings =>
  productionSettings.parse(JSON.parse(column))

export type StoredProduction = Awaited<ReturnType<typeof storedProduction>>

/** The row of a production or of an export, with that by which it is made; 404 where there is none, or none for this. */
export async function storedRun(
  read: Reader,
  projectId: number,
  productionId: number,
  purpose: Purpose | null = null,
) {
  const row = await read
    .selectFrom('production')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined || (purpose !== null && row.purpose !== purpose))
    throw notFound(purpose ?? 'production')
  return { ...row, settings: runSettingsOf(row.purpose, row.settings) }
}
export type StoredRun = Awaited<ReturnType<typeof storedRun>>

/** The slip sheet of a planned document; null where its pages go out. */
export const slipSheetIn = (column: string | null): SlipSheet | null =>
  column === null ? null : slipSheet.parse(JSON.parse(column))

/** Throws where it was run, or where it has changed since it was seen. */
export function requirePreparing({ state, version }: StoredProduction, seen: number): void {
  if (state !== 'Draft' && state !== 'Validated')
    throw new ApiError('conflict', 'This production was run: its settings do not change any more.', {
      detail: state,
    })
  if (version !== seen)
    throw new ApiError(
      'conflict',
      'Somebody has changed this production since you looked at it. Look at it again first.',
      {
        detail: 'version',
      },
    )
}
