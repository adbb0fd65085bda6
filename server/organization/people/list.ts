/** The people of a client, and those who are invited, as one list: searched, filtered, a page at a time. */

import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { type ClientPersonRow, type listPeople, peoplePage, type Shown } from '#contracts/client-people.ts'
import { requireClient } from '../../platform/auth/client.ts'
import { lastSeenOf } from '../../platform/auth/last-seen.ts'
import { notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { pending, pendingInvitations } from './invitations.ts'

type Asked = Omit<QueryOf<typeof listPeople>, 'companyId'>

interface Entry {
  readonly userId: number | null
  readonly invitationId: number | null
  readonly name: string
  readonly email: string
}

// Made once: ten thousand comparisons by it cost a tenth of what `localeCompare` costs.
const byName = new Intl.Collator('en', { numeric: true })
const nameOf = ({ name, email }: Entry): string => (name === '' ? email : name)
const dayMs = 86_400_000

/**
 * All of a client are read and searched here: names are compared as people write them, which neither database does outside of
 * ASCII, and ten thousand are few.
 */
export async function peopleList(
  read: Reader,
  companyId: number,
  { query = '', role, projectId, show = 'all', page = 0 }: Asked,
  now: Date,
): Promise<ReplyOf<typeof listPeople>> {
  await requireClient(read, companyId)
  if (projectId !== undefined) await requireProjectOf(read, companyId, projectId)
  const wanted = query.trim().toLowerCase()
  const found = ({ name, email }: Entry): boolean =>
    wanted === '' || name.toLowerCase().includes(wanted) || email.includes(wanted)
  const people = show === 'invited' ? [] : await peopleOf(read, companyId, { role, projectId }, show, now)
  const withInvited = (show === 'all' || show === 'invited') && role === undefined && projectId === undefined
  const entries = [...people, ...(withInvited ? await invitedOf(read, companyId) : [])]
    .filter(found)
    .toSorted((a, b) => byName.compare(nameOf(a), nameOf(b)) || byName.compare(a.email, b.email))
  const shown = entries.slice(page * peoplePage, (page + 1) * peoplePage)
  const [rows, invitations] = [
    await rowsOf(
      read,
      shown.flatMap(({ userId }) => userId ?? []),
      now,
    ),
    await invitationsOf(
      read,
      companyId,
      shown.flatMap(({ invitationId }) => invitationId ?? []),
      now,
    ),
  ]
  return {
    data: shown.map(({ userId, invitationId }) => ({
      person: rows.find((row) => row.userId === userId) ?? null,
      invitation: invitations.find((one) => one.invitationId === invitationId) ?? null,
    })),
    totalCount: entries.length,
  }
}

async function requireProjectOf(read: Reader, companyId: number, projectId: number): Promise<void> {
  const row = await read
    .selectFrom('project')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('project')
}

async function peopleOf(
  read: Reader,
  companyId: number,
  { role, projectId }: { readonly role: Asked['role']; readonly projectId: number | undefined },
  show: Shown,
  now: Date,
): Promise<Entry[]> {
  let people = read
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.name', 'u.email', 'u.seen_at', 'u.accepted_at'])
    .where('u.company_id', '=', companyId)
  if (projectId !== undefined)
    people = people.where((eb) =>
      eb.exists(
        eb
          .selectFrom('project_user as m')
          .select('m.user_id')
          .whereRef('m.user_id', '=', 'u.user_id')
          .where('m.project_id', '=', projectId)
          .$if(role !== undefined, (of) => of.where('m.role', '=', role ?? '')),
      ),
    )
  else if (role !== undefined)
    people = people.where((eb) =>
      eb.or([
        eb('u.role', '=', role),
        eb(
          'u.user_id',
          'in',
          eb
            .selectFrom('project_user as m')
            .innerJoin('project as p', 'p.project_id', 'm.project_id')
            .select('m.user_id')
            .where('p.company_id', '=', companyId)
            .where('m.role', '=', role),
        ),
      ]),
    )
  if (show === 'active' || show === 'disabled')
    people = people.where('u.active', '=', show === 'active' ? 1 : 0)
  if (show === 'withoutSecondStep') people = people.where('u.totp_secret', 'is', null)
  if (show === 'locked')
    people = people.where('u.email', 'in', (eb) =>
      eb.selectFrom('login_failure').select('email').where('locked_until', '>', now.toISOString()),
    )
  if (show === 'neverSignedIn')
    people = people.where('u.seen_at', 'is', null).where('u.accepted_at', 'is', null)
  const rows = await people.execute()
  const days = show === 'notSeen30' ? 30 : show === 'notSeen90' ? 90 : null
  const since = days === null ? null : new Date(now.getTime() - days * dayMs).toISOString()
  return rows
    .filter(({ seen_at }) => since === null || seen_at === null || seen_at < since)
    .map(({ user_id, name, email }) => ({ userId: user_id, invitationId: null, name, email }))
}

async function invitedOf(read: Reader, companyId: number): Promise<Entry[]> {
  const rows = await pending(read, companyId).select(['i.invitation_id', 'i.name', 'i.email']).execute()
  return rows.map(({ invitation_id, name, email }) => ({
    ...{ userId: null, invitationId: invitation_id, name, email },
  }))
}

const invitationsOf = (read: Reader, companyId: number, ids: readonly number[], now: Date) =>
  ids.length === 0 ? [] : pendingInvitations(read, companyId, now, { ids })

/** These people as rows of the list. */
export async function rowsOf(read: Reader, ids: readonly number[], now: Date): Promise<ClientPersonRow[]> {
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.name', 'u.email', 'u.role', 'u.active', 'u.totp_secret', 'u.seen_at'])
    .where('u.user_id', 'in', ids)
    .execute()
  const counts = await read
    .selectFrom('project_user')
    .select(['user_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  const seen = await lastSeenOf(read, rows)
  const locked = await read
    .selectFrom('login_failure')
    .select('email')
    .where(
      'email',
      'in',
      rows.map(({ email }) => email),
    )
    .where('locked_until', '>', now.toISOString())
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    userName: row.name,
    userEmail: row.email,
    role: roleOf(row.role),
    active: row.active === 1,
    locked: locked.some(({ email }) => email === row.email),
    secondStep: row.totp_secret !== null,
    projectCount: Number(counts.find(({ user_id }) => user_id === row.user_id)?.count ?? 0),
    lastSeenAt: seen.get(row.user_id) ?? null,
  }))
}

/** Names and addresses of all people of a client. */
export async function namesOf(read: Reader, companyId: number) {
  await requireClient(read, companyId)
  const rows = await read
    .selectFrom('app_user')
    .select(['user_id', 'name', 'email', 'active'])
    .where('company_id', '=', companyId)
    .execute()
  return rows
    .map((row) => ({
      ...{ userId: row.user_id, userName: row.name, userEmail: row.email, active: row.active === 1 },
    }))
    .toSorted((a, b) => byName.compare(a.userName, b.userName))
}
