/** The people of a client: inviting them, and changing what they are. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import * as happened from '../events/catalog/client-people.ts'
import { command, type DecideContext, reject } from './define.ts'

const never = { capture: 'never' } as const
const notAllowed = reject('Administrators of the client manage its people.')

const allowed =
  <P, E>(made: (payload: P) => E) =>
  (_state: unknown, payload: P, { can }: DecideContext) =>
    can('company.people') ? [made(payload)] : notAllowed

/** `groups`: JSON of contracts/invitations.ts. It is kept in memory only. */
const list = z.strictObject({ formKey: z.string(), companyId: id, groups: z.string() })

export const previewInvitations = command({
  ...never,
  type: 'clientPeople.preview',
  payload: list,
  secret: ['groups'],
  decide: (_state, { formKey, companyId }, { can }) =>
    can('company.people') ? [happened.previewAsked({ formKey, companyId })] : notAllowed,
  label: () => 'See what would become of a list of people',
})

export const invitePeople = command({
  ...never,
  type: 'clientPeople.invite',
  payload: list,
  secret: ['groups'],
  decide: (_state, { formKey, companyId }, { can }) =>
    can('company.people') ? [happened.invitationsAsked({ formKey, companyId })] : notAllowed,
  label: () => 'Invite people',
})

export const resendInvitation = command({
  ...never,
  type: 'clientPeople.resend',
  payload: happened.resendAsked.payload,
  decide: allowed(happened.resendAsked),
  label: () => 'Send an invitation again',
})

export const revokeInvitation = command({
  ...never,
  type: 'clientPeople.revoke',
  payload: happened.revocationAsked.payload,
  decide: allowed(happened.revocationAsked),
  label: () => 'Take an invitation back',
})

export const changePerson = command({
  ...never,
  type: 'clientPeople.change',
  payload: happened.changeAsked.payload,
  decide: allowed(happened.changeAsked),
  label: ({ active }) =>
    active === undefined
      ? 'Change the role of an account'
      : `${active ? 'Activate' : 'Deactivate'} an account`,
})

const acts = {
  endSessions: 'End all sessions of somebody',
  endSession: 'End a session of somebody',
  unlock: 'Unlock an account',
  newSecondStep: 'Ask somebody for another second step',
} as const

export const actOnPerson = command({
  ...never,
  type: 'clientPeople.act',
  payload: happened.actAsked.payload,
  decide: allowed(happened.actAsked),
  label: ({ act }) => acts[act],
})

export const giveProjectRole = command({
  ...never,
  type: 'clientPeople.giveProjectRole',
  payload: happened.projectRoleAsked.payload,
  decide: allowed(happened.projectRoleAsked),
  label: () => 'Give somebody a role in a project',
})

export const takeProjectRole = command({
  ...never,
  type: 'clientPeople.takeProjectRole',
  payload: happened.projectRoleRemovalAsked.payload,
  decide: allowed(happened.projectRoleRemovalAsked),
  label: () => 'Take somebody out of a project',
})

/** By the effect, with what became of it. */
export const settleForm = command({
  ...never,
  type: 'clientPeople.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is saved',
})

/** By the effect: lists are looked up anew. */
export const noteChange = command({
  ...never,
  type: 'clientPeople.noteChange',
  payload: happened.changed.payload,
  decide: () => [happened.changed({})],
  label: () => 'The people of the client have changed',
})
