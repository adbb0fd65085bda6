/** What states of accounts and invitations, and what happened to them, are called. */
import type { Shown } from '#contracts/client-people.ts'
import type { Invitation, Outcome } from '#contracts/invitations.ts'
import type { RoleName } from '#contracts/permission.ts'
import { roleWords } from '../people/roles.ts'
import type { Tone } from '../ui/badge.tsx'

/** Of an account: what somebody may beside their roles in projects. */
export const accountWords = (role: RoleName): string => (role === 'Default' ? 'Member' : roleWords(role))

export const showWords: Readonly<Record<Shown, string>> = {
  all: 'Everybody',
  active: 'Active',
  disabled: 'Deactivated',
  invited: 'Invited',
  locked: 'Locked',
  neverSignedIn: 'Never signed in',
  withoutSecondStep: 'Without second step',
  notSeen30: 'Not seen for 30 days',
  notSeen90: 'Not seen for 90 days',
}

export const invitationWords: Readonly<Record<Invitation['state'], readonly [string, Tone]>> = {
  waiting: ['invitation on its way', 'info'],
  sent: ['invited', 'info'],
  notSent: ['not sent, tried again soon', 'danger'],
  ended: ['invitation has ended', 'attention'],
  revoked: ['taken back', 'attention'],
}

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  new: 'Will be invited',
  member: 'Is of this client already',
  invited: 'Is invited already',
  elsewhere: 'Cannot be invited',
  self: 'Is yourself',
  notAnAddress: 'Is no e-mail address',
  twice: 'Stands in the list twice',
  roleUnknown: 'There is no such role',
  roleTooStrong: 'The role is stronger than yours',
  projectUnknown: 'There is no such project',
  groupUnknown: 'There is no such group in the project',
  notOfProvider: 'Single sign-on is required, and this address is not one of it: it could not sign in',
}

const changes: Readonly<Record<string, string>> = {
  'user.added': 'Account added',
  'user.disabled': 'Deactivated',
  'user.enabled': 'Activated',
  'user.roleChanged': 'Account role changed',
  'user.projectRoleGiven': 'Role in a project given',
  'user.projectRoleTaken': 'Taken out of a project',
  'user.granted': 'Grants changed',
  'user.secondStepReset': 'Another second step asked for',
  'user.signedOut': 'Signed out everywhere',
  'user.sessionEnded': 'A session ended',
  'user.unlocked': 'Unlocked',
}

/** What is not known is said as it is written. */
export const changeWords = (action: string): string => changes[action] ?? action
