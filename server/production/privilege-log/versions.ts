/** Versions of the log: copies that nothing changes any more. */
import * as z from 'zod/mini'
import type { BodyOf, QueryOf, ReplyOf } from '#contracts/call.ts'
import {
  type LogColumn,
  type LogVersion,
  type listLogVersions,
  logColumn,
  logTreatment,
  type logVersionRows,
  type makeLogVersion,
  privilegeLogLimits,
} from '#contracts/privilege-log.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { type Cells, cellsIn } from './entries.ts'
import { type Line, LogNow } from './lines.ts'
import { byDate } from './rows.ts'

/** Rows of one transaction: saves of others come between. */
const step = 250

/** Projects whose log is being copied now: by one at a time, in the one process that writes. */
const making = new Set<number>()

export async function makeVersion(
  ctx: ProjectContext,
  { name }: BodyOf<typeof makeLogVersion>,
): Promise<LogVersion> {
  const { projectId } = ctx.project
  if (ctx.project.view !== null)
    throw new ApiError(
      'permission.denied',
      'You see only a part of this project. Ask somebody who sees all of it to make a version.',
    )
  if (making.has(projectId))
    throw new ApiError('conflict', 'Another version is being made. Try again when it is there.', {
      detail: 'making',
    })
  making.add(projectId)
  try {
    await removeUnfinished(ctx)
    const log = await LogNow.open(ctx)
    // What cannot be made is refused before anything of it is on the record.
    const lines = await log.all()
    const { versionId } = await idempotent(ctx, (trx) => begin(trx, ctx, name, log))
    // A repetition of a call that was cut finds it whole, or not at all.
    const made = await versionOf(ctx.records.read, projectId, versionId, 'any')
    if (made.whole === 0) await fill(ctx, versionId, log, lines)
    const [version] = await versionsOf(ctx, { versionId })
    if (version === undefined) throw notFound('version')
    return version
  } finally {
    making.delete(projectId)
  }
}

/** What a crash has left: rows first, so that it can be cut again. A version that was begun with this very key stays. */
async function removeUnfinished(ctx: ProjectContext): Promise<void> {
  const { projectId } = ctx.project
  const left = await ctx.records.read
    .selectFrom('privilege_log_version')
    .select('version_id')
    .where('project_id', '=', projectId)
    .where('whole', '=', 0)
    .execute()
  for (const { version_id } of left) await removeRows(ctx, version_id)
}

async function removeRows(ctx: ProjectContext, versionId: number): Promise<void> {
  for (let more = true; more; ) {
    more = await ctx.records.write('bulk', async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('privilege_log_row')
        .where('version_id', '=', versionId)
        .where('log_number', 'in', (eb) =>
          eb
            .selectFrom('privilege_log_row as r')
            .select('r.log_number')
            .where('r.version_id', '=', versionId)
            .orderBy('r.log_number')
            .limit(step),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows) >= step
    })
  }
}

async function begin(
  trx: Writer,
  ctx: ProjectContext,
  name: string,
  log: LogNow,
): Promise<{ versionId: number }> {
  const { projectId } = ctx.project
  // One that a crash has left without rows gives its name and its place to this one.
  await trx
    .deleteFrom('privilege_log_version')
    .where('project_id', '=', projectId)
    .where('whole', '=', 0)
    .execute()
  const all = await trx
    .selectFrom('privilege_log_version')
    .select(['place', 'name', 'name_key'])
    .where('project_id', '=', projectId)
    .execute()
  const key = nameKey(name)
  if (all.some(({ name_key }) => name_key === key))
    throw new ApiError('conflict', `There is a version named ${name} already. Choose another name.`, {
      detail: 'name',
    })
  if (all.length >= privilegeLogLimits.versions)
    throw new ApiError(
      'conflict',
      `The log has ${privilegeLogLimits.versions} versions, which is the most.`,
      {
        detail: 'name',
      },
    )
  const { version_id: versionId } = await trx
    .insertInto('privilege_log_version')
    .values({
      ...{ project_id: projectId, place: Math.max(0, ...all.map(({ place }) => place)) + 1 },
      ...{ name, name_key: key, columns: JSON.stringify(log.settings.columns) },
      ...{ settings_version: log.stored.version, made_by: ctx.caller.userId },
      ...{ made_at: instantOf(ctx.now()), whole: 0 },
    })
    .returning('version_id')
    .executeTakeFirstOrThrow()
  await appendAudit(trx, `project:${projectId}`, [
    { ...byCaller(ctx), action: 'privilegeLog.versionMade', facts: { versionId, name }, how: 'manual' },
  ])
  return { versionId }
}

async function fill(
  ctx: ProjectContext,
  versionId: number,
  log: LogNow,
  lines: readonly Line[],
): Promise<void> {
  const { projectId } = ctx.project
  const numbers = await numbered(ctx, lines.toSorted(byDate))
  const rows = lines
    .flatMap((line) => {
      const logNumber = numbers.get(line.document.documentId)
      return logNumber === undefined ? [] : { ...line, logNumber }
    })
    .sort((a, b) => a.logNumber - b.logNumber)
  for await (const some of log.shownRows(rows)) {
    const values = some.map(([{ document, on }, shown]) => ({
      ...{ version_id: versionId, project_id: projectId, document_id: document.documentId },
      log_number: numbers.get(document.documentId) ?? 0,
      ...{ treatment: on.treatment, dated: document.date, cells: JSON.stringify(shown) },
    }))
    await ctx.records.write('bulk', (trx) => trx.insertInto('privilege_log_row').values(values).execute())
  }
  await ctx.records.write('interactive', (trx) =>
    trx.updateTable('privilege_log_version').set({ whole: 1 }).where('version_id', '=', versionId).execute(),
  )
}

