import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import type { Stored } from '../../events/catalog/session.ts'
import { sleep } from '../environment.ts'
import { createStorages } from '../storages.ts'
import { type BrowserStorage, browserStorage, memoryArea } from './browser.ts'
import { createClientIdStore } from './client-id.ts'
import { createPersistAuth, rehydrated, rehydrateTimeout } from './persist-auth.ts'
import { createTabIdStore } from './tab-id.ts'

const window = () => new JSDOM('', { url: 'https://affiant.example/' }).window
const page = () => {
  const opened = window()
  const storage: BrowserStorage = browserStorage(opened)
  return { window: opened, storage, storages: createStorages(storage) }
}
const stored: Stored = {
  isAuth: true,
  profile: {
    userId: 7,
    accountId: 2,
    userEmail: 'reviewer@northwind.example',
    userName: 'R. Reviewer',
    userPhotoUrl: null,
    userPhone: 'us-5550142-1',
    ssoEnabled: false,
    mfaEnabled: false,
  },
  data: { role: 'r-1u7o2i', version: '0.1.0' },
  acceptedCurrentVersion: true,
}

describe('persist:auth', () => {
  it('[store-persist-prefix] [store-persisted-auth-keys] [persist-rehydrated-flag] holds four keys, each as JSON, and the rehydrated flag', () => {
    const {
      window: { localStorage },
      storages,
    } = page()
    storages.persistAuth.write(stored, true)
    const outer = JSON.parse(localStorage.getItem('persist:auth') ?? '')
    expect(Object.keys(outer).sort()).toEqual([
      '_persist',
      'acceptedCurrentVersion',
      'data',
      'isAuth',
      'profile',
    ])
    expect(outer.isAuth).toBe('true')
    expect(JSON.parse(outer.data)).toEqual({ role: 'r-1u7o2i', version: '0.1.0' })
    expect(JSON.parse(outer._persist)).toEqual({ version: -1, rehydrated: true })
    expect(storages.persistAuth.read()).toEqual(stored)
    storages.persistAuth.write(stored, false)
    expect(JSON.parse(JSON.parse(localStorage.getItem('persist:auth') ?? '')._persist).rehydrated).toBe(false)
  })

  it('counts what cannot be read as nothing', () => {
    for (const broken of ['', 'x', '[]', '{"isAuth":"maybe"}', '{"isAuth":true}', 'null']) {
      const area = memoryArea()
      area.setItem('persist:auth', broken)
      expect(createPersistAuth(area).read()).toBeNull()
    }
  })

  it('wakes no other tab where nothing has changed', () => {
    const area = memoryArea()
    let writes = 0
    const counting = {
      ...area,
      setItem: (key: string, value: string) => {
        writes++
        area.setItem(key, value)
      },
    }
    const persist = createPersistAuth(counting)
    persist.write(stored, true)
    persist.write({ ...stored }, true)
    expect(writes).toBe(1)
  })

  it('[limit-rehydrate-5000] is given up after 5000 ms, for the defaults', async () => {
    expect(rehydrateTimeout).toBe(5000)
    const slept: number[] = []
    const soon = (ms: number, signal: AbortSignal) => {
      slept.push(ms)
      return sleep(0, signal)
    }
    await expect(rehydrated(() => new Promise(() => undefined), soon)).resolves.toBeNull()
    expect(slept).toEqual([5000])
    await expect(rehydrated(async () => stored, sleep)).resolves.toEqual(stored)
    await expect(rehydrated(() => Promise.reject(new Error('blocked')), sleep)).resolves.toBeNull()
  })
})

describe('cookies', () => {
  it('[store-cookie-accepted] says in `accepted` whether the terms are accepted', () => {
    const {
      window: { document },
      storages,
    } = page()
    expect(storages.accepted.get()).toBeNull()
    storages.accepted.set(false)
    expect(document.cookie).toContain('accepted=false')
    expect(storages.accepted.get()).toBe(false)
    storages.accepted.set(true)
    expect(storages.accepted.get()).toBe(true)
    storages.accepted.remove()
    expect(storages.accepted.get()).toBeNull()
  })
})

