/** Several tabs of one browser in one process: one database, one hub of channels, one set of locks. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { account } from '#src/app/account.ts'
import type { IdentityStore } from '#src/app/identity.ts'
import { type App, type AppPorts, type Areas, createApp } from '#src/app.ts'
import type { Environment } from '#src/effects/environment.ts'
import { sleep, sole } from '#src/effects/environment.ts'
import type { Envelope } from '#src/events/envelope.ts'
import { lockElection } from '#src/events/log/leader.ts'
import { createHub, type Faults, type Hub, noFaults } from './hub.ts'

export interface TestBrowser {
  readonly hub: Hub
  readonly indexedDB: IDBFactory
  readonly locks: Pick<LockManager, 'request'>
  /** A new tab. `session`: its session storage; a copy of another's makes it a duplicate. */
  readonly openTab: (options?: TabOptions) => Promise<Tab>
  readonly close: () => Promise<void>
}

export interface Tab extends App {
  readonly session: Map<string, string>
  /** Ms since the epoch, moved by `pass`. */
  readonly clock: { now: number }
  /** Makes the tab look for what it missed, as focus does. */
  readonly wake: () => void
  readonly faults: unknown[]
}

export interface TabOptions extends Partial<AppPorts> {
  readonly session?: Map<string, string>
}

export function createBrowser(areas: Areas, { faults = noFaults }: { faults?: Faults } = {}): TestBrowser {
  const hub = createHub(faults)
  const indexedDB = new IDBFactory()
  const locks = createLocks()
  const tabs: Tab[] = []
  let nth = 0

  const openTab = async ({ session = new Map(), ...ports }: TabOptions = {}): Promise<Tab> => {
    nth += 1
    const name = nth
    let ids = 0
    const clock = { now: Date.UTC(2026, 0, 5, 9) }
    const wakes = new Set<() => void>()
    const found: unknown[] = []
    const app = await createApp({
      areas,
      account,
      indexedDB,
      channels: hub.channels,
      elect: lockElection(locks),
      signals: (wake) => {
        wakes.add(wake)
        return () => wakes.delete(wake)
      },
      identity: identityIn(session),
      keys: null,
      env: environmentOf(clock),
      newId: () => `tab${name}-${String(ids++).padStart(6, '0')}`,
      idle: (work) => setTimeout(work, 0),
      secure: true,
      http: () => ({ call: () => Promise.reject(new Error('No server in this test')) }),
      onFault: (fault) => found.push(fault),
      ...ports,
    })
    const tab: Tab = {
      ...app,
      session,
      clock,
      faults: found,
      wake: () => {
        for (const wake of wakes) wake()
      },
    }
    tabs.push(tab)
    return tab
  }

  return {
    hub,
    indexedDB,
    locks,
    openTab,
    close: async () => {
      for (const tab of tabs) await tab.close()
    },
  }
}

/** All that a tab has in its logs. */
export async function allEnvelopes(tab: Tab): Promise<Envelope[]> {
  const logs = [tab.log('device'), tab.log('account'), tab.log('project')]
  return (await Promise.all(logs.map((log) => log?.read({ after: 0, limit: 1e6 }) ?? []))).flat()
}

/** Waits until every tab shows everything that any of them has written. */
export async function converge(browser: TestBrowser, tabs: readonly Tab[]): Promise<void> {
  browser.hub.faults = noFaults
  for (let round = 0; round < 3; round++) {
    browser.hub.release()
    for (const tab of tabs) tab.wake()
    for (const tab of tabs) await tab.settled()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function environmentOf(clock: { now: number }): Environment {
  return {
    now: () => clock.now,
    sleep,
    random: () => 0.5,
    online: () => true,
    hidden: () => false,
    subscribe: () => () => undefined,
    alone: sole,
  }
}

const identityIn = (session: Map<string, string>): IdentityStore => ({
  readClientId: () => 'browser',
  writeClientId: () => undefined,
  readTabId: () => session.get('broadCastId') ?? null,
  writeTabId: (id) => {
    session.set('broadCastId', id)
  },
})

/** Web Locks, as far as elections use them: exclusive, first come first served. */
function createLocks(): Pick<LockManager, 'request'> {
  const lines = new Map<string, Promise<unknown>>()
  const request = (name: string, options: LockOptions, run: () => Promise<unknown> | undefined) => {
    const before = lines.get(name) ?? Promise.resolve()
    const turn = before.then(() => {
      if (options.signal?.aborted) throw options.signal.reason
      return run()
    })
    lines.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
  return { request: request as LockManager['request'] }
}
