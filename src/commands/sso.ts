/** Single sign-on of a client. */
import * as happened from '../events/catalog/sso.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const notAllowed = reject('Client administrators set up single sign-on.')

export const saveSso = command({
  ...never,
  type: 'sso.save',
  payload: happened.settingAsked.payload,
  decide: (_state, payload, { can }) => (can('company.sso') ? [happened.settingAsked(payload)] : notAllowed),
  label: ({ on }) => (on ? 'Change single sign-on' : 'Set up single sign-on'),
})

export const removeSso = command({
  ...never,
  type: 'sso.remove',
  payload: happened.removalAsked.payload,
  decide: (_state, payload, { can }) => (can('company.sso') ? [happened.removalAsked(payload)] : notAllowed),
  label: () => 'Remove single sign-on',
})

/** By the effect, with what became of it. */
export const settleSso = command({
  ...never,
  type: 'sso.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is saved',
})
