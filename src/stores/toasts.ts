/** Toasts that show, toasts that wait for a place, and the list in which all of them can be read again. */

import { ended } from '../events/catalog/session.ts'
import {
  notificationsCleared,
  notificationsSeen,
  type ToastKind,
  toastAdded,
  toastRemoved,
  toastUpdated,
} from '../events/catalog/toasts.ts'
import { on, projection } from './projection.ts'

/** So many show at once, as many lines are taken from the screen; more wait until one leaves. */
export const toastLimit = 3
/** Ms until a toast closes by itself. An error stays until somebody closes it. */
export const toastLife = 2000
/** A toast dragged so far, as a part of its width, goes. */
export const toastDragPart = 0.8
/** Ms that a leaving toast takes to collapse. */
export const toastCollapse = 300
const keptNotifications = 200

export interface Toast {
  readonly toastId: string
  readonly kind: ToastKind
  readonly message: string
  readonly detail?: string | undefined
  readonly at: string
  /** Raised by each update, so that its time starts anew. */
  readonly revision: number
}

export interface Toasts {
  /** Newest first. */
  readonly shown: readonly Toast[]
  /** In the order in which they will show. */
  readonly queued: readonly Toast[]
  /** Newest first. */
  readonly notifications: readonly Toast[]
  readonly unseen: number
  readonly everSaid: boolean
}

const initial: Toasts = { shown: [], queued: [], notifications: [], unseen: 0, everSaid: false }

const isSameError = (one: Toast, other: Toast): boolean =>
  one.kind === 'error' && other.kind === 'error' && one.message === other.message

export const toasts = projection<Toasts>({
  name: 'toasts',
  version: 2,
  log: 'device',
  initial,
  handlers: [
    on(toastAdded, (s, p) => {
      const toast: Toast = { ...p, revision: 0 }
      // The same error once more takes the place of the one that is still there to be read.
      const others = (list: readonly Toast[]) => list.filter((other) => !isSameError(other, toast))
      const shown = others(s.shown)
      const full = shown.length >= toastLimit
      return {
        shown: full ? shown : [toast, ...shown],
        queued: full ? [...others(s.queued), toast] : others(s.queued),
        notifications: [toast, ...s.notifications].slice(0, keptNotifications),
        unseen: s.unseen + 1,
        everSaid: true,
      }
    }),
    on(toastUpdated, (s, p) => {
      const update = (toast: Toast): Toast =>
        toast.toastId === p.toastId ? { ...p, revision: toast.revision + 1 } : toast
      return {
        ...s,
        shown: s.shown.map(update),
        queued: s.queued.map(update),
        notifications: s.notifications.map(update),
      }
    }),
    on(toastRemoved, (s, p) => {
      const shown = s.shown.filter((toast) => toast.toastId !== p.toastId)
      const queued = s.queued.filter((toast) => toast.toastId !== p.toastId)
      const [next, ...rest] = queued
      return next && shown.length < toastLimit
        ? { ...s, shown: [next, ...shown], queued: rest }
        : { ...s, shown, queued }
    }),
    // What was said to one user is not for the next one's eyes.
    on(ended, (s) => ({
      ...s,
      shown: s.shown.filter(({ kind }) => kind !== 'error'),
      queued: [],
      notifications: [],
      unseen: 0,
    })),
    on(notificationsSeen, (s) => ({ ...s, unseen: 0 })),
    on(notificationsCleared, (s) => ({ ...s, notifications: [], unseen: 0 })),
  ],
})

/** Whether anything was said in this tab: until then nothing that shows messages is needed. */
export const $everSaid = toasts.$state.map((s) => s.everSaid)
