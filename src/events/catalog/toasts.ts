/** Facts about short messages. They live in the device log: per tab, in memory, there before sign-in and after logout. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

export const toastKind = z.enum(['success', 'info', 'warning', 'error'])
export type ToastKind = z.infer<typeof toastKind>

const said = {
  kind: toastKind,
  message: z.string(),
  /** What more there is to know; kept in the notifications list. */
  detail: z.optional(z.string()),
}
const own = {
  log: 'device',
  retention: 'session',
  stream: (p: { toastId: string }) => `toast:${p.toastId}`,
} as const

export const toastAdded = event({
  ...own,
  type: 'toasts.added',
  payload: z.strictObject({ toastId: z.string(), at: z.iso.datetime(), ...said }),
})

export const toastUpdated = event({
  ...own,
  type: 'toasts.updated',
  payload: z.strictObject({ toastId: z.string(), at: z.iso.datetime(), ...said }),
})

export const toastRemoved = event({
  ...own,
  type: 'toasts.removed',
  payload: z.strictObject({ toastId: z.string() }),
})

export const notificationsSeen = event({
  log: 'device',
  retention: 'session',
  stream: () => 'notifications',
  type: 'toasts.notificationsSeen',
  payload: z.strictObject({}),
})

export const notificationsCleared = event({
  log: 'device',
  retention: 'session',
  stream: () => 'notifications',
  type: 'toasts.notificationsCleared',
  payload: z.strictObject({}),
})
