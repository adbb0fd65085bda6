/**
 * Support access: the provider's staff look into a project with a reason and for a time. The client sees each access, ends
 * it, and may forbid them altogether.
 */
import type { BodyOf } from '#contracts/call.ts'
import { type openSupport, type SupportAccess, supportHours } from '#contracts/support.ts'
import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

interface Place {
  readonly projectId: number
  readonly userId: number
}

/** Whether this person's access to the project is open at this moment, and the client allows such accesses. */
export async function hasSupportAccess(
  read: Reader,
  { projectId, userId }: Place,
  now: Date,
): Promise<boolean> {
  const row = await read
    .selectFrom('support_access as s')
    .innerJoin('project as p', 'p.project_id', 's.project_id')
    .innerJoin('company as c', 'c.company_id', 'p.company_id')
    .select('s.access_id')
    .where('s.project_id', '=', projectId)
    .where('s.user_id', '=', userId)
    .where('s.closed_at', 'is', null)
    .where('s.ends_at', '>', now.toISOString())
    .where('c.support_allowed', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** All accesses to a project, the newest first. */
export async function supportOf(read: Reader, projectId: number, now: Date): Promise<SupportAccess[]> {
  const rows = await read
    .selectFrom('support_access as s')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .leftJoin('app_user as e', 'e.user_id', 's.closed_by')
    .select(['s.access_id', 's.user_id', 'u.name', 's.reason', 's.opened_at', 's.ends_at', 's.closed_at'])
    .select('e.name as closedBy')
    .where('s.project_id', '=', projectId)
    .orderBy('s.access_id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    accessId: row.access_id,
    userId: row.user_id,
    userName: row.name,
    reason: row.reason,
    openedAt: row.opened_at,
    endsAt: row.ends_at,
    closedAt: row.closed_at,
    closedBy: row.closedBy,
    open: row.closed_at === null && row.ends_at > now.toISOString(),
  }))
}

/** Opens an access in the caller's own name. */
export async function openAccess(
  trx: Writer,
  occasion: Occasion,
  by: Actor,
  projectId: number,
  { reason, hours }: BodyOf<typeof openSupport>,
): Promise<number> {
  const { support_allowed } = await trx
    .selectFrom('project as p')
    .innerJoin('company as c', 'c.company_id', 'p.company_id')
    .select('c.support_allowed')
    .where('p.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (support_allowed !== 1)
    throw new ApiError(
      'permission.denied',
      'This client does not allow support access. Its administrator can allow it in the client’s settings.',
      { detail: 'support.forbidden' },
    )
  const now = occasion.now()
  if (await hasSupportAccess(trx, { projectId, userId: by.userId }, now))
    throw new ApiError('conflict', 'You have an open support access to this project already.', {
      detail: 'support.open',
    })
  const endsAt = new Date(now.getTime() + Math.min(hours, supportHours) * 3_600_000).toISOString()
  const { access_id } = await trx
    .insertInto('support_access')
    .values({
      project_id: projectId,
      user_id: by.userId,
      reason,
      opened_at: now.toISOString(),
      ends_at: endsAt,
      closed_at: null,
      closed_by: null,
    })
    .returning('access_id')
    .executeTakeFirstOrThrow()
  await record(
    trx,
    occasion,
    by,
    {
      action: 'support.opened',
      projectId,
      facts: { accessId: access_id, endsAt },
      erasable: { reason },
    },
    `project:${projectId}`,
  )
  return access_id
}

/** Ends an access before its time; whoever opened it may, and whoever manages the project. */
export async function closeAccess(
  trx: Writer,
  occasion: Occasion,
  by: Actor,
  { projectId, accessId, manages }: { projectId: number; accessId: number; manages: boolean },
): Promise<void> {
  const row = await trx
    .selectFrom('support_access')
    .select(['user_id', 'closed_at', 'ends_at'])
    .where('project_id', '=', projectId)
    .where('access_id', '=', accessId)
    .executeTakeFirst()
  if (row === undefined || !(manages || row.user_id === by.userId)) throw notFound('support access')
  const at = occasion.now().toISOString()
  if (row.closed_at !== null || row.ends_at <= at) return
  await trx
    .updateTable('support_access')
    .set({ closed_at: at, closed_by: by.userId })
    .where('access_id', '=', accessId)
    .execute()
  await record(
    trx,
    occasion,
    by,
    { action: 'support.closed', projectId, facts: { accessId, userId: row.user_id } },
    `project:${projectId}`,
  )
}

/** Whether the client lets the provider's staff open accesses. */
export async function isSupportAllowed(read: Reader, companyId: number): Promise<boolean> {
  const row = await read
    .selectFrom('company')
    .select('support_allowed')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('client')
  return row.support_allowed === 1
}

/** Whether the provider's staff may open an access to projects of this client. What is open ends where they may not. */
export async function allowSupport(
  trx: Writer,
  occasion: Occasion,
  by: Actor,
  { companyId, allowed }: { readonly companyId: number; readonly allowed: boolean },
): Promise<void> {
  const company = await trx
    .selectFrom('company')
    .select('support_allowed')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (company === undefined) throw notFound('client')
  if ((company.support_allowed === 1) === allowed) return
  await trx
    .updateTable('company')
    .set({ support_allowed: allowed ? 1 : 0 })
    .where('company_id', '=', companyId)
    .execute()
  await record(
    trx,
    occasion,
    by,
    { action: allowed ? 'support.allowed' : 'support.forbidden', facts: { companyId } },
    `company:${companyId}`,
  )
  if (allowed) return
  // What is allowed again later is not what was open before.
  const open = await trx
    .selectFrom('support_access as s')
    .innerJoin('project as p', 'p.project_id', 's.project_id')
    .select(['s.project_id', 's.access_id'])
    .where('p.company_id', '=', companyId)
    .where('s.closed_at', 'is', null)
    .where('s.ends_at', '>', occasion.now().toISOString())
    .execute()
  for (const { project_id: projectId, access_id: accessId } of open)
    await closeAccess(trx, occasion, by, { projectId, accessId, manages: true })
}
