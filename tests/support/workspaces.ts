/** Tabs of one browser with everything that the product has in them, against a real server of the product. */
import { cookies as names, headers as sent } from '#contracts/call.ts'
import { erasureTime } from '#src/app/leaving-finish.ts'
import { openWorkspace, type Workspace } from '#src/app/workspace.ts'
import { areas } from '#src/areas.ts'
import type { AnyEffect } from '#src/effects/define.ts'
import { sleep } from '#src/effects/environment.ts'
import { flushTime } from '#src/effects/session.ts'
import { type BrowserStorage, type KeyValues, memoryArea } from '#src/effects/storage/browser.ts'
import { rehydrateTimeout } from '#src/effects/storage/persist-auth.ts'
import type { Keyring } from '#src/events/log/keys.ts'
import { type Election, lockElection } from '#src/events/log/leader.ts'
import { createBrowser, type TestBrowser } from './tabs.ts'

export interface Person {
  readonly local: KeyValues
  readonly cookies: Map<string, string>
  readonly kernel: TestBrowser
  /** The files that were downloaded. */
  readonly saved: readonly { readonly name: string; readonly text: string }[]
  /** Everything that was asked, as it went out: method and path. */
  readonly asked: string[]
  /** The idempotency keys under which that was asked, in the order they came first: a repetition is no other write. */
  readonly keysOf: (asked: string) => string[]
  /** `keys`: under which logs are kept; absent: in clear. `elect`: as it stands for leadership; absent, with the other tabs for the browser's one lock. */
  readonly openTab: (options?: {
    session?: KeyValues
    elect?: Election
    keys?: Keyring | null
  }) => Promise<PersonTab>
  /** Writes to local storage as a tab of the browser does: the others hear of it. */
  readonly writeLocal: (key: string, value: string) => void
  /** Whether the line is cut: every call fails as if there were no network, and the browser says so. */
  readonly setOffline: (offline: boolean) => void
  readonly close: () => Promise<void>
}

export interface PersonTab extends Workspace {
  readonly session: KeyValues
  readonly faults: unknown[]
  readonly clock: { offset: number }
  /** Waits until nothing runs. */
  readonly rest: () => Promise<void>
}

/** Ms that a logout gives to unsent work and to other tabs, and a start to what is stored. */
const deadlines = new Set([flushTime, rehydrateTimeout, erasureTime])

export type Way = (send: typeof fetch) => typeof fetch

/** HttpOnly cookies are kept, and hidden from the page. */
const hidden = new Set<string>([names.session])

/** `way`: what stands between the browser and the server, and may do to requests and answers what networks do. */
export async function createPerson(
  origin: string,
  { extra = [], way = (send) => send }: { extra?: readonly AnyEffect[]; way?: Way } = {},
): Promise<Person> {
  const kernel = createBrowser(areas)
  const shared = memoryArea()
  const jar = new Map<string, string>()
  const listeners = new Map<object, Set<(key: string | null) => void>>()
  const tabs: PersonTab[] = []
  const asked: string[] = []
  const saved: { name: string; text: string }[] = []
  const keyed: { readonly asked: string; readonly key: string }[] = []
  const send = way(fetch)
  const networkListeners = new Set<() => void>()
  let offline = false
  let nth = 0

  const fetchWithCookies: typeof fetch = async (input, init) => {
    if (offline) throw new TypeError('fetch failed')
    const headers = new Headers(init?.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const line = `${init?.method ?? 'GET'} ${String(input).slice(origin.length)}`
    asked.push(line)
    const key = headers.get(sent.idempotencyKey)
    if (key !== null) keyed.push({ asked: line, key })
    const response = await send(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.some((one) => one.toLowerCase() === 'max-age=0')) jar.delete(name)
      else jar.set(name, decodeURIComponent(pair.slice(name.length + 1)))
    }
    return response
  }

  const storageOf = (session: KeyValues): BrowserStorage => {
    const me = {}
    const tell = (key: string) => {
      for (const [who, heard] of listeners) {
        if (who !== me) for (const listener of heard) setTimeout(() => listener(key), 0)
      }
    }
    return {
      session,
      local: {
        get length() {
          return shared.length
        },
        key: (index) => shared.key(index),
        getItem: (key) => shared.getItem(key),
        setItem: (key, value) => {
          shared.setItem(key, value)
          tell(key)
        },
        removeItem: (key) => {
          shared.removeItem(key)
          tell(key)
        },
      },
      cookies: {
        get: (name) => (hidden.has(name) ? null : (jar.get(name) ?? null)),
        set: (name, value) => jar.set(name, value),
        remove: (name) => jar.delete(name),
      },
      subscribe: (changed) => {
        const heard = listeners.get(me) ?? new Set()
        listeners.set(me, heard.add(changed))
        return () => heard.delete(changed)
      },
    }
  }

  return {
    local: shared,
    cookies: jar,
    saved,
    kernel,
    asked,
    keysOf: (line) => [...new Set(keyed.filter((one) => one.asked === line).map(({ key }) => key))],
    setOffline: (next) => {
      offline = next
      for (const listener of [...networkListeners]) listener()
    },
    writeLocal: (key, value) => storageOf(memoryArea()).local.setItem(key, value),
    openTab: async ({ session = memoryArea(), elect = lockElection(kernel.locks), keys = null } = {}) => {
      nth += 1
      const name = nth
      let ids = 0
      const faults: unknown[] = []
      const clock = { offset: 0 }
      const workspace = await openWorkspace({
        areas: { ...areas, effects: [...areas.effects, ...extra] },
        indexedDB: kernel.indexedDB,
        channels: kernel.hub.channels,
        elect,
        signals: () => () => undefined,
        keys,
        env: {
          now: () => Date.now() + clock.offset,
          // Waits between tries are short here: what is tested is what follows them. How long something may take is
          // no such wait, and a busy machine needs it; but without a network there is nothing to wait for.
          sleep: (ms, signal) => sleep(deadlines.has(ms) && !offline ? ms : Math.min(ms, 30), signal),
          random: Math.random,
          online: () => !offline,
          hidden: () => false,
          subscribe: (listener) => {
            networkListeners.add(listener)
            return () => networkListeners.delete(listener)
          },
          alone: (name, signal, work) =>
            kernel.locks.request(name, { signal }, work) as ReturnType<typeof work>,
        },
        newId: () => `tab${name}-${String(ids++).padStart(6, '0')}`,
        idle: (work) => setTimeout(work, 0),
        secure: true,
        onFault: (fault) => faults.push(fault),
        fetch: fetchWithCookies,
        xhr: () => {
          throw new Error('No uploads here')
        },
        timeZone: () => 'Europe/Zurich',
        console: { error: () => undefined },
        origin,
        storage: storageOf(session),
        leaveTo: () => undefined,
        saveFile: (name, _type, parts) => saved.push({ name, text: parts.join('') }),
      })
      const tab: PersonTab = {
        ...workspace,
        session,
        faults,
        clock,
        rest: async () => {
          for (let round = 0; round < 3; round++) {
            await workspace.app.effects.idle()
            await workspace.app.settled()
          }
        },
      }
      tabs.push(tab)
      return tab
    },
    close: async () => {
      for (const tab of tabs) await tab.close()
      await kernel.close()
    },
  }
}
