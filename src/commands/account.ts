/** Looking after one's own account: keys for other applications, sessions, the second step; writing to support. */
import * as z from 'zod/mini'
import * as happened from '../events/catalog/account.ts'
import { command } from './define.ts'

const never = { capture: 'never' } as const
const form = { formKey: z.string() }

export const makeKey = command({
  ...never,
  type: 'account.makeKey',
  payload: z.strictObject({ ...happened.keyWanted, proof: z.string() }),
  secret: ['proof'],
  decide: (_state, { proof: _, ...asked }) => [happened.keyAsked(asked)],
  label: ({ label }) => `Generate the passkey “${label}”`,
})

export const revokeKey = command({
  ...never,
  type: 'account.revokeKey',
  payload: happened.keyRevocationAsked.payload,
  decide: (_state, payload) => [happened.keyRevocationAsked(payload)],
  label: () => 'Revoke a passkey',
})

export const endSession = command({
  ...never,
  type: 'account.endSession',
  payload: happened.sessionEndAsked.payload,
  decide: (_state, payload) => [happened.sessionEndAsked(payload)],
  label: ({ sessionKey }) => (sessionKey === null ? 'End all other sessions' : 'End a session'),
})

export const makeRecoveryCodes = command({
  ...never,
  type: 'account.makeRecoveryCodes',
  payload: z.strictObject({ ...form, proof: z.string() }),
  secret: ['proof'],
  decide: (_state, { formKey }) => [happened.recoveryCodesAsked({ formKey })],
  label: () => 'Make new recovery codes',
})

export const offerAuthenticator = command({
  ...never,
  type: 'account.offerAuthenticator',
  payload: z.strictObject({ ...form, proof: z.string() }),
  secret: ['proof'],
  decide: (_state, { formKey }) => [happened.authenticatorAsked({ formKey })],
  label: () => 'Begin to set up an authenticator',
})

export const confirmAuthenticator = command({
  ...never,
  type: 'account.confirmAuthenticator',
  payload: z.strictObject({ ...form, code: z.string() }),
  secret: ['code'],
  decide: (_state, { formKey }) => [happened.authenticatorConfirmed({ formKey })],
  label: () => 'Confirm the authenticator',
})

export const writeToSupport = command({
  ...never,
  type: 'account.writeToSupport',
  payload: z.strictObject({
    ...form,
    subject: z.string(),
    words: z.string(),
    facts: z.string(),
    files: z.int(),
  }),
  secret: ['subject', 'words', 'facts'],
  decide: (_state, { formKey, files }) => [happened.supportWritten({ formKey, files })],
  label: () => 'Write to support',
})

export const giveFeedback = command({
  ...never,
  type: 'account.giveFeedback',
  payload: z.strictObject({ ...form, rating: z.nullable(z.int()), words: z.string() }),
  secret: ['words'],
  decide: (_state, { formKey, rating }) => [happened.feedbackGiven({ formKey, rating })],
  label: () => 'Give feedback',
})

/** By the effect, with what became of it. */
export const settleForm = command({
  ...never,
  type: 'account.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
