/** What the page of an invitation asks of the server. */
import * as calls from '#contracts/invitations.ts'
import { landInvited } from '../commands/session.ts'
import * as happened from '../events/catalog/invite.ts'
import { write } from '../stores/cache.ts'
import { type InviteForm, inviteForms, inviteKey, inviteLinks } from '../stores/invite.ts'
import { type AnyEffect, effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

const form = (phase: InviteForm['phase'], fault: InviteForm['fault'] = null) =>
  write(inviteForms, inviteKey, { phase, fault })

const refused = (_: unknown, { message, code, retryAfter }: CallFailure): Outcome => ({
  cache: [form('refused', { step: 'login', message, code, waitMs: retryAfter })],
})

export const inviteEffects: readonly AnyEffect[] = [
  effect({
    name: 'invite.readLink',
    on: happened.linkOpened,
    strategy: 'latest',
    scope: 'app',
    request: (_, { call, secret }) => call(calls.readInvitation, { linkToken: secret('token') }),
    done: (_, link) => ({ cache: [write(inviteLinks, inviteKey, link)] }),
    fail: refused,
  }),
  effect({
    name: 'invite.sendAccount',
    on: happened.accountSent,
    strategy: 'first',
    scope: 'app',
    request: async (_, { call, secret, put }) => {
      put(form('sending'))
      const password = secret('password')
      return call(calls.acceptInvitation, {
        body: { token: secret('token'), name: secret('name'), ...(password === '' ? {} : { password }) },
      })
    },
    // The session is in the cookie, and the token follows from it: what is still to do before the workspace follows from it.
    done: (_, { signedIn }) =>
      signedIn
        ? { cache: [form('signingIn')], commands: [landInvited({})] }
        : { cache: [form('toProvider')] },
    fail: refused,
  }),
  effect({
    name: 'invite.sendAsking',
    on: happened.anotherAsked,
    strategy: 'first',
    scope: 'app',
    request: async (_, { call, secret, put }) => {
      put(form('sending'))
      await call(calls.askForInvitation, { body: { token: secret('token') } })
    },
    done: () => ({ cache: [form('asked')] }),
    fail: refused,
  }),
]
