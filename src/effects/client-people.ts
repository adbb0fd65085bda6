/** Has people invited, and what they are changed. */
import {
  actOnPerson,
  type ClientPerson,
  changePerson,
  deleteProjectRole,
  putProjectRole,
} from '#contracts/client-people.ts'
import { type InvitedAs, invitePeople, resendInvitation, revokeInvitation } from '#contracts/invitations.ts'
import { noteChange, settleForm } from '../commands/client-people.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/client-people.ts'
import { person, previews, projectRoles } from '../reads/client-people.ts'
import { write } from '../stores/cache.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const policy = {
  scope: 'session',
  strategy: 'queue',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

type Whose = { readonly companyId: number; readonly userId: number }

/** The person as they stand by now is shown at once. */
const told = (
  whose: Whose,
  now: ClientPerson,
  message: string,
  commands: Outcome['commands'] = [],
): Outcome => ({
  ...cacheValue(person.cache, person.key(whose), now),
  commands: [...commands, addToast({ kind: 'success', message }), noteChange({})],
})

const settled = (formKey: string) => [settleForm({ formKey, message: null })]

/** What stands is shown, and the form says why it was refused. */
const refused = (
  { payload: { formKey, companyId, userId } }: { payload: { formKey: string } & Whose },
  { message }: CallFailure,
): Outcome => ({ commands: [settleForm({ formKey, message }), person.request({ companyId, userId })] })

const refusedList = (
  { payload: { formKey } }: { payload: { formKey: string } },
  { message }: CallFailure,
): Outcome => ({ commands: [settleForm({ formKey, message })] })

/** The list that the command carried. */
const groupsOf = ({ secret }: RequestContext): InvitedAs[] => JSON.parse(secret('groups'))

export const clientPeopleEffects = [
  effect({
    ...policy,
    name: 'clientPeople.sendPreview',
    on: happened.previewAsked,
    strategy: 'latest',
    request: async ({ payload: { formKey, companyId } }, ctx): Promise<Outcome> => {
      const body = { companyId, groups: groupsOf(ctx), dryRun: true }
      const answer = await ctx.call(invitePeople, { body })
      return { cache: [write(previews, formKey, answer)], commands: settled(formKey) }
    },
    fail: refusedList,
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendInvitations',
    on: happened.invitationsAsked,
    request: async ({ payload: { formKey, companyId } }, ctx): Promise<Outcome> => {
      const { made } = await ctx.call(invitePeople, {
        body: { companyId, groups: groupsOf(ctx), dryRun: false },
      })
      const message = made === 1 ? 'One person is invited' : `${made} people are invited`
      return { commands: [...settled(formKey), addToast({ kind: 'success', message }), noteChange({})] }
    },
    fail: refusedList,
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendResend',
    on: happened.resendAsked,
    request: async ({ payload }, { call }): Promise<Outcome> => {
      const { email } = await call(resendInvitation, { body: payload })
      const message = `A new invitation goes to ${email}`
      return { commands: [addToast({ kind: 'success', message }), noteChange({})] }
    },
    fail: (_, failure) => withChange(toastError(failure)),
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendRevocation',
    on: happened.revocationAsked,
    request: async ({ payload }, { call }): Promise<Outcome> => {
      await call(revokeInvitation, { body: payload })
      return {
        commands: [addToast({ kind: 'success', message: 'The invitation is taken back' }), noteChange({})],
      }
    },
    fail: (_, failure) => withChange(toastError(failure)),
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendChange',
    on: happened.changeAsked,
    request: async (
      { payload: { formKey, version, role, active, ...whose } },
      { call },
    ): Promise<Outcome> => {
      const body = {
        ...whose,
        // The server refuses a role that it does not know.
        ...(role === undefined ? {} : { role: role as ClientPerson['role'] }),
        ...(active === undefined ? {} : { active }),
      }
      const now = await call(changePerson, { body, ifMatch: version })
      const what = active === undefined ? 'changed' : active ? 'active again' : 'deactivated'
      return told(whose, now, `${now.userName} is ${what}`, settled(formKey))
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendAct',
    on: happened.actAsked,
    request: async ({ payload: { act, sessionKey, ...whose } }, { call }): Promise<Outcome> => {
      const body = { ...whose, act, ...(sessionKey === undefined ? {} : { sessionKey }) }
      const now = await call(actOnPerson, { body })
      const said = {
        endSessions: `${now.userName} is signed out everywhere`,
        endSession: 'The session has ended',
        unlock: `${now.userName} can sign in again`,
        newSecondStep: `${now.userName} sets up another second step at the next sign-in`,
      } as const
      return told(whose, now, said[act])
    },
    fail: ({ payload: { companyId, userId } }, failure) => ({
      commands: [...(toastError(failure).commands ?? []), person.request({ companyId, userId })],
    }),
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendProjectRole',
    on: happened.projectRoleAsked,
    request: async ({ payload: { formKey, version, ...body } }, { call }): Promise<Outcome> => {
      const now = await call(putProjectRole, {
        body: {
          ...body,
          role: body.role as ClientPerson['role'],
          granted: body.granted as ClientPerson['projects'][number]['granted'],
        },
        ifMatch: version,
      })
      return withRoles(body, told(body, now, `${now.userName} is saved`, settled(formKey)))
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'clientPeople.sendProjectRoleRemoval',
    on: happened.projectRoleRemovalAsked,
    request: async ({ payload: { formKey, version, ...body } }, { call }): Promise<Outcome> => {
      const now = await call(deleteProjectRole, { body, ifMatch: version })
      return withRoles(body, told(body, now, `${now.userName} is out of the project`, settled(formKey)))
    },
    fail: refused,
  }),
]

const withChange = ({ commands = [], ...rest }: Outcome): Outcome => ({
  ...rest,
  commands: [...commands, noteChange({})],
})

const withRoles = ({ companyId, userId }: Whose, { commands = [], ...rest }: Outcome): Outcome => ({
  ...rest,
  commands: [...commands, projectRoles.request({ companyId, userId })],
})
