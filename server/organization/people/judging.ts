/** What would become of each line of a list of people to be invited. */
import { email as emailForm } from '#contracts/auth.ts'
import { runsAsFormula } from '#contracts/csv.ts'
import type { InvitedAs, Outcome } from '#contracts/invitations.ts'
import { type Capability, grantable, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { domainOf } from '../../platform/auth/saml/checks.ts'
import { companyOfDomain, usesPassword } from '../../platform/auth/saml/standing.ts'
import { ApiError } from '../../platform/http/error.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { projectRoles } from '../project/members.ts'

/** A role in a project as an invitation keeps it. */
export interface InvitedRole {
  readonly projectId: number
  readonly role: RoleName
  readonly granted: readonly Capability[]
  /** Securable groups by their ids. */
  readonly groups: readonly number[]
}

export interface Judged {
  readonly email: string
  readonly name: string
  readonly outcome: Outcome
  /** Of the account. */
  readonly role: RoleName
  readonly projects: readonly InvitedRole[]
}

/** Whoever invites. */
export interface Inviter {
  readonly email: string
  /** Nobody gives a stronger role than their own. */
  readonly rank: number
  /** May manage walls where they invite to, and so put people into groups. */
  readonly givesGroups: boolean
}

/** What people of one group are invited as, or why they cannot be. */
type Terms =
  | { readonly role: RoleName; readonly projects: readonly InvitedRole[] }
  | { readonly fault: Extract<Outcome, 'roleUnknown' | 'roleTooStrong' | 'projectUnknown' | 'groupUnknown'> }

/** Judges lists in their order; the same address counts once. */
export async function judge(
  read: Reader,
  companyId: number,
  groups: readonly InvitedAs[],
  by: Inviter,
  now: Date,
): Promise<Judged[]> {
  const lines = groups.flatMap(({ people }) => people)
  const addresses = [...new Set(lines.flatMap(({ email }) => addressOf(email) ?? []))]
  const known = await companiesOf(read, addresses)
  const open = await invitedNow(read, companyId, addresses, now)
  const projects = await projectsOf(read, companyId)
  const provided = (await byProvider(read, companyId)) ? await ofProvider(read, companyId, addresses) : null
  const seen = new Set<string>()
  const judged: Judged[] = []
  for (const group of groups) {
    const terms = termsOf(group, projects, by)
    for (const { email: written, name = '' } of group.people) {
      const email = addressOf(written)
      const outcome = ((): Outcome => {
        if (email === null) return 'notAnAddress'
        if (seen.has(email)) return 'twice'
        seen.add(email)
        if (email === by.email) return 'self'
        const owner = known.get(email)
        if (owner !== undefined) return owner === companyId ? 'member' : 'elsewhere'
        if (open.has(email)) return 'invited'
        if (provided !== null && !provided.has(email)) return 'notOfProvider'
        return 'fault' in terms ? terms.fault : 'new'
      })()
      judged.push({
        ...{ email: email ?? written.trim(), name: name.trim().slice(0, 100), outcome },
        ...('fault' in terms ? { role: 'Default', projects: [] } : terms),
      })
    }
  }
  return judged
}

/** Null: no address. What a spreadsheet program would run is none, whatever stands behind it. */
function addressOf(written: string): string | null {
  const parsed = emailForm.safeParse(written)
  return parsed.success && !runsAsFormula(written) ? parsed.data : null
}

/** Whose accounts the addresses are; null for the provider's. */
async function companiesOf(
  read: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const known = new Map<string, number | null>()
  for (const slice of slices(addresses, 1)) {
    const rows = await read
      .selectFrom('app_user')
      .select(['email', 'company_id'])
      .where('email', 'in', slice)
      .execute()
    for (const { email, company_id } of rows) known.set(email, company_id)
  }
  return known
}

/** Those to whom this client's invitation is open. */
async function invitedNow(
  read: Reader,
  companyId: number,
  addresses: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  for (const slice of slices(addresses, 1)) {
    const rows = await read
      .selectFrom('invitation')
      .select('email')
      .where('company_id', '=', companyId)
      .where('email', 'in', slice)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now.toISOString())
      .execute()
    for (const { email } of rows) open.add(email)
  }
  return open
}

