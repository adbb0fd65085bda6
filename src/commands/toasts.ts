/** Saying something in passing. Effects say how a thing ended; it can be read again in the notifications list. */
import * as z from 'zod/mini'
import {
  notificationsCleared,
  notificationsSeen,
  toastAdded,
  toastKind,
  toastRemoved,
  toastUpdated,
} from '../events/catalog/toasts.ts'
import { command, reject } from './define.ts'

const said = { kind: toastKind, message: z.string(), detail: z.optional(z.string()) }

export const addToast = command({
  type: 'toasts.add',
  payload: z.strictObject({ toastId: z.optional(z.string()), ...said }),
  capture: 'never',
  decide: (_state, { toastId, ...payload }, { newId, now }) => [
    toastAdded({ ...payload, toastId: toastId ?? newId(), at: now.toISOString() }),
  ],
  label: ({ message }) => message,
})

export const updateToast = command({
  type: 'toasts.update',
  payload: z.strictObject({ toastId: z.string(), ...said }),
  capture: 'never',
  decide: (state, payload, { now }) =>
    [...state.toasts.shown, ...state.toasts.queued].some((toast) => toast.toastId === payload.toastId)
      ? [toastUpdated({ ...payload, at: now.toISOString() })]
      : reject('The message has gone.'),
  label: ({ message }) => message,
})

export const removeToast = command({
  type: 'toasts.remove',
  payload: z.strictObject({ toastId: z.string() }),
  capture: 'never',
  decide: (_state, payload) => [toastRemoved(payload)],
  label: () => 'Close the message',
})

export const closeMessages = command({
  type: 'toasts.closeAll',
  payload: z.strictObject({}),
  capture: 'never',
  decide: ({ toasts: { shown, queued, folded } }) =>
    [...shown, ...queued, ...folded].map(({ toastId }) => toastRemoved({ toastId })),
  label: () => 'Close all messages',
  group: 'View',
})

export const seeNotifications = command({
  type: 'toasts.seeNotifications',
  payload: z.strictObject({}),
  capture: 'never',
  decide: () => [notificationsSeen({})],
  label: () => 'Look at notifications',
})

export const clearNotifications = command({
  type: 'toasts.clearNotifications',
  payload: z.strictObject({}),
  capture: 'never',
  decide: () => [notificationsCleared({})],
  label: () => 'Clear notifications',
})
