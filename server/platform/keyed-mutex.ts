/** Work on one thing, one piece after the other: what two would do to it at once would be neither's. */

/** Does the work once all that was asked for before it on the same thing has ended, however it ended. */
type Turns<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>

export function keyedMutex<K>(): Turns<K> {
  const busy = new Map<K, Promise<void>>()
  return async (key, work) => {
    const before = busy.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.then(
      () => {},
      () => {},
    )
    busy.set(key, settled)
    try {
      return await mine
    } finally {
      if (busy.get(key) === settled) busy.delete(key)
    }
  }
}
