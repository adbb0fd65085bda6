/** `user list`, `show`, `disable`, `enable`, `role`, `remove`, `reset-mfa`, `sign-out`: accounts that are there already. */

import type { Capability, RoleName } from '#contracts/permission.ts'
import { deactivate } from '../organization/project/deactivate.ts'
import {
  byProject,
  giveProjectRole,
  membersOf,
  projectRoles,
  takeProjectRole,
} from '../organization/project/members.ts'
import { type Ranked, requireOver } from '../platform/auth/rank-rules.ts'
import type { Actor, Occasion } from '../platform/auth/record.ts'
import {
  byAccount,
  type Changed,
  changeRole,
  enable,
  resetSecondStep,
  type Standing,
  signOut,
  standingOf,
} from '../platform/auth/standing.ts'
import { ApiError } from '../platform/http/error.ts'
import type { Reader, Writer } from '../platform/records/records.ts'
import { type Command, given, type Invocation, UsageError } from './command.ts'
import { companyNamed, grantsNamed, projectNamed, roleNamed, userNamed } from './names.ts'

const userList: Command = {
  name: 'user list',
  usage: '[--company C] [--project P]',
  summary: 'List the accounts: of everybody, of a company, or of those who have a role in a project.',
  words: 0,
  options: { company: { type: 'string' }, project: { type: 'string' } },
  run: async (invocation) => {
    const { records, terminal } = invocation
    const [company, project] = [given(invocation, 'company'), given(invocation, 'project')]
    await records(async ({ read }) => {
      let query = read
        .selectFrom('app_user as u')
        .leftJoin('company as c', 'c.company_id', 'u.company_id')
        .select(['u.user_id', 'u.email', 'u.role', 'u.active', 'c.name as company'])
        .orderBy('u.email')
      if (company !== null)
        query = query.where('u.company_id', '=', (await companyNamed(read, company)).companyId)
      const members =
        project === null ? null : await membersOf(read, await projectNamed(read, project, company))
      for (const { user_id, email, role, active, company: of } of await query.execute()) {
        const there = members === null ? role : members.get(user_id)
        if (there === undefined) continue
        terminal.line([email, there, of ?? 'provider', ...(active === 1 ? [] : ['disabled'])].join(', '))
      }
    })
    return 0
  },
}

const userShow: Command = {
  name: 'user show',
  usage: 'EMAIL',
  summary: 'Show an account: its company, its roles, its second step and its open sessions.',
  words: 1,
  options: {},
  run: async ({ records, words: [email = ''], terminal }) => {
    await records(async ({ read }, { now }) => {
      const user = await standingOf(read, await userNamed(read, email))
      const company = user.companyId === null ? null : await companyNamed(read, String(user.companyId))
      const memberships = await read
        .selectFrom('project_user as m')
        .innerJoin('project as p', 'p.project_id', 'm.project_id')
        .select(['p.project_id', 'p.name', 'm.role'])
        .where('m.user_id', '=', user.userId)
        .orderBy('p.project_id')
        .execute()
      const sessions = await read
        .selectFrom('session')
        .select('token_hash')
        .where('user_id', '=', user.userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now().toISOString())
        .execute()
      const required = user.mfaRequired ? 'required' : 'not required'
      terminal.line(`User ${user.userId}: ${user.email}, ${user.name}`)
      terminal.line(`Account: ${user.active ? 'active' : 'disabled'}`)
      terminal.line(
        `Company: ${company === null ? 'none (provider)' : `company-${company.companyId} (${company.name})`}`,
      )
      terminal.line(`Role: ${user.role}`)
      for (const { project_id, name, role } of memberships)
        terminal.line(`Role in project-${project_id} (${name}): ${role}`)
      terminal.line(`Second step: ${user.enrolled ? 'set up' : 'not set up'}, ${required}`)
      terminal.line(`Open sessions: ${sessions.length}`)
    })
    return 0
  },
}

const askedBy = { 'asked-by': { type: 'string' } } as const
const askedByUsage = '[--asked-by EMAIL]'

