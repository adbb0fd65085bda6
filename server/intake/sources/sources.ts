/** Where material comes from: sources, whose they are, and what happens by itself to what arrives. */
import { sql } from 'kysely'
import type { BodyOf } from '#contracts/call.ts'
import type { changeSource as changeSourceCall, createSource, Source } from '#contracts/collect.ts'
import { settledStates } from '#contracts/jobs.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** As it is asked for; the same for a new one and for one that is changed. */
type SourceAsked = BodyOf<typeof createSource>

/** The sources of the project by name, with what came from each. */
export async function sourcesOf(ctx: ProjectContext): Promise<Source[]> {
  const rows = await selectSources(ctx.records.read, ctx.project.projectId).orderBy('s.name_key').execute()
  return rows.map(presentSource)
}

/** Adds a source. */
export async function addSource(ctx: ProjectContext, asked: SourceAsked): Promise<Source> {
  const { projectId } = ctx.project
  const sourceId = await idempotent(ctx, async (trx) => {
    await requireCustodian(trx, projectId, asked.custodianId)
    await requireFreeName(trx, projectId, asked.name, null)
    const { source_id } = await trx
      .insertInto('source')
      .values({
        ...columnsOf(asked),
        project_id: projectId,
        created_by: ctx.caller.userId,
        created_at: instantOf(ctx.now()),
      })
      .returning('source_id')
      .executeTakeFirstOrThrow()
    await tell(trx, ctx, 'source.created', source_id, asked)
    return source_id
  })
  return await sourceOf(ctx, sourceId)
}

/** Changes a source; whose it is stands once files have come, or have begun to. */
export async function changeSource(
  ctx: ProjectContext,
  sourceId: number,
  { version, ...asked }: BodyOf<typeof changeSourceCall>,
): Promise<Source> {
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const known = await requireSource(trx, projectId, sourceId)
    if (known.version !== version)
      throw new ApiError(
        'conflict',
        'Somebody has changed this source since you opened it. Nothing was saved: close this and open it again.',
        { detail: 'version' },
      )
    await requireFreeName(trx, projectId, asked.name, sourceId)
    if (asked.custodianId !== known.custodian_id) {
      await requireCustodian(trx, projectId, asked.custodianId)
      if (await isFilled(trx, sourceId))
        throw new ApiError(
          'conflict',
          'Files have come from this source, or are coming: its custodian is on the record. Make a new source for another custodian.',
          { detail: 'custodianId' },
        )
    }
    await trx
      .updateTable('source')
      .set({ ...columnsOf(asked), version: version + 1 })
      .where('source_id', '=', sourceId)
      .execute()
    await tell(trx, ctx, 'source.changed', sourceId, asked)
  })
  return await sourceOf(ctx, sourceId)
}

/** Takes away a source into which nothing has come. */
export async function deleteSource(ctx: ProjectContext, sourceId: number): Promise<void> {
  await ctx.records.write('interactive', async (trx) => {
    const { name } = await requireSource(trx, ctx.project.projectId, sourceId)
    if (await isUsed(trx, sourceId))
      throw new ApiError(
        'conflict',
        'Something came from this source, or was to come: it stays on the record.',
        {
          detail: 'source',
        },
      )
    await trx.deleteFrom('source').where('source_id', '=', sourceId).execute()
    await tell(trx, ctx, 'source.deleted', sourceId, { name })
  })
}

/** The row of a project's source; 404 where it has none of this id. */
export async function requireSource(read: Reader | Writer, projectId: number, sourceId: number) {
  const row = await read
    .selectFrom('source')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('source')
  return row
}

/**
 * The custodian's source of this name, case and outer spaces aside; adds one that does all by itself where there is none,
 * with a number behind its name where another custodian's has it.
 */
export async function sourceNamed(
  trx: Writer,
  at: Date,
  asked: { projectId: number; custodianId: number; name: string; createdBy: number },
): Promise<number> {
  const { projectId, custodianId, createdBy } = asked
  let name = asked.name.trim()
  for (let n = 2; ; n++) {
    const known = await trx
      .selectFrom('source')
      .select(['source_id', 'custodian_id'])
      .where('project_id', '=', projectId)
      .where('name_key', '=', keyOf(name))
      .executeTakeFirst()
    if (known === undefined) break
    if (known.custodian_id === custodianId) return known.source_id
    name = `${asked.name.trim()} ${n}`
  }
  const { source_id } = await trx
    .insertInto('source')
    .values({
      ...columnsOf({ name, custodianId, autoProcess: true, autoPromote: true }),
      project_id: projectId,
      created_by: createdBy,
      created_at: instantOf(at),
    })
    .returning('source_id')
    .executeTakeFirstOrThrow()
  return source_id
}

