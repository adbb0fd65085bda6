/** The people of a project: their roles and grants, the walls between them, and support access. */
import * as z from 'zod/mini'
import * as happened from '../events/catalog/people.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noPeople = reject('Project managers and stronger roles manage the people of a project.')
const noWalls = reject('Project managers and stronger roles set up walls.')

export const saveMember = command({
  ...never,
  type: 'people.saveMember',
  payload: happened.memberAsked.payload,
  decide: (_state, payload, { can }) => (can('user.manage') ? [happened.memberAsked(payload)] : noPeople),
  label: () => 'Change what somebody may do in the project',
})

export const inviteToProject = command({
  ...never,
  type: 'people.invite',
  payload: z.strictObject({
    ...{ formKey: z.string(), role: z.string(), granted: z.array(z.string()) },
    ...{ email: z.string(), name: z.string(), groups: z.array(z.string()) },
  }),
  secret: ['email', 'name'],
  decide: (_state, { formKey, role, granted, groups }, { can }) => {
    if (!can('user.manage')) return noPeople
    if (groups.length > 0 && !can('wall.manage')) return noWalls
    return [happened.invitationAsked({ formKey, role, granted, groups })]
  },
  label: () => 'Invite somebody into the project',
})

export const removeMember = command({
  ...never,
  type: 'people.removeMember',
  payload: happened.memberRemovalAsked.payload,
  decide: (_state, payload, { can }) =>
    can('user.manage') ? [happened.memberRemovalAsked(payload)] : noPeople,
  label: () => 'Take somebody out of the project',
})

export const saveWalls = command({
  ...never,
  type: 'people.saveWalls',
  payload: happened.wallsAsked.payload,
  decide: (_state, payload, { can }) => (can('wall.manage') ? [happened.wallsAsked(payload)] : noWalls),
  label: () => 'Change the walls',
})

export const openSupport = command({
  ...never,
  type: 'people.openSupport',
  payload: happened.supportAsked.payload,
  decide: (_state, payload, { can }) =>
    can('support.open')
      ? [happened.supportAsked(payload)]
      : reject('Support access is for the provider’s staff.'),
  label: () => 'Open a support access',
})

export const closeSupport = command({
  ...never,
  type: 'people.closeSupport',
  payload: happened.supportEndAsked.payload,
  decide: (_state, payload, { can }) =>
    can('user.manage') || can('support.open') || can('project.archive')
      ? [happened.supportEndAsked(payload)]
      : noPeople,
  label: () => 'End a support access',
})

/** By the effect, with what became of it. */
export const settleForm = command({
  ...never,
  type: 'people.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is saved',
})
