/** Time, chance, and what the browser knows of the network and of itself: injected, so that tests own them. */
export interface Environment {
  readonly now: () => number
  /** Resolves after so many ms; rejects with the signal's reason when it is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  readonly online: () => boolean
  /** The tab is in the background: it may take its time. */
  readonly hidden: () => boolean
  /** Tells when one of the two may have changed; answers how to stop. */
  readonly subscribe: (changed: () => void) => () => void
  /** Does work while no other tab of this browser does any under the same name; rejects where the signal ends the wait. */
  readonly alone: <R>(name: string, signal: AbortSignal, work: () => Promise<R>) => Promise<R>
}

export function browserEnvironment(window: Window): Environment {
  const { document, navigator } = window
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  return {
    now: () => Date.now(),
    sleep,
    random: () => Math.random(),
    online: () => navigator.onLine,
    hidden: () => document.visibilityState === 'hidden',
    subscribe: (changed) => {
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      document.addEventListener('visibilitychange', changed)
      return () => {
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
        document.removeEventListener('visibilitychange', changed)
      }
    },
    // On a page that is no secure context there are no locks: its tabs know nothing of each other.
    alone: async (name, signal, work) =>
      locks === undefined ? await work() : await locks.request(name, { signal }, work),
  }
}

/** Of the only tab there is. */
export const sole: Environment['alone'] = (_name, _signal, work) => work()

export const sleep: Environment['sleep'] = (ms, signal) =>
  new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