/** Whether whoever is invited will sign in through the client's provider: nobody without an account is an exception yet. */
export const byProvider = async (read: Reader, companyId: number): Promise<boolean> =>
  !(await usesPassword(read, { userId: 0, companyId, sso: false }))

/** Addresses that lead to the client's provider. */
async function ofProvider(
  read: Reader,
  companyId: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const leads = new Map<string, boolean>()
  for (const email of addresses) {
    const domain = domainOf(email)
    if (!leads.has(domain)) leads.set(domain, (await companyOfDomain(read, email)) === companyId)
  }
  return new Set(addresses.filter((email) => leads.get(domainOf(email)) === true))
}

interface Known {
  readonly projectId: number
  /** Its securable groups by name in lower case. */
  readonly groups: ReadonlyMap<string, number>
}

/** By name in lower case. */
async function projectsOf(read: Reader, companyId: number): Promise<ReadonlyMap<string, Known>> {
  const rows = await read
    .selectFrom('project')
    .select(['project_id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .execute()
  const groups = await read
    .selectFrom('securable_group as g')
    .innerJoin('project as p', 'p.project_id', 'g.project_id')
    .select(['g.group_id', 'g.project_id', 'g.name'])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .execute()
  const byProject = Map.groupBy(groups, ({ project_id }) => project_id)
  return new Map(
    rows.map(({ project_id: projectId, name }) => [
      name.toLowerCase(),
      {
        projectId,
        groups: new Map(
          (byProject.get(projectId) ?? []).map((group) => [group.name.toLowerCase(), group.group_id]),
        ),
      },
    ]),
  )
}

function termsOf(
  { role: written, projects }: InvitedAs,
  known: ReadonlyMap<string, Known>,
  { rank, givesGroups }: Inviter,
): Terms {
  const role = roleNamed(written)
  if (role === null || roleRanks[role] < roleRanks.ClientAdmin) return { fault: 'roleUnknown' }
  if (roleRanks[role] < rank) return { fault: 'roleTooStrong' }
  const given: InvitedRole[] = []
  for (const { project, role: text, granted = [], groups: names = [] } of projects) {
    if (names.length > 0 && !givesGroups)
      throw new ApiError(
        'permission.denied',
        'Groups are given by whoever may set up the walls of the project. Invite without groups, or ask one of them.',
        { detail: 'wall.manage' },
      )
    const there = known.get(project.trim().toLowerCase())
    if (there === undefined) return { fault: 'projectUnknown' }
    const inProject = roleNamed(text)
    if (inProject === null || !projectRoles.includes(inProject)) return { fault: 'roleUnknown' }
    if (roleRanks[inProject] < rank) return { fault: 'roleTooStrong' }
    const groups = names.flatMap((name) => there.groups.get(name.trim().toLowerCase()) ?? [])
    if (groups.length < names.length) return { fault: 'groupUnknown' }
    given.push({
      ...{ projectId: there.projectId, role: inProject, granted: requireGrantable(inProject, granted) },
      groups: [...new Set(groups)],
    })
  }
  return { role, projects: given }
}

/** As programs spell it or as people do: `SeniorReviewer`, "senior reviewer". */
const roleNamed = (text: string): RoleName | null =>
  roleNames.find((role) => role.toLowerCase() === text.replace(/[\s_-]/g, '').toLowerCase()) ?? null

function requireGrantable(role: RoleName, granted: readonly Capability[]): readonly Capability[] {
  const may = grantable(role)
  const other = granted.find((capability) => !may.includes(capability))
  if (other !== undefined)
    throw new ApiError('request.invalid', `A ${role} cannot be granted that.`, { detail: other })
  return may.filter((capability) => granted.includes(capability))
}