/** A command that changes one account, and what it says of it. */
const accountCommand = (
  name: string,
  summary: string,
  change: (trx: Writer, occasion: Occasion, by: Actor | null, userId: number) => Promise<Changed>,
  say: (user: Standing, changed: Changed) => string,
): Command => ({
  name: `user ${name}`,
  usage: `EMAIL ${askedByUsage}`,
  summary,
  words: 1,
  options: askedBy,
  run: async (invocation) => {
    await changing(invocation, async ({ trx, occasion, user, asker }) => {
      await requireAsker(asker, user, byAccount, 'company.manage')
      return say(user, await change(trx, occasion, null, user.userId))
    })
    return 0
  },
})

const userDisable = accountCommand(
  'disable',
  'Disable an account: nobody signs in with it, and its sessions and what they are doing end at once, and its batches go back. The last system administrator cannot be disabled.',
  deactivate,
  ({ email }, { changed, sessionsEnded }) =>
    changed ? `Disabled ${email}. ${ended(sessionsEnded)}` : `${email} is disabled already.`,
)

const userEnable = accountCommand(
  'enable',
  'Enable an account that was disabled, with the roles that it had.',
  enable,
  ({ email }, { changed }) => (changed ? `Enabled ${email}.` : `${email} is active already.`),
)

const userResetMfa = accountCommand(
  'reset-mfa',
  'Forget the authenticator of an account and its recovery codes, and end its sessions. Whoever signs in next with its password sets up another one.',
  resetSecondStep,
  ({ email, mfaRequired }, { changed, sessionsEnded }) => {
    if (!changed) return `${email} has set up no second step.`
    const next = mfaRequired
      ? 'The next sign-in sets up another authenticator.'
      : 'Neither the account nor its company requires a second step: the next sign-in takes the password alone.'
    return `Reset the second step of ${email}. ${ended(sessionsEnded)} ${next}`
  },
)

const userSignOut = accountCommand(
  'sign-out',
  'End all sessions of an account, and what they are doing.',
  signOut,
  ({ email }, { sessionsEnded }) => `Signed ${email} out. ${ended(sessionsEnded)}`,
)

const userRole: Command = {
  name: 'user role',
  usage: `EMAIL ROLE [--project P [--grant LIST]] ${askedByUsage}`,
  summary:
    'Give an account another role, or with --project a role in a project. --grant says what the project grants beside it: capabilities separated by commas, or all. Where the role is weaker than before, its sessions end.',
  words: 2,
  options: { project: { type: 'string' }, grant: { type: 'string' }, ...askedBy },
  run: async (invocation) => {
    const [, word = ''] = invocation.words
    const project = given(invocation, 'project')
    const role = roleNamed(word, project === null ? undefined : projectRoles)
    await changing(invocation, async ({ trx, occasion, user, asker }) => {
      if (project === null) {
        await requireAsker(asker, user, byAccount, 'company.manage', role)
        return saidOfRole(
          user.email,
          role,
          await changeRole(trx, occasion, null, { userId: user.userId, role }),
        )
      }
      const { projectId, name, companyId } = await projectNamed(trx, project)
      if (user.companyId !== null && user.companyId !== companyId)
        throw new UsageError(`${user.email} is of another company than the project ${name}.`)
      await requireAsker(asker, user, (one) => byProject(trx, projectId, one), 'user.manage', role)
      const changed = await giveProjectRole(trx, occasion, null, {
        ...{ userId: user.userId, projectId, role },
        ...grantsNamed(given(invocation, 'grant'), role),
      })
      return saidOfRole(`${user.email} in project-${projectId} (${name})`, role, changed)
    })
    return 0
  },
}

