/** Has one's own account changed, and support written to. Secrets come from the command, and go into a cache alone. */
import * as own from '#contracts/account.ts'
import { makeKey, revokeKey } from '#contracts/api-keys.ts'
import { addContactFile, contactSupport, sendFeedback } from '#contracts/contact.ts'
import type { RoleName } from '#contracts/permission.ts'
import { settleForm } from '../commands/account.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/account.ts'
import { ownKeys, ownSecondStep, ownSessions } from '../reads/account.ts'
import { contactFiles, newCodes, newKey, offeredAuthenticator, onlyOne } from '../stores/account.ts'
import { write } from '../stores/cache.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, toastError } from './outcomes.ts'

/** Once each: a repetition would have to say the secret again, and what answers it must not be kept. */
const policy = { strategy: 'queue', done: asOutcome } as const
/** What answers a repetition is kept with a fingerprint of the body: of no password, no code, no words. */
const unkept = { idempotencyKey: null } as const

const refused = (
  { payload: { formKey } }: { payload: { formKey: string } },
  { message }: CallFailure,
): Outcome => ({
  commands: [settleForm({ formKey, message })],
})

const done = (formKey: string, message?: string): NonNullable<Outcome['commands']> => [
  settleForm({ formKey, message: null }),
  ...(message === undefined ? [] : [addToast({ kind: 'success', message })]),
]

/** What stands is shown again beside why it did not become other. */
const again =
  (anew: () => Outcome['commands']) =>
  (_: unknown, failure: CallFailure): Outcome => ({
    commands: [...(toastError(failure).commands ?? []), ...(anew() ?? [])],
  })

export const accountEffects = [
  effect({
    ...policy,
    name: 'account.makeKey',
    on: happened.keyAsked,
    request: async ({ payload: { formKey, ...asked } }, { call, secret }): Promise<Outcome> => {
      const { key, secret: value } = await call(makeKey, {
        ...unkept,
        // The server refuses a role that it does not know.
        body: { ...asked, role: asked.role as RoleName | null, proof: secret('proof') },
      })
      return {
        cache: [write(newKey, onlyOne, { label: key.label, secret: value })],
        commands: [...done(formKey), ownKeys.request({})],
      }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'account.revokeKey',
    on: happened.keyRevocationAsked,
    request: async ({ payload }, { call }): Promise<Outcome> => {
      const { label } = await call(revokeKey, { body: payload })
      return {
        commands: [
          addToast({ kind: 'success', message: `The passkey “${label}” is revoked` }),
          ownKeys.request({}),
        ],
      }
    },
    fail: again(() => [ownKeys.request({})]),
  }),
  effect({
    ...policy,
    name: 'account.endSession',
    on: happened.sessionEndAsked,
    request: async ({ payload: { sessionKey } }, { call }): Promise<Outcome> => {
      const { ended } =
        sessionKey === null
          ? await call(own.endOtherSessions)
          : await call(own.endSession, { body: { sessionKey } })
      const message = ended === 1 ? 'The session has ended' : `${ended} sessions have ended`
      return { commands: [addToast({ kind: 'success', message }), ownSessions.request({})] }
    },
    fail: again(() => [ownSessions.request({})]),
  }),
  effect({
    ...policy,
    name: 'account.makeRecoveryCodes',
    on: happened.recoveryCodesAsked,
    request: async ({ payload: { formKey } }, { call, secret }): Promise<Outcome> => {
      const body = { proof: secret('proof') }
      const { recoveryCodes } = await call(own.makeRecoveryCodes, { ...unkept, body })
      return {
        cache: [write(newCodes, onlyOne, recoveryCodes)],
        commands: [...done(formKey), ownSecondStep.request({})],
      }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'account.offerAuthenticator',
    on: happened.authenticatorAsked,
    request: async ({ payload: { formKey } }, { call, secret }): Promise<Outcome> => {
      const body = { proof: secret('proof') }
      const offer = await call(own.offerAuthenticator, { ...unkept, body })
      return { cache: [write(offeredAuthenticator, onlyOne, offer)], commands: done(formKey) }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'account.confirmAuthenticator',
    on: happened.authenticatorConfirmed,
    request: async ({ payload: { formKey } }, { call, secret, cached }): Promise<Outcome> => {
      const offer = cached(offeredAuthenticator, onlyOne)?.offer ?? ''
      const body = { offer, code: secret('code') }
      const { recoveryCodes } = await call(own.takeAuthenticator, { ...unkept, body })
      return {
        cache: [write(newCodes, onlyOne, recoveryCodes)],
        forget: [{ cache: offeredAuthenticator, except: [] }],
        commands: [
          ...done(formKey, 'The authenticator is set up'),
          ownSecondStep.request({}),
          ownSessions.request({}),
        ],
      }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'account.writeToSupport',
    on: happened.supportWritten,
    request: async ({ payload: { formKey, files } }, { call, secret, cached }): Promise<Outcome> => {
      const body = { subject: secret('subject'), words: secret('words'), facts: secret('facts') }
      const chosen = cached(contactFiles, formKey) ?? []
      if (chosen.length !== files)
        return {
          commands: [settleForm({ formKey, message: 'The files are no longer at hand: choose them again.' })],
        }
      const fileIds: number[] = []
      for (const file of chosen) {
        const query = { name: file.name.slice(-200) }
        fileIds.push((await call(addContactFile, { ...unkept, query, body: file })).fileId)
      }
      await call(contactSupport, { ...unkept, body: { ...body, fileIds } })
      return {
        forget: [{ cache: contactFiles, except: [] }],
        commands: done(formKey),
      }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'account.giveFeedback',
    on: happened.feedbackGiven,
    request: async ({ payload: { formKey, rating } }, { call, secret }): Promise<Outcome> => {
      await call(sendFeedback, { ...unkept, body: { rating, words: secret('words') } })
      return { commands: done(formKey) }
    },
    fail: refused,
  }),
]
