// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserStorage, memoryArea } from '../effects/storage/browser.ts'
import { sections } from '../routes/sections.ts'
import { beginsAtGate, standAtGate } from './session-kept.ts'

const cookies = new Map<string, string>()
const storage: BrowserStorage = {
  local: memoryArea(),
  session: memoryArea(),
  cookies: { get: (name) => cookies.get(name) ?? null, set: () => undefined, remove: () => undefined },
  subscribe: () => () => undefined,
}
const reload = vi.fn()
let leave: () => void = () => undefined
const stand = () => {
  const { history, addEventListener, removeEventListener } = window
  const location = {
    get pathname() {
      return window.location.pathname
    },
    reload,
  } as unknown as Location
  leave = standAtGate({ location, history, addEventListener, removeEventListener }, storage)
}
/** As Back does: the address is another one before anybody is told. */
const goBackTo = (path: string) => {
  history.replaceState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

beforeEach(() => {
  reload.mockClear()
  cookies.clear()
})
afterEach(() => leave())

describe('a visit without a session', () => {
  const workspace = sections.map(({ path }) => path)
  it.each([...workspace, '/nowhere', '/overview/nowhere', '/Overview'])(
    '[guard-protected-login] [guard-catchall-login] begins with signing in at %s, and its address is the root',
    (address) => {
      history.replaceState(null, '', address)
      expect(beginsAtGate(address, storage)).toBe(true)
      stand()
      expect(location.pathname).toBe('/')
    },
  )
})

describe('the address of the sign-in page', () => {
  it('is the root, wherever the visit began and wherever Back leads to', () => {
    history.replaceState(null, '', '/overview/review')
    stand()
    expect(location.pathname).toBe('/')
    goBackTo('/client')
    expect(location.pathname).toBe('/')
    expect(reload).not.toHaveBeenCalled()
  })

  it('gives way to pages that are for everybody, and to a session that another tab has started', () => {
    history.replaceState(null, '', '/')
    stand()
    goBackTo('/reset_password.html')
    expect(reload).toHaveBeenCalledTimes(1)
    cookies.set('XSRF-TOKEN', 'here')
    goBackTo('/client')
    expect(reload).toHaveBeenCalledTimes(2)
    expect(location.pathname).toBe('/client')
  })

  it('is let go with the gate', () => {
    history.replaceState(null, '', '/')
    stand()
    leave()
    goBackTo('/client')
    expect(location.pathname).toBe('/client')
  })
})
