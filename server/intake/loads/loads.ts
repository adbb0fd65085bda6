/** The loads of a project, and what is left of them, as files for spreadsheets. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ReplyOf } from '#contracts/call.ts'
import type { JobState } from '#contracts/jobs.ts'
import type { Load, listLoads } from '#contracts/loads.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { csvPages } from '../../platform/http/csv-pages.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { countsOf, pathOf, reportOf, settingsOf } from './stored.ts'

const select = (read: Reader, projectId: number) =>
  read
    .selectFrom('load_job as l')
    .innerJoin('job as j', 'j.job_id', 'l.job_id')
    .innerJoin('source as s', 's.source_id', 'l.source_id')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .selectAll('l')
    .select(['j.state', 'j.created_at', 's.name as source', 'u.name as by'])
    .where('l.project_id', '=', projectId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const headOf = (row: Row) => ({
  jobId: row.job_id,
  sourceId: row.source_id,
  source: row.source,
  // Written by the queue only, in these terms.
  state: row.state as JobState,
  by: row.by,
  at: row.created_at,
})

/** The newest first. */
const mostListed = 500

export async function loadsOf({ records, project }: ProjectContext): Promise<ReplyOf<typeof listLoads>> {
  const rows = await select(records.read, project.projectId)
    .orderBy('l.job_id', 'desc')
    .limit(mostListed)
    .execute()
  const data = rows.map((row) => ({
    ...headOf(row),
    counts: countsOf(row.counts),
    faultCount: row.fault_count,
  }))
  return { data, totalCount: data.length }
}

async function required({ records, project }: ProjectContext, jobId: number): Promise<Row> {
  const row = await select(records.read, project.projectId).where('l.job_id', '=', jobId).executeTakeFirst()
  if (row === undefined) throw notFound('load')
  return row
}

export async function loadOf(ctx: ProjectContext, jobId: number): Promise<Load> {
  const row = await required(ctx, jobId)
  return { ...headOf(row), settings: settingsOf(row.settings), report: await reportOf(ctx.records.read, row) }
}

export async function sendFaults(
  ctx: ProjectContext,
  jobId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await required(ctx, jobId)
  const lines = csvPages(
    ['Line', 'From', 'To', 'Column', 'Row refused', 'Code', 'Reason'],
    ({ after = 0, limit }) =>
      ctx.records.read
        .selectFrom('load_fault')
        .selectAll()
        .where('job_id', '=', jobId)
        .where('load_fault_id', '>', after)
        .orderBy('load_fault_id')
        .limit(limit)
        .execute(),
    (row) => row.load_fault_id,
    ({ line, from_byte, to_byte, column_name, refuses_row, code, reason }) => [
      ...[line, from_byte, to_byte, column_name ?? ''],
      ...[refuses_row === 1 ? 'Yes' : 'No', code, reason],
    ],
  )
  return await send(ctx, reply, { jobId, action: 'load.faultsExported', name: 'faults', lines })
}

export async function sendUnused(
  ctx: ProjectContext,
  jobId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await required(ctx, jobId)
  const lines = csvPages(
    ['Path'],
    ({ after = -1, limit }) =>
      ctx.records.read
        .selectFrom('load_unused')
        .select(['place', 'path'])
        .where('job_id', '=', jobId)
        .where('place', '>', after)
        .orderBy('place')
        .limit(limit)
        .execute(),
    ({ place }) => place,
    ({ path }) => [pathOf(path).join('/')],
  )
  return await send(ctx, reply, { jobId, action: 'load.unusedExported', name: 'unused files', lines })
}

/** Sends it, after it is on the record that it was taken away. */
async function send(
  ctx: ProjectContext,
  reply: FastifyReply,
  sent: {
    readonly jobId: number
    readonly action: string
    readonly name: string
    readonly lines: AsyncGenerator<string>
  },
): Promise<FastifyReply> {
  const { jobId, action, name, lines } = sent
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${ctx.project.projectId}`, [{ ...byCaller(ctx), action, jobId }]),
  )
  return sendDownload(reply, {
    name: safeName(`${ctx.project.prefix} ${name} of load ${jobId}.csv`, 'load.csv'),
    size: null,
    bytes: Readable.from(lines, { objectMode: false }),
  })
}
