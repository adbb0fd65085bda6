/** The people of a client: who has an account, what each may do where, and what was changed about them. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'
import { invitation } from './invitations.ts'
import { type Capability, capabilities, type RoleName, roleNames } from './permission.ts'

const role = z.enum(roleNames as [RoleName, ...RoleName[]])
const capability = z.enum(capabilities as [Capability, ...Capability[]])

/** Which of them a list shows. `notSeen30`, `notSeen90`: for so many days or never. */
export const shows = [
  ...(['all', 'active', 'disabled', 'invited', 'locked', 'neverSignedIn', 'withoutSecondStep'] as const),
  ...(['notSeen30', 'notSeen90'] as const),
] as const
export type Shown = (typeof shows)[number]

/** Rows of a page of the list. */
export const peoplePage = 50

export const clientPersonRow = z.object({
  userId: id,
  userName: z.string(),
  userEmail: z.string(),
  /** Of the account. */
  role,
  active: z.boolean(),
  /** Has to wait after wrong passwords. */
  locked: z.boolean(),
  /** Has set up an authenticator. */
  secondStep: z.boolean(),
  projectCount: z.int(),
  /** Null: has never signed in. */
  lastSeenAt: z.nullable(instant),
})
export type ClientPersonRow = z.infer<typeof clientPersonRow>

export const listPeople = call({
  name: 'clientPeople.list',
  method: 'GET',
  path: '/company/settings/user-management',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({
    companyId: idParam,
    /** A part of a name or an address. */
    query: z.optional(z.string().check(z.maxLength(200))),
    /** Of the account, or in any project; with `projectId`: there. */
    role: z.optional(role),
    projectId: z.optional(idParam),
    show: z.optional(z.enum(shows)),
    /** From 0 on. */
    page: z.optional(wholeParam(0, 100_000)),
  }),
  reply: z.object({
    /** A page of people and open invitations together, by name or address. */
    data: z.array(z.object({ person: z.nullable(clientPersonRow), invitation: z.nullable(invitation) })),
    totalCount: z.int(),
  }),
  summary: `The people of the client and those who are invited, by name; ${peoplePage} a page.`,
})

export const listPeopleNames = call({
  name: 'clientPeople.names',
  method: 'GET',
  path: '/company/settings/user-lists',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: listOf(z.object({ userId: id, userName: z.string(), userEmail: z.string(), active: z.boolean() })),
  summary: 'Names and addresses of all people of the client, by name.',
})

export const clientPerson = z.object({
  ...clientPersonRow.shape,
  /** The account or the client asks for a second step. */
  secondStepRequired: z.boolean(),
  createdAt: instant,
  /** Names what of this person can be changed, as it stands: for If-Match. */
  version: z.string(),
  /** Whether the caller may change this person. */
  changeable: z.boolean(),
  projects: z.array(
    z.object({
      projectId: id,
      projectName: z.string(),
      role,
      granted: z.array(capability),
      /** Null: from before this was kept. */
      since: z.nullable(instant),
      givenBy: z.nullable(z.string()),
    }),
  ),
  /** Invitations of theirs whose links work: they do so also after this person is deactivated. */
  openInvitations: z.int(),
  /** Securable groups that they are in. */
  groups: z.array(z.object({ projectId: id, projectName: z.string(), groupName: z.string() })),
  sessions: z.array(
    z.object({
      /** Names it among those of this person. */
      sessionKey: z.string(),
      startedAt: instant,
      seenAt: instant,
      ip: z.string(),
    }),
  ),
  /** What was changed about them, the newest first. */
  changes: z.array(
    z.object({
      at: instant,
      /** Null: by the command line or by themselves. */
      by: z.nullable(z.string()),
      action: z.string(),
      projectName: z.nullable(z.string()),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
})
export type ClientPerson = z.infer<typeof clientPerson>

const whose = { companyId: id, userId: id }
const asOf = 'the version of the person that was changed'

export const getPerson = call({
  name: 'clientPeople.get',
  method: 'GET',
  path: '/company/settings/user-management/info',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({ companyId: idParam, userId: idParam }),
  reply: clientPerson,
  summary: 'One person of the client: roles, groups, sessions, and what was changed about them.',
})

export const changePerson = call({
  name: 'clientPeople.change',
  method: 'PUT',
  path: '/company/settings/user-management',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: asOf,
  body: z.strictObject({ ...whose, role: z.optional(role), active: z.optional(z.boolean()) }),
  reply: clientPerson,
  summary: 'Change the role of an account, or deactivate or activate it.',
})

/**
 * - `endSessions`: all of them; `endSession`: the one that `sessionKey` names.
 * - `unlock`: need not wait any more after wrong passwords.
 * - `newSecondStep`: sets up another authenticator at the next sign-in.
 */
export const personActs = ['endSessions', 'endSession', 'unlock', 'newSecondStep'] as const
export type PersonAct = (typeof personActs)[number]

export const actOnPerson = call({
  name: 'clientPeople.act',
  method: 'POST',
  path: '/company/settings/user-management/info',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...whose,
    act: z.enum(personActs),
    sessionKey: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: clientPerson,
  summary:
    'End sessions of a person, let them sign in again at once, or have them set up another authenticator.',
})

export const listProjectRoles = call({
  name: 'clientPeople.projectRoles',
  method: 'GET',
  path: '/company/settings/project-role',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({ companyId: idParam, userId: idParam }),
  reply: listOf(z.object({ projectId: id, projectName: z.string(), role: z.nullable(role) })),
  summary: 'All projects of the client, each with the role that the person has in it; null for none.',
})

export const putProjectRole = call({
  name: 'clientPeople.putProjectRole',
  method: 'PUT',
  path: '/company/settings/project-role',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: asOf,
  body: z.strictObject({
    ...whose,
    projectId: id,
    role,
    granted: z.array(capability).check(z.maxLength(50)),
  }),
  reply: clientPerson,
  summary: 'Give a person a role in a project of the client, and what it grants beside it.',
})

export const deleteProjectRole = call({
  name: 'clientPeople.deleteProjectRole',
  method: 'DELETE',
  path: '/company/settings/project-role',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: asOf,
  body: z.strictObject({ ...whose, projectId: id }),
  reply: clientPerson,
  summary: 'Take away the role that a person has in a project. Their sessions end and their batches go back.',
})

export const exportAccess = call({
  name: 'clientPeople.exportAccess',
  method: 'GET',
  path: '/company/settings/user-project-roles',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  rawReply: true,
  reply: z.void(),
  summary:
    'The access review as CSV: who may do what in which project, since when, by whom, and when seen last.',
})
