/** Setting up one's account by the link of an invitation. */
import * as z from 'zod/mini'
import * as happened from '../events/catalog/invite.ts'
import { command } from './define.ts'

const never = { capture: 'never' } as const
const link = z.strictObject({ token: z.string() })

export const openInvitation = command({
  ...never,
  type: 'invite.open',
  payload: link,
  secret: ['token'],
  decide: () => [happened.linkOpened({})],
  label: () => 'Open an invitation',
})

export const acceptInvitation = command({
  ...never,
  type: 'invite.accept',
  /** The password is empty where the client's identity provider signs people in. */
  payload: z.strictObject({ token: z.string(), name: z.string(), password: z.string() }),
  secret: ['token', 'name', 'password'],
  decide: () => [happened.accountSent({})],
  label: () => 'Set up an account',
})

export const askForInvitation = command({
  ...never,
  type: 'invite.askForAnother',
  payload: link,
  secret: ['token'],
  decide: () => [happened.anotherAsked({})],
  label: () => 'Ask for another invitation',
})
