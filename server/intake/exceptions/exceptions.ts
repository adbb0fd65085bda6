/** What could not be processed wholly, and its bytes. */

import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import {
  type ExceptionCategory,
  type ExceptionRow,
  type ExceptionSeverity,
  type ExceptionSubject,
  exceptionCategories,
  exceptionCodes,
  type exceptionFigures,
  exceptionResolutions,
  isResolvedAs,
  type listExceptions,
  severityOf,
} from '#contracts/collect.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { ExceptionTable } from '../../platform/jobs/tables.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { entryIn, standsIn } from '../sources/archive-entries.ts'
import { requireCustodian } from '../sources/sources.ts'

const defaultLimit = 100

/** Which exceptions are meant. */
export type Narrowing = Omit<QueryOf<typeof listExceptions>, 'after' | 'limit'>

/** Exceptions of the project, those that are meant, oldest first. */
export async function exceptionsOf(
  ctx: ProjectContext,
  { after, limit, ...narrowing }: QueryOf<typeof listExceptions>,
): Promise<{ data: ExceptionRow[]; totalCount: number }> {
  const all = await meant(ctx, ctx.records.read, narrowing)
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
    .select((eb) => {
      // Such a file is the only one of its job.
      const sentFor = eb
        .selectFrom('source_file as f')
        .innerJoin('document as d', 'd.document_id', 'f.document_id')
        .whereRef('f.job_id', '=', 'exception.job_id')
        // By the index of those alone: a job may have a hundred thousand files that none is sent for.
        .where('f.document_id', 'is not', null)
        .limit(1)
      return [
        sentFor.select('d.document_id').as('sent_for'),
        sentFor.select('d.source_path').as('sent_for_path'),
      ]
    })
    .select((eb) =>
      eb
        .selectFrom('app_user as u')
        .select('u.name')
        .whereRef('u.user_id', '=', 'exception.resolved_by')
        .as('resolved_name'),
    )
    .orderBy('exception_id')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const wholeFile = await wholeFilesOf(ctx.records.read, rows)
  return { data: rows.map((row) => present(row, wholeFile(row))), totalCount: total }
}

type Kept = Pick<Selectable<ExceptionTable>, 'job_id' | 'document_id' | 'path' | 'sha256'>

/**
 * The hash of each of these exceptions that is about a whole file of its source: that is kept with the source, and not a second
 * time. Asked of all at once: the files of a job have no order by their paths.
 */
async function wholeFilesOf(read: Reader, rows: readonly Kept[]): Promise<(row: Kept) => string | null> {
  const asked = rows.filter(({ sha256, document_id }) => sha256 === null && document_id === null)
  const keyOf = (jobId: number | null, path: string): string => `${jobId} ${path}`
  const found = new Map<string, string>()
  const jobIds = [...new Set(asked.map(({ job_id }) => job_id))]
  const paths = [...new Set(asked.map(({ path }) => path))]
  if (asked.length > 0)
    for (const { job_id, path, sha256 } of await read
      .selectFrom('source_file')
      .select(['job_id', 'path', 'sha256'])
      .where('job_id', 'in', jobIds)
      .where('path', 'in', paths)
      .orderBy('source_file_id', 'desc')
      .execute())
      found.set(keyOf(job_id, path), sha256)
  return (row) => found.get(keyOf(row.job_id, row.path)) ?? null
}

/** Throws where a job or a custodian is named that the project does not have. */
export async function meant(
  ctx: ProjectContext,
  read: Reader | Writer,
  { jobId, about, category, code, severity, custodianId, resolution }: Narrowing,
) {
  let all = read.selectFrom('exception').where('project_id', '=', ctx.project.projectId)
  if (jobId !== undefined) {
    await requireJob(ctx, jobId)
    all = all.where('job_id', '=', jobId)
  }
  if (about !== undefined) all = all.where(subject, '=', about)
  if (category !== undefined) all = all.where('code', 'in', codesOf(category))
  if (code !== undefined) all = all.where('code', '=', code)
  if (severity !== undefined) all = all.where(isOf(severity))
  if (resolution !== undefined)
    all = all.where(
      'resolution',
      'in',
      exceptionResolutions.filter((one) => isResolvedAs(one, resolution)),
    )
  if (custodianId === undefined) return all
  await requireCustodian(read, ctx.project.projectId, custodianId)
  // A document is its own custodian's; an item that is none, that of what it came from.
  const documents = read.selectFrom('document').select('document_id').where('custodian_id', '=', custodianId)
  const jobs = read
    .selectFrom('job as j')
    .innerJoin('source as s', 's.source_id', 'j.source_id')
    .select('j.job_id')
    .where('s.custodian_id', '=', custodianId)
  return all.where((eb) =>
    eb.or([
      eb('document_id', 'in', documents),
      eb.and([eb('document_id', 'is', null), eb('job_id', 'in', jobs)]),
    ]),
  )
}

