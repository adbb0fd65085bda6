/** Setting a new password by the link of a reset mail. */
import * as z from 'zod/mini'
import { resetLinkOpened, resetSent } from '../events/catalog/reset.ts'
import * as happened from '../events/catalog/session.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const openResetLink = command({
  ...never,
  type: 'reset.openLink',
  payload: z.strictObject({ token: z.string() }),
  secret: ['token'],
  decide: () => [resetLinkOpened({})],
  label: () => 'Open a reset link',
})

export const judgeResetLink = command({
  ...never,
  type: 'reset.judgeLink',
  payload: happened.resetLinkChecked.payload,
  decide: (_, checked) => [happened.resetLinkChecked(checked)],
  label: ({ valid }) => (valid ? 'The link is good' : 'The link is no longer good'),
})

export const resetPassword = command({
  ...never,
  type: 'reset.setPassword',
  payload: z.strictObject({ token: z.string(), password: z.string() }),
  secret: ['token', 'password'],
  decide: ({ session }) =>
    session.busy === 'reset' ? reject('The password is being set.') : [resetSent({})],
  label: () => 'Set a new password',
})

export const finishReset = command({
  ...never,
  type: 'reset.finish',
  payload: happened.passwordReset.payload,
  decide: (_, done) => [happened.passwordReset(done)],
  label: ({ message }) => message,
})