const userRemove: Command = {
  name: 'user remove',
  usage: `EMAIL --project P | --company C ${askedByUsage}`,
  summary:
    'Take away the role that an account has in a project; with --company its roles in all projects of its company and its role in the company, which becomes Default. Its sessions end.',
  words: 1,
  options: { project: { type: 'string' }, company: { type: 'string' }, ...askedBy },
  run: async (invocation) => {
    const [project, company] = [given(invocation, 'project'), given(invocation, 'company')]
    if ((project === null) === (company === null)) throw new UsageError('Say --project P or --company C.')
    await changing(invocation, async ({ trx, occasion, user, asker }) => {
      const { userId, email } = user
      if (project !== null) {
        const { projectId, name } = await projectNamed(trx, project)
        await requireAsker(asker, user, (one) => byProject(trx, projectId, one), 'user.manage')
        const { changed, sessionsEnded } = await takeProjectRole(trx, occasion, null, { userId, projectId })
        const where = `project-${projectId} (${name})`
        if (!changed) return `${email} has no role in ${where}.`
        return `Removed ${email} from ${where}. ${ended(sessionsEnded)}`
      }
      const { companyId, name } = await companyNamed(trx, company ?? '')
      if (user.companyId !== companyId) throw new UsageError(`${email} is not of the company ${name}.`)
      await requireAsker(asker, user, byAccount, 'company.manage')
      const memberships = await trx
        .selectFrom('project_user as m')
        .innerJoin('project as p', 'p.project_id', 'm.project_id')
        .select('m.project_id')
        .where('m.user_id', '=', userId)
        .where('p.company_id', '=', companyId)
        .orderBy('m.project_id')
        .execute()
      const all = [await changeRole(trx, occasion, null, { userId, role: 'Default' })]
      for (const { project_id } of memberships)
        all.push(await takeProjectRole(trx, occasion, null, { userId, projectId: project_id }))
      const sessionsEnded = all.reduce((sum, one) => sum + one.sessionsEnded, 0)
      if (!all.some(({ changed }) => changed)) return `${email} has no role in ${name}.`
      return `Removed ${email} from company-${companyId} (${name}) and ${memberships.length} projects. ${ended(sessionsEnded)}`
    })
    return 0
  },
}

export const accountCommands: readonly Command[] = [
  userList,
  userShow,
  userDisable,
  userEnable,
  userRole,
  userRemove,
  userResetMfa,
  userSignOut,
]

interface Changing {
  readonly trx: Writer
  readonly occasion: Occasion
  readonly user: Standing
  /** Who asked for it; null where that is not said. */
  readonly asker: Standing | null
}

/** Changes the account that the first word names, in one transaction, and says what was done. */
async function changing(
  invocation: Invocation,
  work: (changing: Changing) => Promise<string>,
): Promise<void> {
  const { records, terminal, words } = invocation
  const said = await records(({ write }, at) =>
    write('interactive', async (trx) => {
      const user = await standingOf(trx, await userNamed(trx, words[0] ?? ''))
      const asker = await askerOf(trx, invocation)
      const occasion = asker === null ? at : { ...at, askedBy: asker.userId }
      const text = await work({ trx, occasion, user, asker })
      return [text, ...(await withoutAdministrator(trx, user))]
    }),
  )
  const [text = '', ...notes] = said
  terminal.line(text)
  for (const note of notes) terminal.note(note)
}

/** Who asked for it, where that is said. */
async function askerOf(read: Reader, invocation: Invocation): Promise<Standing | null> {
  const email = given(invocation, 'asked-by')
  if (email === null) return null
  const asker = await standingOf(read, await userNamed(read, email))
  if (!asker.active) throw new UsageError(`${asker.email} is disabled and cannot ask for anything.`)
  return asker
}

/**
 * Throws where somebody asked for it who may not. The operator at the machine may do all that can be done: without
 * --asked-by nobody's rank is in question.
 */
async function requireAsker(
  asker: Standing | null,
  user: Standing,
  rankOf: (one: Standing) => Ranked | Promise<Ranked>,
  needs: Capability,
  role?: RoleName,
): Promise<void> {
  if (asker === null) return
  const [by, target] = [await rankOf(asker), await rankOf(user)]
  try {
    requireOver(by, target, needs, role)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, detail } = error
    throw new ApiError(code, `${asker.email} may not ask for this. ${message}`, { detail })
  }
}

/** A company that has nobody left to manage it depends on the provider's staff: that is said. */
async function withoutAdministrator(read: Reader, { companyId, role }: Standing): Promise<string[]> {
  if (companyId === null || role !== 'ClientAdmin') return []
  const left = await read
    .selectFrom('app_user')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'ClientAdmin')
    .where('active', '=', 1)
    .executeTakeFirst()
  if (left !== undefined) return []
  return [`company-${companyId} has no active client administrator any more.`]
}

const saidOfRole = (whose: string, role: RoleName, { changed, sessionsEnded }: Changed): string => {
  if (!changed) return `The role of ${whose} is ${role} already.`
  return `The role of ${whose} is ${role} now.${sessionsEnded > 0 ? ` ${ended(sessionsEnded)}` : ''}`
}

const ended = (sessions: number): string =>
  sessions === 1 ? 'Its session has ended.' : `Sessions ended: ${sessions}.`
