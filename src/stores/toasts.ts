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

/**
 * So many show at once, as many lines are taken from the screen; more wait until one leaves. Errors do not leave by
 * themselves: where there is nothing else, the oldest makes place, and comes back once another is closed.
 */
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
  /** Errors that nobody has closed and that newer messages took the place of. Newest first. */
  readonly folded: readonly Toast[]
  /** Newest first. */
  readonly notifications: readonly Toast[]
  readonly unseen: number
  readonly everSaid: boolean
}

const initial: Toasts = { shown: [], queued: [], folded: [], notifications: [], unseen: 0, everSaid: false }

const isError = ({ kind }: Toast): boolean => kind === 'error'
const isSameError = (one: Toast, other: Toast): boolean =>
  isError(one) && isError(other) && one.message === other.message

/** The same for all that stand, wait or are folded away. */
const each = (s: Toasts, change: (list: readonly Toast[]) => readonly Toast[]): Toasts => ({
  ...s,
  shown: change(s.shown),
  queued: change(s.queued),
  folded: change(s.folded),
})

/** Gives what waits its place: nothing waits for errors that stay. */
function placed(s: Toasts): Toasts {
  const [next, ...queued] = s.queued
  const full = s.shown.length >= toastLimit
  if (!next || (full && !s.shown.every(isError))) return s
  const stays = full ? s.shown.slice(0, -1) : s.shown
  return placed({
    ...s,
    shown: [next, ...stays],
    queued,
    folded: [...s.shown.slice(stays.length), ...s.folded],
  })
}

export const toasts = projection<Toasts>({
  name: 'toasts',
  version: 3,
  log: 'device',
  initial,
  handlers: [
    on(toastAdded, (before, p) => {
      const toast: Toast = { ...p, revision: 0 }
      // The same error once more takes the place of the one that is still there to be read.
      const s = each(before, (list) => list.filter((other) => !isSameError(other, toast)))
      return placed({
        ...s,
        queued: [...s.queued, toast],
        notifications: [toast, ...s.notifications].slice(0, keptNotifications),
        unseen: s.unseen + 1,
        everSaid: true,
      })
    }),
    on(toastUpdated, (s, p) => {
      const update = (list: readonly Toast[]) =>
        list.map((toast) => (toast.toastId === p.toastId ? { ...p, revision: toast.revision + 1 } : toast))
      return placed({ ...each(s, update), notifications: update(s.notifications) })
    }),
    on(toastRemoved, (before, p) => {
      const s = placed(each(before, (list) => list.filter((toast) => toast.toastId !== p.toastId)))
      // Not when a message passes: what comes back is said aloud again.
      const closes = before.shown.some((toast) => toast.toastId === p.toastId && isError(toast))
      const back = closes ? toastLimit - s.shown.length : 0
      return { ...s, shown: [...s.shown, ...s.folded.slice(0, back)], folded: s.folded.slice(back) }
    }),
    // What was said to one user is not for the next one's eyes.
    on(ended, (s) => ({
      ...s,
      shown: s.shown.filter((toast) => !isError(toast)),
      queued: [],
      folded: [],
      notifications: [],
      unseen: 0,
    })),
    on(notificationsSeen, (s) => ({ ...s, unseen: 0 })),
    on(notificationsCleared, (s) => ({ ...s, notifications: [], unseen: 0 })),
  ],
})

/** Whether anything was said in this tab: until then nothing that shows messages is needed. */
export const $everSaid = toasts.$state.map((s) => s.everSaid)
