// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ended } from '../events/catalog/session.ts'
import type { RootState } from '../stores/root.ts'
import { session } from '../stores/session.ts'
import type { RequestContext } from './define.ts'
import { startMessages } from './messages.ts'
import { sessionEffects } from './session.ts'
import { browserStorage } from './storage/browser.ts'
import { createStorages } from './storages.ts'
import { createTokenVault } from './token-vault.ts'

const text = (key: string) => localStorage.getItem(key)

it.each([
  ['ends the session of a tab that hears of it in time', false],
  ['is none for a tab that hears of it after the next sign-in', true],
])('a logout elsewhere %s', (_, isSignedIn) => {
  let hear: (raw: unknown) => void = () => undefined
  const said: string[] = []
  startMessages({
    channel: {
      post: () => undefined,
      subscribe: (listener) => {
        hear = listener
        return () => undefined
      },
      close: () => undefined,
    },
    tabId: () => 'asleep',
    dispatch: async ({ type }) => said.push(type),
    hasUnsaved: () => false,
    onActivity: () => undefined,
    isSignedIn: () => isSignedIn,
    renew: () => said.push('renewed'),
  })
  hear({ type: 'LOGOUT', reason: 'logout', broadCastId: 'awake' })
  expect(said).toEqual([isSignedIn ? 'renewed' : 'session.leave'])
})

it.each([
  ['the tab in which it ended clears what all tabs share', false],
  ['a tab that hears late of it leaves what the next session has stored', true],
])('after a logout, %s', async (_, elsewhere) => {
  const storage = browserStorage(window)
  const storages = createStorages(storage)
  const posted: unknown[] = []
  const cleanUp = sessionEffects({
    vault: createTokenVault(),
    storages,
    messages: { post: (message) => posted.push(message) },
    flush: async () => ({ count: 0, looks: 0 }),
    unsaved: async () => 0,
    leaveTo: () => undefined,
    clearCaches: () => undefined,
    leaving: { begin: async () => undefined, finish: async () => null },
  }).find(({ name }) => name === 'session.cleanUp')
  if (cleanUp === undefined) throw new Error('session.cleanUp is gone')
  storage.cookies.set('XSRF-TOKEN', 'of the next session')
  localStorage.setItem('persist:auth', 'of the next session')
  const envelope = { payload: ended({ reason: 'logout', elsewhere }).payload }
  await cleanUp.request(
    envelope as never,
    {
      state: () => ({ session: session.initial }) as RootState,
    } as unknown as RequestContext,
  )
  expect(storage.cookies.get('XSRF-TOKEN') === 'of the next session').toBe(elsewhere)
  expect(text('persist:auth') === 'of the next session').toBe(elsewhere)
  expect(posted).toHaveLength(elsewhere ? 0 : 1)
})