async function sourceOf(ctx: ProjectContext, sourceId: number): Promise<Source> {
  const row = await selectSources(ctx.records.read, ctx.project.projectId)
    .where('s.source_id', '=', sourceId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('source')
  return presentSource(row)
}

const selectSources = (read: Reader, projectId: number) =>
  read
    .selectFrom('source as s')
    .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
    .innerJoin('app_user as u', 'u.user_id', 's.created_by')
    .selectAll('s')
    .select(['c.name as custodian', 'u.name as creator'])
    .select((eb) => [
      eb
        .selectFrom('source_file as f')
        .whereRef('f.source_id', '=', 's.source_id')
        .select((f) => f.fn.countAll<number>().as('n'))
        .as('files'),
      eb
        .selectFrom('source_file as f')
        .whereRef('f.source_id', '=', 's.source_id')
        .select((f) => f.fn.sum<number>('f.size').as('n'))
        .as('bytes'),
      eb
        .selectFrom('source_file as f')
        .whereRef('f.source_id', '=', 's.source_id')
        .where('f.job_id', 'is', null)
        .select((f) => f.fn.countAll<number>().as('n'))
        .as('waiting'),
      eb
        .selectFrom('job as j')
        .whereRef('j.source_id', '=', 's.source_id')
        // Wherever they stand: those that wait for their promotion have come too.
        .select(sql<number>`sum(j.promoted + j.waiting + j.filtered)`.as('n'))
        .as('documents'),
      eb
        .selectFrom('exception as x')
        .innerJoin('job as j', 'j.job_id', 'x.job_id')
        .whereRef('j.source_id', '=', 's.source_id')
        .select((x) => x.fn.countAll<number>().as('n'))
        .as('exceptions'),
      eb
        .selectFrom('exception as x')
        .innerJoin('job as j', 'j.job_id', 'x.job_id')
        .whereRef('j.source_id', '=', 's.source_id')
        .where('x.resolution', '=', 'open')
        .select((x) => x.fn.countAll<number>().as('n'))
        .as('open_exceptions'),
    ])
    .where('s.project_id', '=', projectId)

type SourceRow = Awaited<ReturnType<ReturnType<typeof selectSources>['executeTakeFirstOrThrow']>>

const presentSource = (row: SourceRow): Source => ({
  sourceId: row.source_id,
  name: row.name,
  custodianId: row.custodian_id,
  custodian: row.custodian,
  autoProcess: row.auto_process === 1,
  autoPromote: row.auto_promote === 1,
  version: row.version,
  files: Number(row.files ?? 0),
  bytes: Number(row.bytes ?? 0),
  waiting: Number(row.waiting ?? 0),
  documents: Number(row.documents ?? 0),
  exceptions: Number(row.exceptions ?? 0),
  openExceptions: Number(row.open_exceptions ?? 0),
  createdBy: row.creator,
  createdAt: row.created_at,
})

const keyOf = (name: string): string => name.trim().toLowerCase()

const columnsOf = ({ name, custodianId, autoProcess, autoPromote }: SourceAsked) => ({
  name,
  name_key: keyOf(name),
  custodian_id: custodianId,
  auto_process: flag(autoProcess),
  auto_promote: flag(autoPromote),
})

async function requireFreeName(
  trx: Writer,
  projectId: number,
  name: string,
  own: number | null,
): Promise<void> {
  const other = await trx
    .selectFrom('source')
    .select('source_id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', keyOf(name))
    .executeTakeFirst()
  if (other !== undefined && other.source_id !== own)
    throw new ApiError('conflict', 'Another source of this project has this name.', { detail: 'name' })
}

/** 404 where the project has no such custodian. */
export async function requireCustodian(
  read: Reader | Writer,
  projectId: number,
  custodianId: number,
): Promise<void> {
  const row = await read
    .selectFrom('custodian')
    .select('custodian_id')
    .where('project_id', '=', projectId)
    .where('custodian_id', '=', custodianId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('custodian')
}

/** Whether the record says anything of a source: files, or jobs, also those that brought nothing. */
async function isUsed(trx: Writer, sourceId: number): Promise<boolean> {
  if (await isFilled(trx, sourceId)) return true
  const job = await trx
    .selectFrom('job')
    .select('job_id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}

/** Whether anything has come into a source, or is on its way there. */
async function isFilled(trx: Writer, sourceId: number): Promise<boolean> {
  for (const table of ['source_file', 'upload'] as const) {
    const found = await trx
      .selectFrom(table)
      .select('source_id')
      .where('source_id', '=', sourceId)
      .limit(1)
      .executeTakeFirst()
    if (found !== undefined) return true
  }
  const coming = await trx
    .selectFrom('job')
    .select('job_id')
    .where('source_id', '=', sourceId)
    .where('state', 'not in', settledStates)
    .limit(1)
    .executeTakeFirst()
  return coming !== undefined
}

/** A source may be called after somebody: like other personal data the name can be erased. */
async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: string,
  sourceId: number,
  { name, ...facts }: { readonly name: string } & Partial<SourceAsked>,
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, facts: { sourceId, ...facts }, erasable: { name } },
  ])
}
