/** `company add`, `company list`, `user add`, `project add`. */

import { newPassword } from '#contracts/auth.ts'
import { projectName as nameForm, prefix as prefixForm } from '#contracts/project.ts'
import { addCompany } from '../organization/company/add.ts'
import { addProject } from '../organization/project/create.ts'
import { giveProjectRole, projectRoles } from '../organization/project/members.ts'
import { requireGoodPassword } from '../platform/auth/password-rules.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { addUser, initialPassword } from '../platform/auth/users.ts'
import { type Command, given, type Invocation, needed, UsageError } from './command.ts'
import { companyNamed, grantsNamed, projectNamed, roleNamed } from './names.ts'

const companyAdd: Command = {
  name: 'company add',
  usage: 'NAME [--mfa]',
  summary: 'Add a client. --mfa: everybody of it needs a second step to sign in.',
  words: 1,
  options: { mfa: { type: 'boolean' } },
  begins: true,
  run: async ({ records, words: [name = ''], options, terminal }) => {
    const id = await records(({ write }, occasion) =>
      write('interactive', (trx) =>
        addCompany(trx, occasion, null, { name, mfaRequired: options.mfa === true }),
      ),
    )
    terminal.line(`Added company ${id}: ${name.trim()}`)
    return 0
  },
}

const companyList: Command = {
  name: 'company list',
  usage: '',
  summary: 'List the companies and their projects, each with its number.',
  words: 0,
  options: {},
  run: ({ records, terminal }) =>
    records(async ({ read }) => {
      const companies = await read
        .selectFrom('company')
        .select(['company_id', 'name'])
        .orderBy('company_id')
        .execute()
      const projects = await read
        .selectFrom('project')
        .select(['project_id', 'company_id', 'name'])
        .orderBy('project_id')
        .execute()
      for (const { company_id, name } of companies) {
        terminal.line(`company-${company_id}: ${name}`)
        for (const project of projects.filter((one) => one.company_id === company_id))
          terminal.line(`  project-${project.project_id}: ${project.name}`)
      }
      return 0
    }),
}

const userAdd: Command = {
  name: 'user add',
  usage:
    'EMAIL --name NAME --role ROLE [--company C] [--project P --project-role ROLE [--grant LIST]] [--mfa] [--password-stdin]',
  summary:
    'Add a user and print a first password; --password-stdin reads the password from standard input instead.',
  words: 1,
  options: {
    name: { type: 'string' },
    role: { type: 'string' },
    company: { type: 'string' },
    project: { type: 'string' },
    'project-role': { type: 'string' },
    grant: { type: 'string' },
    mfa: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  },
  begins: true,
  run: async (invocation) => {
    const {
      records,
      words: [email = ''],
      options,
      terminal,
    } = invocation
    const name = needed(invocation, 'name')
    const role = roleNamed(needed(invocation, 'role'))
    const [project, projectRole] = [given(invocation, 'project'), given(invocation, 'project-role')]
    if ((project === null) !== (projectRole === null))
      throw new UsageError('--project and --project-role go together.')
    const memberAs = projectRole === null ? null : roleNamed(projectRole, projectRoles)
    const granted = grantsNamed(given(invocation, 'grant'), memberAs)
    const { password, shown } = await passwordFor(invocation, { email, name })
    const passwordHash = await hashPassword(password)
    const added = await records(async ({ read, write }, occasion) => {
      const companyText = given(invocation, 'company')
      const membership = project === null ? null : await projectNamed(read, project, companyText)
      const company = companyText === null ? null : await companyNamed(read, companyText)
      const companyId = company?.companyId ?? membership?.companyId ?? null
      return write('interactive', async (trx) => {
        const userId = await addUser(trx, occasion, null, {
          email,
          name,
          role,
          companyId,
          passwordHash,
          mfaRequired: options.mfa === true,
        })
        if (membership !== null && memberAs !== null)
          await giveProjectRole(trx, occasion, null, {
            userId,
            projectId: membership.projectId,
            role: memberAs,
            ...granted,
          })
        return { userId, membership }
      })
    })
    terminal.line(`Added user ${added.userId}: ${email.trim().toLowerCase()}, ${role}`)
    if (added.membership !== null && memberAs !== null)
      terminal.line(`In project ${added.membership.projectId} (${added.membership.name}): ${memberAs}`)
    if (shown) {
      terminal.line(`First password: ${password}`)
      terminal.note(
        'It is shown only now and kept nowhere. Hand it over safely; it is changed under Profile.',
      )
    }
    return 0
  },
}

const projectAdd: Command = {
  name: 'project add',
  usage: 'NAME --company C --prefix PREFIX --time-zone ZONE [--no-coding-forms]',
  summary:
    'Start a project. PREFIX begins its control numbers; ZONE is an IANA name such as America/New_York; without coding forms it has tags.',
  words: 1,
  options: {
    company: { type: 'string' },
    prefix: { type: 'string' },
    'time-zone': { type: 'string' },
    'no-coding-forms': { type: 'boolean' },
  },
  run: async (invocation) => {
    const {
      records,
      words: [name = ''],
      options,
      terminal,
    } = invocation
    const company = needed(invocation, 'company')
    const prefix = needed(invocation, 'prefix')
    const timeZone = needed(invocation, 'time-zone')
    if (!nameForm.safeParse(name).success)
      throw new UsageError('A project needs a name of 1 to 100 characters.')
    if (!prefixForm.safeParse(prefix).success)
      throw new UsageError('A prefix has at most 20 letters, digits, "_", "." or "-".')
    const id = await records(async ({ read, write }, occasion) => {
      const { companyId } = await companyNamed(read, company)
      const codingForms = options['no-coding-forms'] !== true
      return write('interactive', (trx) =>
        addProject(trx, occasion, null, {
          companyId,
          projectName: name,
          prefix: prefix.trim(),
          timeZone,
          codingForms,
        }),
      )
    })
    terminal.line(`Added project ${id}: ${name.trim()}`)
    return 0
  },
}

export const peopleCommands: readonly Command[] = [companyAdd, companyList, userAdd, projectAdd]

/** A password from standard input, or a new one to show. Never from the arguments: those everybody on the machine sees. */
async function passwordFor(
  { options, terminal }: Invocation,
  owner: { email: string; name: string },
): Promise<{ password: string; shown: boolean }> {
  if (options['password-stdin'] !== true) return { password: initialPassword(), shown: true }
  const password = (await terminal.input()).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(password)) throw new UsageError('The password on standard input must be one line.')
  if (!newPassword.safeParse(password).success)
    throw new UsageError('The password on standard input must have 12 to 128 characters.')
  requireGoodPassword(password, owner)
  return { password, shown: false }
}
