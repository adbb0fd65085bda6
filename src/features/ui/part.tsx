/**
 * What stands beside or over a screen and is fetched when it is first shown. A screen that cannot be fetched says so in
 * its own place; a part has none, and must not take the rest of the page with it: it is asked for again until it comes.
 */
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'

export interface Part<P extends object> {
  (props: P): ReactElement | null
  /** Fetches it ahead; where that does not succeed, it is fetched when it is shown. */
  readonly fetch: () => void
}

const again = 5_000

export function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let fetched: ComponentType<P> | null = null
  const ask = (): Promise<void> =>
    load().then(
      (component) => {
        fetched = component
      },
      () => undefined,
    )

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, by its module
  function Shown(props: P): ReactElement | null {
    const [Inside, setInside] = useState(() => fetched)
    useEffect(() => {
      if (Inside !== null) return
      const look = () => void ask().then(() => setInside(() => fetched))
      look()
      const timer = setInterval(look, again)
      addEventListener('online', look)
      return () => {
        clearInterval(timer)
        removeEventListener('online', look)
      }
    }, [Inside])
    return Inside && <Inside {...props} />
  }
  return Object.assign(Shown, { fetch: () => void ask() })
}
