/** An export as it is read from the record. */
import type { Exported, ExportSettings, ExportState } from '#contracts/exports.ts'
import { jobState } from '#contracts/jobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type StoredRun, stateOf, storedRun } from '../record/stored.ts'
import { keptExport } from '../settings/run-settings.ts'

type Asking = Pick<ProjectContext, 'project' | 'caller'>

/** Those that the caller may know of, the newest first; only one where it is named. */
export async function exportsOf(
  { project, caller }: Asking,
  read: Reader,
  exportId: number | null = null,
): Promise<Exported[]> {
  const rows = await read
    .selectFrom('production as p')
    .innerJoin('app_user as c', 'c.user_id', 'p.created_by')
    .innerJoin('job as j', 'j.job_id', 'p.job_id')
    .leftJoin('app_user as b', 'b.user_id', 'p.rolled_back_by')
    .selectAll('p')
    .select(['c.name as creator', 'b.name as remover'])
    .select(['j.state as job_state', 'j.items_done', 'j.items_total', 'j.message'])
    .select((eb) =>
      eb
        .selectFrom('production_document as f')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('f.production_id', '=', 'p.production_id')
        .where('f.state', '=', 'failed')
        .as('failed'),
    )
    .where('p.project_id', '=', project.projectId)
    .where('p.purpose', '=', 'export')
    .$if(exportId !== null, (query) => query.where('p.production_id', '=', exportId ?? 0))
    // What others have exported may be named after what the caller must not see.
    .$if(project.view !== null, (query) => query.where('p.created_by', '=', caller.userId))
    .orderBy('p.production_id', 'desc')
    .execute()
  return rows.map(
    (row): Exported => ({
      ...{ exportId: row.production_id, name: row.name, documents: row.documents, pages: row.pages },
      state: exportStateOf(row, row.job_state),
      created: { by: row.creator, at: row.created_at },
      job: {
        ...{ jobId: row.job_id ?? 0, state: jobState.parse(row.job_state), message: row.message },
        ...{ done: row.items_done, total: row.items_total },
      },
      failed: Number(row.failed),
      ready: row.produced_at,
      expiresAt: row.state === 'RolledBack' ? null : row.expires_at,
      removed:
        row.remover === null || row.rolled_back_at === null
          ? null
          : { by: row.remover, at: row.rolled_back_at },
    }),
  )
}

/** What is rolled back by nobody went by itself. */
function exportStateOf(
  { state, rolled_back_by }: Pick<StoredRun, 'state' | 'rolled_back_by'>,
  job: string,
): ExportState {
  const now = stateOf(state, job)
  if (now === 'RolledBack') return rolled_back_by === null ? 'Expired' : 'Removed'
  if (now === 'Produced') return 'Ready'
  return now === 'Failed' || now === 'Cancelled' ? now : 'Running'
}

/** One export; 404 where the caller may know of none with this id. */
export async function exportOf(ctx: Asking, read: Reader, exportId: number): Promise<Exported> {
  const [one] = await exportsOf(ctx, read, exportId)
  if (one === undefined) throw notFound('export')
  return one
}

/** The row of an export that the caller may know of, with that by which it is made. */
export async function storedExport(ctx: Asking, read: Reader, exportId: number): Promise<StoredRun> {
  await exportOf(ctx, read, exportId)
  return await storedRun(read, ctx.project.projectId, exportId)
}

/** As it was started. */
export async function settingsOf(read: Reader, exportId: number): Promise<ExportSettings> {
  const { settings } = await read
    .selectFrom('production')
    .select('settings')
    .where('production_id', '=', exportId)
    .executeTakeFirstOrThrow()
  return keptExport.parse(JSON.parse(settings)).settings
}
