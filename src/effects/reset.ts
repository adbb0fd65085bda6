/** What the page behind a reset link asks of the server. */
import * as calls from '#contracts/auth.ts'
import { finishReset, judgeResetLink } from '../commands/reset.ts'
import { resetLinkOpened, resetSent } from '../events/catalog/reset.ts'
import { type AnyEffect, effect } from './define.ts'
import { failed } from './session.ts'

export const resetEffects: readonly AnyEffect[] = [
  effect({
    name: 'reset.checkLink',
    on: resetLinkOpened,
    strategy: 'latest',
    scope: 'app',
    request: (_, { call, secret }) => call(calls.checkReset, { linkToken: secret('token') }),
    done: (_, { valid }) => ({ commands: [judgeResetLink({ valid })] }),
    fail: (_, failure) =>
      failure.status === 400 ? { commands: [judgeResetLink({ valid: false })] } : failed('reset', failure),
  }),
  effect({
    name: 'reset.setPassword',
    on: resetSent,
    strategy: 'first',
    scope: 'app',
    request: (_, { call, secret }) =>
      call(calls.resetPassword, { body: { token: secret('token'), password: secret('password') } }),
    done: (_, { message }) => ({ commands: [finishReset({ message })] }),
    fail: (_, failure) => failed('reset', failure),
  }),
]
