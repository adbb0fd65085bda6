/** What could not be processed wholly, and its bytes. */
import type { Selectable } from 'kysely'
import type { QueryOf } from '#contracts/call.ts'
import type { ExceptionRow, listExceptions } from '#contracts/collect.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { notFound } from '../http/error.ts'
import type { ExceptionTable } from '../records/schema.ts'

const defaultLimit = 100

/** Exceptions of the project, or of one job, oldest first. */
export async function exceptionsOf(
  ctx: ProjectContext,
  { jobId, code, resolution, after, limit }: QueryOf<typeof listExceptions>,
): Promise<{ data: ExceptionRow[]; totalCount: number }> {
  let all = ctx.records.read.selectFrom('exception').where('project_id', '=', ctx.project.projectId)
  if (jobId !== undefined) {
    await requireJob(ctx, jobId)
    all = all.where('job_id', '=', jobId)
  }
  if (code !== undefined) all = all.where('code', '=', code)
  if (resolution !== undefined) all = all.where('resolution', '=', resolution)
  const page = after === undefined ? all : all.where('exception_id', '>', after)
  const rows = await page
    .selectAll()
    .select((eb) =>
      eb.fn
        .coalesce(
          eb.selectFrom('job as j').select('j.source_id').whereRef('j.job_id', '=', 'exception.job_id'),
          // What was done about a document later has no source; the document has.
          eb
            .selectFrom('document as d')
            .innerJoin('job as dj', 'dj.job_id', 'd.job_id')
            .select('dj.source_id')
            .whereRef('d.document_id', '=', 'exception.document_id'),
        )
        .as('source_id'),
    )
    .orderBy('exception_id')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(present), totalCount: total }
}

async function requireJob({ records, project }: ProjectContext, jobId: number): Promise<void> {
  const job = await records.read
    .selectFrom('job')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst()
  if (job === undefined) throw notFound('job')
}

/** A file to download, on the record. */
export interface Download {
  readonly sha256: string
  readonly fileName: string
  readonly size: number
}

/** The bytes of an item that became an exception; whoever takes them is put on the record. */
export async function downloadException(ctx: ProjectContext, exceptionId: number): Promise<Download> {
  const row = await ctx.records.read
    .selectFrom('exception')
    .selectAll()
    .where('project_id', '=', ctx.project.projectId)
    .where('exception_id', '=', exceptionId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('exception')
  const { sha256 } = row
  if (sha256 === null) throw notFound('file of this exception')
  await ctx.records.write('interactive', async (trx) => {
    await appendAudit(trx, `project:${row.project_id}`, [
      {
        ...byCaller(ctx),
        action: 'exception.downloaded',
        ...(row.document_id === null ? {} : { documentId: row.document_id }),
        jobId: row.job_id,
        facts: { exceptionId, sha256 },
      },
    ])
  })
  return { sha256, fileName: pathOf(row).at(-1) ?? 'file', size: row.size }
}

function present(row: Selectable<ExceptionTable> & { source_id: number | null }): ExceptionRow {
  return {
    exceptionId: row.exception_id,
    jobId: row.job_id,
    sourceId: row.source_id,
    documentId: row.document_id,
    // Written by the import only, in these terms.
    code: row.code as ExceptionRow['code'],
    reason: row.reason,
    stage: row.stage as ExceptionRow['stage'],
    path: pathOf(row),
    size: row.size,
    sha256: row.sha256,
    at: row.at,
    resolution: row.resolution as ExceptionRow['resolution'],
    note: row.note,
  }
}

const pathOf = (row: { path: string }): string[] => JSON.parse(row.path) as string[]
