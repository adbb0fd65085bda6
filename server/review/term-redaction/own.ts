/** A search that the caller has asked for: of others' nobody is told, since what is looked for may say what is covered. */
import type { Selectable } from 'kysely'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { denied } from '../../platform/http/scope.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { TermRedactionTable } from './tables.ts'

export type Search = Selectable<TermRedactionTable>

export async function ownSearch(read: Reader | Writer, ctx: ProjectContext, jobId: number): Promise<Search> {
  const row = await read
    .selectFrom('term_redaction')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined || row.asked_by !== ctx.caller.userId) throw notFound('search')
  if (row.many === 1 && !ctx.can('coding.bulk')) throw denied('coding.bulk')
  return row
}

/** Its places are there, and nothing has become of them. */
export function requireOpen({ forgotten_at, apply_job }: Search): void {
  if (forgotten_at !== null)
    throw new ApiError('conflict', 'What this search found is not kept any more. Search again.', {
      detail: 'jobId',
    })
  if (apply_job !== null)
    throw new ApiError('conflict', 'What this search found is redacted already. Search again for more.', {
      detail: 'jobId',
    })
}
