/**
 * `persist:auth`: what is kept of a session for the next page and for the other tabs. Each value is JSON inside JSON,
 * and `_persist` holds the rehydrated flag: the form in which other pages and tools read it. The token is no part of it.
 */
import type { Stored } from '../../events/catalog/session.ts'
import { stored } from '../../events/catalog/session.ts'
import type { KeyValues } from './browser.ts'

const persistPrefix = 'persist:'
const key = `${persistPrefix}auth`
/** Ms after which the page begins with what is the default. */
export const rehydrateTimeout = 5000
const fields = ['isAuth', 'profile', 'data', 'acceptedCurrentVersion'] as const

export interface PersistAuth {
  readonly key: string
  readonly read: () => Stored | null
  /** Writes nothing where nothing has changed, so that tabs do not wake each other for ever. */
  readonly write: (state: Stored, rehydrated: boolean) => void
}

export function createPersistAuth(area: KeyValues): PersistAuth {
  return {
    key,
    read: () => parse(area.getItem(key)),
    write: (state, rehydrated) => {
      const outer: Record<string, string> = {}
      for (const field of fields) outer[field] = JSON.stringify(state[field])
      outer._persist = JSON.stringify({ version: -1, rehydrated })
      const text = JSON.stringify(outer)
      if (area.getItem(key) !== text) area.setItem(key, text)
    },
  }
}

/** Reads what is stored, or gives up after `rehydrateTimeout` with null: the defaults. */
export async function rehydrated(
  read: () => Promise<Stored | null>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<Stored | null> {
  const ending = new AbortController()
  const late = sleep(rehydrateTimeout, ending.signal).then(
    () => null,
    () => null,
  )
  try {
    return await Promise.race([read().catch(() => null), late])
  } finally {
    ending.abort()
  }
}

/** Whatever cannot be read counts as nothing: a page must open with a broken store as well. */
function parse(text: string | null): Stored | null {
  const outer = json(text)
  if (typeof outer !== 'object' || outer === null) return null
  const inner = Object.fromEntries(
    Object.entries(outer).map(([name, value]) => [name, typeof value === 'string' ? json(value) : undefined]),
  )
  return stored.safeParse(inner).data ?? null
}

function json(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
