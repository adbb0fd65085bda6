/** Has roles, walls and support access of a project changed. */
import { type Outcome as InvitationOutcome, inviteToProject } from '#contracts/invitations.ts'
import { deleteMember, type Member, putMember } from '#contracts/members.ts'
import { getProject } from '#contracts/project.ts'
import { closeSupport, openSupport } from '#contracts/support.ts'
import { putWalls } from '#contracts/walls.ts'
import { settleForm } from '../commands/people.ts'
import { takeProject } from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/people.ts'
import { members, supportAccesses, walls } from '../reads/people.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const policy = {
  scope: 'project',
  strategy: 'queue',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

/** What stands is shown again, and the form says why it was refused. */
const refused =
  (anew: () => Outcome['commands']) =>
  ({ payload: { formKey } }: { payload: { formKey: string } }, { message }: CallFailure): Outcome => ({
    commands: [settleForm({ formKey, message }), ...(anew() ?? [])],
  })

const saved = (formKey: string, message: string): NonNullable<Outcome['commands']> => [
  settleForm({ formKey, message: null }),
  addToast({ kind: 'success', message }),
]

/** What one may do oneself may be other by it: the project is told anew with it. */
const projectAnew = async ({ call }: RequestContext) => takeProject(await call(getProject))

/** Why an address was not invited; of all others nobody is told more. */
const whyNot: Readonly<Partial<Record<InvitationOutcome, string>>> = {
  member: 'This person has an account of the client already: add them with “Add a person”.',
  invited: 'This address is invited already. An administrator of the client can send the invitation again.',
  self: 'This is your own address.',
  notAnAddress: 'This is no e-mail address.',
  groupUnknown: 'One of the groups is not there any more. Close this and open it again.',
  notOfProvider:
    'Your client requires single sign-on, and this address is not one of its identity provider: nobody could sign in with it. Use their address at the firm.',
}

export const peopleEffects = [
  effect({
    ...policy,
    name: 'people.sendMember',
    on: happened.memberAsked,
    request: async ({ payload: { formKey, ...asked } }, { call }): Promise<Outcome> => {
      // The server refuses a role or a grant that it does not know.
      const body = {
        ...asked,
        role: asked.role as Member['role'],
        granted: asked.granted as Member['granted'],
      }
      const { userName } = await call(putMember, { body })
      return { commands: [...saved(formKey, `${userName} is saved`), members.request({})] }
    },
    fail: refused(() => [members.request({})]),
  }),
  effect({
    ...policy,
    name: 'people.sendInvitation',
    on: happened.invitationAsked,
    request: async ({ payload: { formKey, role, granted, groups } }, { call, secret }): Promise<Outcome> => {
      const [email, name] = [secret('email'), secret('name')]
      const { lines } = await call(inviteToProject, {
        body: {
          people: [{ email, ...(name === '' ? {} : { name }) }],
          role: role as Member['role'],
          granted: granted as Member['granted'],
          groups: [...groups],
        },
      })
      const outcome = lines[0]?.outcome ?? 'new'
      return {
        commands:
          outcome === 'new'
            ? saved(formKey, `${email} is invited`)
            : [settleForm({ formKey, message: whyNot[outcome] ?? 'This address cannot be invited.' })],
      }
    },
    fail: refused(() => []),
  }),
  effect({
    ...policy,
    name: 'people.sendMemberRemoval',
    on: happened.memberRemovalAsked,
    request: async ({ payload }, { call }): Promise<Outcome> => {
      await call(deleteMember, { body: payload })
      return {
        commands: [
          addToast({ kind: 'success', message: 'They are out of the project' }),
          members.request({}),
          walls.request({}),
        ],
      }
    },
    fail: (_, failure) => {
      const { commands = [] } = toastError(failure)
      return { commands: [...commands, members.request({})] }
    },
  }),
  effect({
    ...policy,
    name: 'people.sendWalls',
    on: happened.wallsAsked,
    request: async ({ payload: { formKey, version, ...body } }, ctx): Promise<Outcome> => {
      const now = await ctx.call(putWalls, { body, ifMatch: String(version) })
      return {
        ...cacheValue(walls.cache, walls.key({}), now),
        commands: [...saved(formKey, 'The walls are in force'), await projectAnew(ctx)],
      }
    },
    fail: refused(() => [walls.request({})]),
  }),
  effect({
    ...policy,
    name: 'people.sendSupport',
    on: happened.supportAsked,
    request: async ({ payload: { formKey, reason, hours } }, ctx): Promise<Outcome> => {
      await ctx.call(openSupport, { body: { reason, hours } })
      return {
        commands: [
          ...saved(formKey, 'The support access is open'),
          supportAccesses.request({}),
          await projectAnew(ctx),
        ],
      }
    },
    fail: refused(() => [supportAccesses.request({})]),
  }),
  effect({
    ...policy,
    name: 'people.sendSupportEnd',
    on: happened.supportEndAsked,
    request: async ({ payload }, ctx): Promise<Outcome> => {
      await ctx.call(closeSupport, { body: payload })
      return { commands: [supportAccesses.request({}), await projectAnew(ctx)] }
    },
    fail: (_, failure) => {
      const { commands = [] } = toastError(failure)
      return { commands: [...commands, supportAccesses.request({})] }
    },
  }),
]