/** What an exception is about. */
const subject = sql<ExceptionSubject>`case when exception.document_id is not null then 'document'
  when exception.stage = 'collect' then 'collection' else 'item' end`
/** Of the codes that have it where the item is a document, and of those that have it where it is none. */
const isOf = (severity: ExceptionSeverity) => (eb: ExpressionBuilder<Schema, 'exception'>) =>
  eb.or(
    [true, false].flatMap((isDocument) => {
      const codes = exceptionCodes.filter((code) => severityOf({ code, isDocument }) === severity)
      return codes.length === 0
        ? []
        : [eb.and([eb('code', 'in', codes), eb('document_id', isDocument ? 'is not' : 'is', null)])]
    }),
  )

const codesOf = (category: ExceptionCategory) =>
  exceptionCodes.filter((code) => exceptionCategories[code] === category)

/** How many there are of what, about what, and of whom: the most first; and who signed off last. */
export async function figuresOf(
  ctx: ProjectContext,
  { jobId }: QueryOf<typeof exceptionFigures>,
): Promise<ReplyOf<typeof exceptionFigures>> {
  if (jobId !== undefined) await requireJob(ctx, jobId)
  const rows = await ctx.records.read
    .selectFrom('exception')
    .leftJoin('document as d', 'd.document_id', 'exception.document_id')
    .leftJoin('job as j', 'j.job_id', 'exception.job_id')
    .leftJoin('source as s', 's.source_id', 'j.source_id')
    .leftJoin('custodian as c', (join) =>
      join.on((eb) => eb('c.custodian_id', '=', eb.fn.coalesce('d.custodian_id', 's.custodian_id'))),
    )
    .select(['exception.code', 'exception.resolution', 'c.custodian_id', 'c.name'])
    .select((eb) => [subject.as('about'), eb.fn.countAll<number>().as('count')])
    .where('exception.project_id', '=', ctx.project.projectId)
    .$if(jobId !== undefined, (query) => query.where('exception.job_id', '=', jobId ?? 0))
    .groupBy(['exception.code', 'exception.resolution', 'c.custodian_id', 'c.name', subject])
    .execute()
  const data = rows
    .map((row) => ({
      ...codeOf(row.code, row.about === 'document'),
      custodianId: row.custodian_id,
      custodian: row.name ?? '',
      about: row.about,
      resolution: row.resolution as ExceptionRow['resolution'],
      count: Number(row.count),
    }))
    .toSorted((one, other) => other.count - one.count)
  return { data, totalCount: data.length, lastAccepted: await lastAccepted(ctx, jobId) }
}

async function lastAccepted({ records, project }: ProjectContext, jobId: number | undefined) {
  const last = await records.read
    .selectFrom('exception as x')
    .innerJoin('app_user as u', 'u.user_id', 'x.resolved_by')
    .select(['u.name as by', 'x.resolved_at as at'])
    .where('x.project_id', '=', project.projectId)
    .where('x.resolution', '=', 'accepted')
    .$if(jobId !== undefined, (query) => query.where('x.job_id', '=', jobId ?? 0))
    .orderBy('x.resolved_at', 'desc')
    .orderBy('x.exception_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.at == null ? null : { by: last.by, at: last.at }
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
  const sha256 = row.sha256 ?? (await wholeFilesOf(ctx.records.read, [row]))(row)
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

interface Row extends Selectable<ExceptionTable> {
  readonly source_id: number | null
  /** The document that the file of its job was sent for, and where that stands. */
  readonly sent_for: number | null
  readonly sent_for_path: string | null
  readonly resolved_name: string | null
}

function present(row: Row, fileSha256: string | null): ExceptionRow {
  const isOfItem = row.document_id === null
  const becomes = isOfItem && !standsIn(row.path, row.sent_for_path ?? '[]') ? row.sent_for : null
  return {
    exceptionId: row.exception_id,
    jobId: row.job_id,
    sourceId: row.source_id,
    documentId: row.document_id,
    becomes,
    entry: entryIn({ documentId: row.document_id, stage: row.stage, reason: row.reason }),
    ...codeOf(row.code, !isOfItem),
    reason: row.reason,
    stage: row.stage as ExceptionRow['stage'],
    path: pathOf(row),
    size: row.size,
    sha256: row.sha256 ?? fileSha256,
    at: row.at,
    resolution: row.resolution as ExceptionRow['resolution'],
    note: row.note,
    resolvedBy: row.resolved_name,
    resolvedAt: row.resolved_at,
  }
}

function codeOf(written: string, isDocument: boolean): Pick<ExceptionRow, 'code' | 'severity'> {
  // Written by the product only, in these terms.
  const code = written as ExceptionRow['code']
  return { code, severity: severityOf({ code, isDocument }) }
}

const pathOf = (row: { path: string }): string[] => JSON.parse(row.path) as string[]