/** Gives the next numbers to those that have none yet, in their order; a number is never given twice. */
async function numbered(ctx: ProjectContext, lines: readonly Line[]): Promise<ReadonlyMap<number, number>> {
  const { projectId } = ctx.project
  const numbers = new Map(
    lines.flatMap(({ document, logNumber }) =>
      logNumber === null ? [] : [[document.documentId, logNumber] as const],
    ),
  )
  const without = lines.filter(({ logNumber }) => logNumber === null)
  for (let at = 0; at < without.length; at += step) {
    const some = without.slice(at, at + step)
    const given = await ctx.records.write('bulk', async (trx) => {
      const { last } = await trx
        .selectFrom('privilege_log_number')
        .select((eb) => eb.fn.max<number | null>('log_number').as('last'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      const rows = some.map(({ document }, nth) => ({
        ...{ document_id: document.documentId, project_id: projectId },
        log_number: Number(last ?? 0) + nth + 1,
      }))
      await trx.insertInto('privilege_log_number').values(rows).execute()
      return rows
    })
    for (const { document_id, log_number } of given) numbers.set(document_id, log_number)
  }
  return numbers
}

/** Those that are whole, the newest first, with what the caller sees of each. */
export async function versionsOf(
  { records: { read }, project: { projectId } }: ProjectContext,
  { at, versionId }: QueryOf<typeof listLogVersions> & { readonly versionId?: number },
): Promise<LogVersion[]> {
  const versions = await read
    .selectFrom('privilege_log_version as v')
    .innerJoin('app_user as u', 'u.user_id', 'v.made_by')
    .select(['v.version_id', 'v.place', 'v.name', 'v.made_at', 'u.name as maker'])
    .where('v.project_id', '=', projectId)
    .where('v.whole', '=', 1)
    .$if(at !== undefined, (query) => query.where('v.made_at', '<=', instantOf(new Date(at ?? 0))))
    .$if(versionId !== undefined, (query) => query.where('v.version_id', '=', versionId ?? 0))
    .orderBy('v.place', 'desc')
    .execute()
  if (versions.length === 0) return []
  const counts = await read
    .selectFrom('privilege_log_row')
    .select((eb) => ['version_id', 'treatment', eb.fn.countAll<number>().as('n')])
    .where(
      'version_id',
      'in',
      versions.map(({ version_id }) => version_id),
    )
    .groupBy(['version_id', 'treatment'])
    .execute()
  return versions.map((row) => {
    const count = (treatment: string) =>
      Number(counts.find((one) => one.version_id === row.version_id && one.treatment === treatment)?.n ?? 0)
    const [withheld, redacted] = [count('withheld'), count('redacted')]
    return {
      ...{ versionId: row.version_id, number: row.place, name: row.name },
      ...{ made: { by: row.maker, at: row.made_at }, rows: withheld + redacted, withheld, redacted },
    }
  })
}

export async function listVersions(
  ctx: ProjectContext,
  query: QueryOf<typeof listLogVersions>,
): Promise<ReplyOf<typeof listLogVersions>> {
  const data = await versionsOf(ctx, query)
  return { data, totalCount: data.length }
}

const columnsColumn = z.array(logColumn)

/** A version with its columns; 404 where the project has none that is whole with this id. */
export async function versionOf(
  read: Reader,
  projectId: number,
  versionId: number,
  which: 'whole' | 'any' = 'whole',
) {
  const row = await read
    .selectFrom('privilege_log_version')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined || (which === 'whole' && row.whole === 0)) throw notFound('version')
  const columns: LogColumn[] = columnsColumn.parse(JSON.parse(row.columns))
  return { ...row, columns }
}

/** A row of a version. */
export interface VersionRow {
  readonly documentId: number
  readonly controlNumber: string
  readonly logNumber: number
  readonly treatment: z.infer<typeof logTreatment>
  readonly dated: string | null
  readonly values: Cells
}

/** Those behind a log number, in their order. */
async function versionRows(
  read: Reader,
  prefix: string,
  { versionId, after, limit }: { readonly versionId: number; readonly after: number; readonly limit: number },
): Promise<VersionRow[]> {
  const rows = await read
    .selectFrom('privilege_log_row as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .selectAll('r')
    .select('d.control')
    .where('r.version_id', '=', versionId)
    .where('r.log_number', '>', after)
    .orderBy('r.log_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ documentId: row.document_id, controlNumber: controlNumber(prefix, row.control) },
    ...{ logNumber: row.log_number, treatment: logTreatment.parse(row.treatment), dated: row.dated },
    values: { ...cellsIn(row.cells), Log_Number: String(row.log_number) },
  }))
}

/** All of them, some at a time. */
export async function* allVersionRows(
  read: Reader,
  prefix: string,
  versionId: number,
): AsyncGenerator<VersionRow[]> {
  for (let after = 0; ; ) {
    const rows = await versionRows(read, prefix, { versionId, after, limit: 250 })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    await breathe()
    after = last.logNumber
  }
}

export async function pageOfVersion(
  ctx: ProjectContext,
  { versionId, after = 0 }: QueryOf<typeof logVersionRows>,
): Promise<ReplyOf<typeof logVersionRows>> {
  const { read } = ctx.records
  const { columns } = await versionOf(read, ctx.project.projectId, versionId)
  const limit = privilegeLogLimits.page
  const found = await versionRows(read, ctx.project.prefix, { versionId, after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const { n } = await read
    .selectFrom('privilege_log_row')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow()
  return {
    data: page.map(({ dated: _, ...row }) => row),
    totalCount: Number(n),
    next: found.length > limit ? (page.at(-1)?.logNumber ?? null) : null,
    columns,
  }
}
