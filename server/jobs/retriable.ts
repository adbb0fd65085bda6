/** What a retry takes up: of a job whose kind tries again what its exceptions are about, those of them that it can help. */
import { type RawBuilder, sql } from 'kysely'
import { mayBeReadAgain } from '#contracts/collect.ts'
import type { JobKind } from '#contracts/jobs.ts'
import { readInRetry } from '../collect/read-again.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Reader, Writer } from '../records/records.ts'
import type { ExceptionTable } from '../records/schema.ts'

type Row = Pick<ExceptionTable, 'document_id' | 'code' | 'stage'>

const any = (): boolean => true

/** By kind; others keep what failed elsewhere, and are tried again whole. */
const helped: Partial<Record<JobKind, (row: Row) => boolean>> = {
  collect: any,
  // What is wrong with a document stays so, but for what a password opens or another limit lets through.
  import: (row) => row.document_id === null || mayBeReadAgain(row),
  pages: any,
  ocr: any,
  summarize: any,
  translate: any,
  transcribe: any,
}

/** Whether the exceptions of a job of this kind tell what is left of it. */
export const isTold = (kind: JobKind): boolean => helped[kind] !== undefined

/** The same as a condition of exceptions that nothing has been done about, of which a job has this kind. */
export const isLeft = (exceptions: string, kind: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${exceptions}.resolution`)} = 'open' and (${kind} <> 'import' or ${sql.ref(`${exceptions}.document_id`)} is null or ${readInRetry(exceptions)}))`

/** Whether something of a job can be tried again; null where its exceptions do not tell. */
export async function hasRetriable(trx: Writer, jobId: number, kind: JobKind): Promise<boolean | null> {
  if (!isTold(kind)) return null
  const row = await trx
    .selectFrom('exception')
    .select('exception_id')
    .where('job_id', '=', jobId)
    .where(isLeft('exception', sql.val(kind)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Refuses exceptions that are not of the job, of which something was done already, and that a retry does not help. */
export async function requireRetriable(
  trx: Writer,
  { project: { projectId } }: ProjectContext,
  jobId: number,
  kind: JobKind,
  exceptionIds: readonly number[],
): Promise<void> {
  const isHelped = helped[kind]
  const rows = await trx
    .selectFrom('exception')
    .select(['exception_id', 'document_id', 'code', 'stage', 'resolution'])
    .where('project_id', '=', projectId)
    .where('job_id', '=', jobId)
    .where('exception_id', 'in', exceptionIds)
    .orderBy('exception_id')
    .execute()
  if (rows.length < exceptionIds.length) throw notFound('exception')
  const refused = (message: string): ApiError => new ApiError('conflict', message, { detail: 'exceptionIds' })
  if (isHelped === undefined)
    throw refused('A job of this kind is tried again as a whole: name no exceptions.')
  for (const row of rows) {
    if (row.resolution !== 'open')
      throw refused(`Exception ${row.exception_id} is ${row.resolution} already: leave it out.`)
    if (!isHelped(row))
      throw refused(
        `Exception ${row.exception_id} is about a document that is there: to read it again changes nothing. Put another file in its place.`,
      )
  }
}

/** The documents that these exceptions are about, as a condition. */
export const documentsOf = (read: Reader | Writer, exceptionIds: readonly number[]) =>
  read
    .selectFrom('exception')
    .select('document_id')
    .where('exception_id', 'in', exceptionIds)
    .where('document_id', 'is not', null)
    .$castTo<{ document_id: number }>()
