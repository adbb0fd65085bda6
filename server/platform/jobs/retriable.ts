/** What a retry takes up: of a job whose kind tries again what its exceptions are about, those of them that it can help. */
import { type RawBuilder, sql } from 'kysely'
import type { JobKind } from '#contracts/jobs.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Reader, Writer } from '../records/records.ts'
import { allTraits, traitsOf } from './traits.ts'

/** Whether the exceptions of a job of this kind tell what is left of it; others keep what failed elsewhere, and are tried again whole. */
export const isTold = (kind: JobKind): boolean => traitsOf(kind).retry !== undefined

/** What a retry can help, as a condition of exceptions that nothing has been done about, of which a job has this kind. */
export const isLeft = (exceptions: string, kind: RawBuilder<string>): RawBuilder<boolean> => {
  const narrowed = allTraits().flatMap(({ kind: own, retry }) =>
    retry?.condition === undefined
      ? []
      : [sql<boolean>` and (${kind} <> ${sql.lit(own)} or ${retry.condition(exceptions)})`],
  )
  return sql<boolean>`(${sql.ref(`${exceptions}.resolution`)} = 'open'${sql.join(narrowed, sql``)})`
}

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
  const { retry } = traitsOf(kind)
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
  if (retry === undefined) throw refused('A job of this kind is tried again as a whole: name no exceptions.')
  for (const row of rows) {
    if (row.resolution !== 'open')
      throw refused(`Exception ${row.exception_id} is ${row.resolution} already: leave it out.`)
    if (!retry.helps(row))
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
