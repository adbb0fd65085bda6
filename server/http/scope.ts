/** Where a call may reach: the project or client it names, and what its caller may do there. */
import type { FastifyRequest } from 'fastify'
import { type AnyCall, headers } from '#contracts/call.ts'
import {
  type Capability,
  capabilities,
  levelInProject,
  type RoleName,
  rankCan,
  roleNames,
  roleRanks,
} from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import type { Caller, ProjectScope } from './context.ts'
import { ApiError, notFound } from './error.ts'

/** The role behind a record's text; an unknown one is the weakest. */
export const roleOf = (text: string): RoleName => roleNames.find((role) => role === text) ?? 'Default'

/** The rank of the caller's account, outside of any project. */
export const rankOf = (caller: Caller): number => roleRanks[roleOf(caller.role)]

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
    .select(['p.project_id', 'p.company_id', 'p.prefix', 'p.time_zone', 'm.role'])
    .where('p.project_id', '=', namedProject(call, request))
    .executeTakeFirst()
  if (row === undefined) throw notFound('project')
  const accountRole = roleOf(caller.role)
  // Provider staff work for every client; everybody else for their own, whatever a membership row may say.
  if (roleRanks[accountRole] >= 1 && caller.companyId !== row.company_id) throw notFound('project')
  const projectRole = row.role === null ? null : roleOf(row.role)
  const level = levelInProject(accountRole, projectRole)
  if (level === null) throw notFound('project')
  return {
    projectId: row.project_id,
    companyId: row.company_id,
    prefix: row.prefix,
    timeZone: row.time_zone,
    level,
    roleName: roleNames.find((role) => roleRanks[role] === level) ?? accountRole,
  }
}

/** Refuses a call whose capability the caller lacks. */
export function requireNeed(call: AnyCall, rank: number): void {
  const capability = capabilities.find((known) => known === call.needs)
  if (capability !== undefined && !rankCan(rank, capability)) throw denied(capability)
}

/** Refuses a client that is not the caller's own; provider staff work for all of them. */
export function requireOwnCompany(caller: Caller, companyId: unknown): void {
  if (typeof companyId !== 'number') return
  if (rankOf(caller) >= 1 && caller.companyId !== companyId) throw notFound('client')
}

/** What somebody is told who lacks it. */
export const denied = (capability: Capability): ApiError =>
  new ApiError('permission.denied', 'Your role does not allow this.', { detail: capability })

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
