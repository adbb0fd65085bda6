/**
 * Invitations: somebody gets a mail with a link that works once and for seven days, and sets up their own account by it. The
 * secret of the link is in the mail alone; it travels in the `Link-Token` header or in a body, never in an address.
 */
import * as z from 'zod/mini'
import { newPassword } from './auth.ts'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'
import { type Capability, capabilities, type RoleName, roleNames } from './permission.ts'

/** Days for which a link works. */
export const invitationDays = 7
/** Lines of one list. */
export const mostInvited = 10_000

const role = z.enum(roleNames as [RoleName, ...RoleName[]])
const capability = z.enum(capabilities as [Capability, ...Capability[]])
const text = z.string().check(z.maxLength(300))

/**
 * What becomes of a line. Only `new` is invited.
 * - `member`: has an account of this client.
 * - `invited`: an invitation is open; send it again.
 * - `elsewhere`: cannot be invited. Of which client the address is, nobody is told.
 * - `twice`: stands further up in the same list.
 * - `notOfProvider`: the client requires single sign-on, and the address does not lead to its provider: nobody could sign in.
 */
export const outcomes = [
  ...(['new', 'member', 'invited', 'elsewhere', 'self', 'notAnAddress', 'twice'] as const),
  ...(['roleUnknown', 'roleTooStrong', 'projectUnknown', 'groupUnknown', 'notOfProvider'] as const),
] as const
export type Outcome = (typeof outcomes)[number]

/** What came of a list, line by line in the order in which it was sent. */
export const invited = z.object({
  lines: z.array(z.object({ email: z.string(), outcome: z.enum(outcomes) })),
  /** How many were invited; in a dry run: would be. */
  made: z.int(),
  /** The client requires single sign-on: whoever is invited signs in through its provider, and sets no password. */
  byProvider: z.boolean(),
})
export type Invited = z.infer<typeof invited>

const person = z.strictObject({ email: text, name: z.optional(text) })
/** Securable groups by their names, in any case; for whoever may manage walls. */
const groupNames = z.array(text).check(z.maxLength(50))
const people = z.array(person).check(z.minLength(1), z.maxLength(mostInvited))

/** People who are invited as the same. Roles and projects may be wrong: then their lines say so. */
export const invitedAs = z.strictObject({
  /** Of the account: `Default`, or `ClientAdmin`. */
  role: text,
  projects: z
    .array(
      z.strictObject({
        /** Its name, in any case. */
        project: text,
        role: text,
        granted: z.optional(z.array(capability).check(z.maxLength(50))),
        /** Groups of the project, which are joined with it. */
        groups: z.optional(groupNames),
      }),
    )
    .check(z.maxLength(50)),
  people,
})
export type InvitedAs = z.infer<typeof invitedAs>

export const invitePeople = call({
  name: 'invitations.invite',
  method: 'POST',
  path: '/company/settings/user-management/invite-user',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  body: z.strictObject({
    companyId: id,
    groups: z.array(invitedAs).check(z.minLength(1), z.maxLength(500)),
    /** Says what would become of each line, and invites nobody. */
    dryRun: z.boolean(),
  }),
  reply: invited,
  summary: `Invite people into the client, ${mostInvited} at most; or see what would become of each line.`,
})

export const invitationStates = ['waiting', 'sent', 'notSent', 'ended', 'revoked'] as const

export const invitation = z.object({
  invitationId: id,
  email: z.string(),
  name: z.string(),
  role,
  projects: z.array(
    z.object({
      ...{ projectId: id, projectName: z.string(), role, granted: z.array(capability) },
      /** Names of the securable groups that are joined with it. */
      groups: z.array(z.string()),
    }),
  ),
  madeAt: instant,
  /** Who sent it last. Null: the command line or a program. */
  madeBy: z.nullable(z.string()),
  /** They are deactivated by now: the link works all the same. */
  makerLeft: z.boolean(),
  endsAt: instant,
  sentAt: z.nullable(instant),
  /** When the invited asked for another one. */
  askedAt: z.nullable(instant),
  /**
   * `waiting`: its mail is on its way. `notSent`: it could not be sent, and will be tried again. `revoked`: shown where the
   * invited has asked for another.
   */
  state: z.enum(invitationStates),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = call({
  name: 'invitations.list',
  method: 'GET',
  path: '/company/settings/user-management/invite-user',
  needs: 'company.people',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: listOf(invitation),
  summary:
    'Invitations of the client that are open, have ended or are asked for again, the newest first; 1,000 at most.',
})

const named = z.strictObject({ companyId: id, invitationId: id })

export const resendInvitation = call({
  name: 'invitations.resend',
  method: 'PUT',
  path: '/company/settings/user-management/invite-user',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  body: named,
  reply: invitation,
  summary:
    'Send an invitation again: with another link, for seven days more. The link before does not work any more.',
})

export const revokeInvitation = call({
  name: 'invitations.revoke',
  method: 'DELETE',
  path: '/company/settings/user-management/invite-user',
  needs: 'company.people',
  scope: 'company',
  idempotencyKey: 'optional',
  body: named,
  reply: z.void(),
  summary: 'Take an invitation back: its link does not work any more.',
})

export const inviteToProject = call({
  name: 'invitations.inviteToProject',
  method: 'POST',
  path: '/project/settings/invite-user',
  needs: 'user.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    people: z.array(person).check(z.minLength(1), z.maxLength(100)),
    role,
    granted: z.array(capability).check(z.maxLength(50)),
    /** For whoever may manage the walls of the project. */
    groups: z.optional(groupNames),
  }),
  reply: invited,
  summary:
    'Invite people who have no account yet into the client and the project, with a role and securable groups in it.',
})

/**
 * How the account will sign in: `provider` where the client requires its identity provider, and addresses of this domain lead
 * there; `blocked` where it requires it and they do not, so that nobody could sign in.
 */
const invitedSignIns = ['password', 'provider', 'blocked'] as const

/** What the page behind the link shows. Nobody learns more of a link that does not work than why. */
export const invitationLink = z.object({
  /** `unknown`: there was never such a link, or another was sent after it. */
  state: z.enum(['open', 'accepted', 'revoked', 'ended', 'unknown']),
  email: z.string(),
  name: z.string(),
  companyName: z.string(),
  signIn: z.enum(invitedSignIns),
  /** Asked for another one already. */
  asked: z.boolean(),
})
export type InvitationLink = z.infer<typeof invitationLink>

export const readInvitation = call({
  name: 'auth.readInvitation',
  method: 'GET',
  path: '/user/invite',
  needs: 'public',
  linkToken: true,
  reply: invitationLink,
  summary: 'Who is invited by a link, into which client, and whether the link still works.',
})

const token = z.string().check(z.minLength(16), z.maxLength(128))

export const acceptInvitation = call({
  name: 'auth.acceptInvitation',
  method: 'POST',
  path: '/user/invite',
  needs: 'public',
  body: z.strictObject({
    token,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    /** Left out where the client's identity provider signs people in. */
    password: z.optional(newPassword),
  }),
  reply: z.object({ signedIn: z.boolean() }),
  summary:
    'Set up the account of an invitation and sign in: the session is in the cookie, for GET /token. Where the client requires its identity provider there is no session yet: sign in through it.',
})

export const askForInvitation = call({
  name: 'auth.askForInvitation',
  method: 'PUT',
  path: '/user/invite',
  needs: 'public',
  body: z.strictObject({ token }),
  reply: z.void(),
  summary:
    'Ask for another invitation where a link has ended or was revoked: whoever manages the people sees it.',
})
