/** The way to what is kept: its code is fetched when the first thing is to be kept, or read, and the screen stands. */
import type { Kept } from '../effects/kept.ts'

export function keptDoor(load: () => Promise<Kept>, idle: (work: () => void) => void): Kept {
  let loading: Promise<Kept> | null = null
  const loaded = (): Promise<Kept> => {
    loading ??= load()
    return loading
  }
  return {
    read: async (...what) => (await loaded()).read(...what),
    missing: async (...what) => (await loaded()).missing(...what),
    // What cannot be kept is fetched again: nobody is told.
    drop: (...what) => void loaded().then((kept) => kept.drop(...what), nothing),
    offer: (...what) => idle(() => void loaded().then((kept) => kept.offer(...what), nothing)),
  }
}

const nothing = (): void => undefined
