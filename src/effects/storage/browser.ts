/** The browser's own storage areas as ports. Where a browser refuses them, what is written lasts as long as the page. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface CookieJar {
  readonly get: (name: string) => string | null
  /** `maxAge` in seconds; without it until the browser is closed. */
  readonly set: (name: string, value: string, maxAge?: number) => void
  readonly remove: (name: string) => void
}

export interface BrowserStorage {
  readonly local: KeyValues
  readonly session: KeyValues
  readonly cookies: CookieJar
  /** Calls back when another tab has changed a key of the local area. */
  readonly subscribe: (changed: (key: string | null) => void) => () => void
}

export function browserStorage(window: Window): BrowserStorage {
  const local = areaOr(() => window.localStorage)
  return {
    local: lasting(local),
    session: lasting(areaOr(() => window.sessionStorage)),
    cookies: documentCookies(window.document, window.location.protocol === 'https:'),
    subscribe: (changed) => {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === local) changed(event.key)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function documentCookies(document: Pick<Document, 'cookie'>, secure: boolean): CookieJar {
  const attributes = `; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
  const write = (text: string) => {
    document.cookie = text + attributes
  }
  return {
    get: (name) => {
      const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
      return found === undefined ? null : decoded(found.slice(name.length + 1))
    },
    set: (name, value, maxAge) =>
      write(`${name}=${encodeURIComponent(value)}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`),
    remove: (name) => write(`${name}=; Max-Age=0`),
  }
}

/** Other programs of the site may have written it in another way. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the area refuses to take (it is full) lasts as long as the page; what it held before under that key is gone. */
function lasting(area: KeyValues): KeyValues {
  const refused = memoryArea()
  return {
    get length() {
      return area.length + refused.length
    },
    key: (index) => (index < area.length ? area.key(index) : refused.key(index - area.length)),
    getItem: (key) => refused.getItem(key) ?? area.getItem(key),
    setItem: (key, value) => {
      refused.removeItem(key)
      try {
        area.setItem(key, value)
      } catch {
        area.removeItem(key)
        refused.setItem(key, value)
      }
    },
    removeItem: (key) => {
      refused.removeItem(key)
      area.removeItem(key)
    },
  }
}

/** An area in memory, for pages without one and for tests. */
export function memoryArea(): KeyValues {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
    },
    removeItem: (key) => {
      kept.delete(key)
    },
  }
}

/** Reading the property alone throws where storage is blocked. */
function areaOr(read: () => Storage): KeyValues {
  try {
    return read()
  } catch {
    return memoryArea()
  }
}
