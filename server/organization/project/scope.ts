/** The project that a call names, and what its caller is there. */
import type { FastifyRequest } from 'fastify'
import { type AnyCall, headers } from '#contracts/call.ts'
import { roleRanks } from '#contracts/permission.ts'
import type { Caller, ProjectScope } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { standingOf } from './view.ts'

/**
 * The project that a request names: by header, or by query where the browser sends no headers (bytes for images and
 * downloads). A project that is not there and one that the caller has no business in get the same answer.
 */
export async function projectScope(
  read: Reader,
  call: AnyCall,
  request: FastifyRequest,
  caller: Caller,
): Promise<ProjectScope> {
  const row = await read
    .selectFrom('project as p')
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.project_id', '=', 'p.project_id').on('m.user_id', '=', caller.userId),
    )
    .select(['p.project_id', 'p.company_id', 'p.prefix', 'p.time_zone', 'm.role', 'm.granted'])
    .select(['p.walls_version', 'p.batches_only', 'p.wall_filings', 'p.archived_at'])
    .where('p.project_id', '=', namedProject(call, request))
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('project')
  const accountRole = roleOf(caller.role)
  // Provider staff work for every client; everybody else for their own, whatever a membership row may say.
  if (roleRanks[accountRole] >= 1 && caller.companyId !== row.company_id) throw notFound('project')
  const stands = await standingOf(read, caller, row, new Date())
  if (stands === null) throw notFound('project')
  return {
    projectId: row.project_id,
    companyId: row.company_id,
    prefix: row.prefix,
    timeZone: row.time_zone,
    ...stands,
    level: roleRanks[stands.holder.role],
    roleName: stands.holder.role,
    archivedAt: row.archived_at,
  }
}

function namedProject(call: AnyCall, request: FastifyRequest): number {
  const header = request.headers[headers.project.toLowerCase()]
  const query = request.query
  const asked =
    header === undefined &&
    call.rawReply === true &&
    typeof query === 'object' &&
    query !== null &&
    headers.project in query
      ? (query as Record<string, unknown>)[headers.project]
      : header
  if (asked === undefined)
    throw new ApiError('request.invalid', `The header "${headers.project}" must name the project.`, {
      detail: headers.project,
    })
  if (typeof asked !== 'string' || !/^[1-9]\d{0,14}$/.test(asked)) throw notFound('project')
  return Number(asked)
}