describe('the other keys', () => {
  it('[store-local-review-search-input] keeps the query under reviewSearchInput, and reads the marker as none', () => {
    const {
      window: { localStorage },
      storages,
    } = page()
    storages.reviewSearchInput.set('merger AND "side letter"')
    expect(localStorage.getItem('reviewSearchInput')).toBe('merger AND "side letter"')
    expect(storages.reviewSearchInput.get()).toBe('merger AND "side letter"')
    storages.reviewSearchInput.markProjectChange()
    expect(localStorage.getItem('reviewSearchInput')).toBe('__CHANGE_PROJECT__')
    expect(storages.reviewSearchInput.get()).toBeNull()
  })

  it('[store-codingformdatareact] keeps the coding in work under codingFormDataReact, and gives it back for that document only', () => {
    const {
      window: { localStorage },
      storages,
    } = page()
    const data = { documentId: 12, codingIndex: 3, projectId: 1, tabId: 'tab-1', values: 'encoded' }
    storages.codingFormData.set(data)
    expect(JSON.parse(localStorage.getItem('codingFormDataReact') ?? '')).toEqual(data)
    expect(storages.codingFormData.get({ documentId: 12, projectId: 1 })).toEqual(data)
    expect(storages.codingFormData.get({ documentId: 13, projectId: 1 })).toBeNull()
    expect(storages.codingFormData.get({ documentId: 12, projectId: 2 })).toBeNull()
    localStorage.setItem('codingFormDataReact', '"broken')
    expect(storages.codingFormData.get({ documentId: 12, projectId: 1 })).toBeNull()
  })

  it('[store-session-broadcastid] names the tab in session storage and the browser in local storage', () => {
    const {
      window: { localStorage, sessionStorage },
      storage,
    } = page()
    createTabIdStore(storage.session).set('tab-9')
    createClientIdStore(storage.local).set('browser-1')
    expect(sessionStorage.getItem('broadCastId')).toBe('tab-9')
    expect(localStorage.getItem('clientId')).toBe('browser-1')
    expect(createTabIdStore(storage.session).get()).toBe('tab-9')
    expect(createClientIdStore(storage.local).get()).toBe('browser-1')
  })
})

describe('where a browser refuses its storage', () => {
  it('goes on with memory', () => {
    const blocked = new Proxy(window(), {
      get: (target, name) => {
        if (name === 'localStorage' || name === 'sessionStorage')
          throw new DOMException('No', 'SecurityError')
        return Reflect.get(target, name)
      },
    })
    const storages = createStorages(browserStorage(blocked))
    storages.persistAuth.write(stored, true)
    expect(storages.persistAuth.read()).toEqual(stored)
  })

  it('goes on with memory where it is full, and leaves nothing behind that was true before', () => {
    const { window: full } = new JSDOM('', { url: 'https://affiant.example/', storageQuota: 60 })
    const { local } = browserStorage(full)
    local.setItem('theme', 'dark')
    local.setItem('persist:auth', 'a short one')
    const long = 'x'.repeat(100)
    local.setItem('persist:auth', long)
    expect(local.getItem('persist:auth')).toBe(long)
    expect(full.localStorage.getItem('persist:auth')).toBeNull()
    const keys = Array.from({ length: local.length }, (_, index) => local.key(index))
    expect(keys).toEqual(['theme', 'persist:auth'])
    local.setItem('persist:auth', 'short again')
    expect(full.localStorage.getItem('persist:auth')).toBe('short again')
    local.removeItem('persist:auth')
    expect(local.getItem('persist:auth')).toBeNull()
  })

  it('reads a cookie that somebody else has written in another way', () => {
    const opened = window()
    opened.document.cookie = 'accepted=100%'
    expect(browserStorage(opened).cookies.get('accepted')).toBe('100%')
  })
})
