/**
 * One tab of the browser leads: it delivers the outbox, takes snapshots and compacts. An epoch in the database fences
 * off a leader that has been asleep and does not know that it was replaced.
 */
export interface Leadership {
  readonly leads: () => boolean
  /** Called with true when this tab begins to lead. */
  readonly subscribe: (listener: (leads: boolean) => void) => () => void
  readonly resign: () => void
}
/** Stands for election under a name; the answer begins to lead when its turn has come. */
export type Election = (name: string) => Leadership

/** Web Locks: the browser gives the lock to the next tab as soon as its holder is gone, also by a crash. */
export const lockElection =
  (locks: Pick<LockManager, 'request'>): Election =>
  (name) => {
    const state = leadershipState()
    let release = (): void => undefined
    const abort = new AbortController()
    locks
      .request(name, { signal: abort.signal }, () => {
        if (abort.signal.aborted) return
        state.set(true)
        return new Promise<void>((resolve) => {
          release = resolve
        })
      })
      // Aborted while waiting: it never led.
      .catch(() => undefined)
    return {
      leads: state.leads,
      subscribe: state.subscribe,
      resign: () => {
        state.set(false)
        abort.abort()
        release()
      },
    }
  }

/** The only tab there is: no channel, no locks, or a log in memory. */
export const soleElection: Election = () => {
  const state = leadershipState()
  state.set(true)
  return { leads: state.leads, subscribe: state.subscribe, resign: () => state.set(false) }
}

/** What every election keeps: whether it leads, and who wants to know. */
export function leadershipState() {
  let leading = false
  const listeners = new Set<(leads: boolean) => void>()
  return {
    leads: () => leading,
    set: (next: boolean) => {
      if (next === leading) return
      leading = next
      for (const listener of listeners) listener(next)
    },
    subscribe: (listener: (leads: boolean) => void) => {
      listeners.add(listener)
      if (leading) listener(true)
      return () => listeners.delete(listener)
    },
  }
}
