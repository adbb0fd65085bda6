/** Code that is fetched when it is first wanted, and asked for again, with the network or in time, until it comes. */
import { useEffect, useState } from 'react'

const again = 5_000

export interface Late<T> {
  /** Fetches it ahead; where that does not succeed, it is fetched when it is wanted. */
  readonly fetch: () => void
  /** It, or null until it has come; and how often it could not be had while there was a network. */
  readonly useLate: (isWanted: boolean) => readonly [T | null, number]
}

/** `after`: it is wanted for so many ms before it is fetched. */
export function late<T>(load: () => Promise<T>, after = 0): Late<T> {
  let fetched: T | null = null
  let failures = 0
  const ask = (): Promise<void> =>
    load().then(
      (value) => {
        fetched = value
      },
      () => {
        failures += navigator.onLine ? 1 : 0
      },
    )
  return {
    fetch: () => void ask(),
    useLate: (isWanted) => {
      const [value, setValue] = useState(() => fetched)
      const [failed, setFailed] = useState(failures)
      const isAwaited = isWanted && value === null
      useEffect(() => {
        if (!isAwaited) return
        const look = () =>
          void ask().then(() => {
            setValue(() => fetched)
            setFailed(failures)
          })
        if (after === 0) look()
        const first = after > 0 ? setTimeout(look, after) : undefined
        const timer = setInterval(look, again)
        addEventListener('online', look)
        return () => {
          clearTimeout(first)
          clearInterval(timer)
          removeEventListener('online', look)
        }
      }, [isAwaited])
      return [value, failed]
    },
  }
}
