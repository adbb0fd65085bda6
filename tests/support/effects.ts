/** The effects runtime without a kernel under it: events are handed in, commands are caught, time is the test's. */

import * as z from 'zod/mini'
import type { CommandInput } from '#src/commands/define.ts'
import type { AnyEffect } from '#src/effects/define.ts'
import { startDelivery } from '#src/effects/deliver.ts'
import { type Environment, sole } from '#src/effects/environment.ts'
import type { Http } from '#src/effects/http.ts'
import { noOfflineCache, type OfflineCache } from '#src/effects/offline-cache.ts'
import type { Leadership, OutboxPort, OutboxRow } from '#src/effects/outbox.ts'
import { type Effects, startEffects } from '#src/effects/run.ts'
import { createSecrets, type Secrets } from '#src/effects/secrets.ts'
import { everythingLoaded } from '#src/events/area-loading.ts'
import { event } from '#src/events/define.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import type { CacheWrite } from '#src/stores/cache.ts'
import type { RootState } from '#src/stores/root.ts'
import { placed } from './envelopes.ts'

/** What the effects of a test react to. */
export const asked = event({
  type: 'test.asked',
  log: 'project',
  retention: 'session',
  stream: ({ about }) => `about:${about}`,
  payload: z.object({ about: z.string(), n: z.int() }),
})

let made = 0
export function envelopeOf(
  payload: { about: string; n: number },
  over: Partial<Envelope> = {},
): Envelope<{ about: string; n: number }> {
  made += 1
  return {
    ...placed(made),
    ...asked(payload),
    tabId: 'tab-1',
    // As long as the server wants its keys.
    commandId: `command-${String(made).padStart(6, '0')}`,
    ...(over as object),
  }
}

export interface TestEffects extends Effects {
  readonly dispatched: { readonly input: CommandInput; readonly cause: Envelope | null }[]
  /** Commands without the runtime's own reports. */
  readonly answers: () => CommandInput[]
  readonly reports: () => Record<string, unknown>[]
  readonly cached: CacheWrite[]
  readonly secrets: Secrets
  readonly faults: unknown[]
}

const never: OutboxPort = {
  rows: async () => [],
  settle: async () => false,
  subscribe: () => () => undefined,
}
const follows: Leadership = { epoch: () => null, subscribe: () => () => undefined }

export function testEffects(ports: {
  effects: readonly AnyEffect[]
  http: Http
  env: Environment
  outbox?: OutboxPort
  leadership?: Leadership
  signedIn?: () => boolean
  state?: () => RootState
  kept?: OfflineCache
}): TestEffects {
  const dispatched: { input: CommandInput; cause: Envelope | null }[] = []
  const cached: CacheWrite[] = []
  const secrets = createSecrets()
  const faults: unknown[] = []
  // As much of the state as the runtime itself reads.
  const state = ports.state ?? (() => ({ network: { online: true, waiting: 0 } }) as unknown as RootState)
  let ids = 0
  const effects = startEffects({
    effects: ports.effects,
    areas: everythingLoaded,
    startDelivery,
    http: ports.http,
    env: ports.env,
    secrets,
    newId: () => `run-${ids++}`,
    tabId: () => 'tab-1',
    state,
    dispatch: async (input, cause) => {
      dispatched.push({ input, cause })
      return { rejected: null }
    },
    cache: (write) => cached.push(write),
    forget: () => undefined,
    cached: () => undefined,
    kept: ports.kept ?? noOfflineCache,
    outbox: ports.outbox ?? never,
    leadership: ports.leadership ?? follows,
    signedIn: ports.signedIn ?? (() => true),
    stateOf: async () => state,
    onFault: (fault) => faults.push(fault),
  })
  return {
    ...effects,
    dispatched,
    cached,
    secrets,
    faults,
    answers: () => dispatched.map(({ input }) => input).filter(({ type }) => !type.startsWith('effects.')),
    reports: () =>
      dispatched.flatMap(({ input }) =>
        input.type === 'effects.recordAttempt' ? [input.payload as Record<string, unknown>] : [],
      ),
  }
}

/** An outbox in memory that two runtimes share, fenced by epochs like the log's. */
export interface TestOutbox {
  /** As another tab does it: there is something, look. */
  readonly add: (envelope: Envelope, log?: string) => void
  readonly rows: () => OutboxRow[]
  /** How often it was read. */
  readonly reads: () => number
  /** One tab's view: its leadership is what `lead` gave it last. */
  readonly view: () => {
    port: OutboxPort
    /** As this tab does it: the row is handed to its own delivery, the others are told to look. */
    append: (envelope: Envelope, log?: string) => void
    leadership: Leadership
    /** Takes over; whoever led before is fenced off, but does not know it yet. */
    lead: () => void
    /** Is told that it does not lead any more. */
    follow: () => void
  }
}

export function createTestOutbox(): TestOutbox {
  let rows: OutboxRow[] = []
  let fence = 0
  let reads = 0
  type Listeners = Set<(come?: readonly OutboxRow[]) => void>
  const views: Listeners[] = []
  const keep = (envelope: Envelope, log: string): OutboxRow => {
    const row = { id: envelope.id, log, envelope }
    rows = [...rows, row]
    return row
  }
  const changed = (own?: Listeners, come?: readonly OutboxRow[]) => {
    for (const listeners of views)
      for (const listener of listeners) listener(listeners === own ? come : undefined)
  }
  return {
    add: (envelope, log = 'one') => {
      keep(envelope, log)
      changed()
    },
    rows: () => rows,
    reads: () => reads,
    view: () => {
      const listeners: Listeners = new Set()
      views.push(listeners)
      let epoch: number | null = null
      const leaders = new Set<() => void>()
      const set = (next: number | null) => {
        epoch = next
        for (const listener of leaders) listener()
      }
      return {
        port: {
          rows: async () => {
            reads += 1
            return rows
          },
          settle: async (row: OutboxRow, at: number) => {
            if (at !== fence) return false
            rows = rows.filter((one) => one.id !== row.id)
            changed()
            return true
          },
          subscribe: (listener) => {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        append: (envelope, log = 'one') => changed(listeners, [keep(envelope, log)]),
        leadership: {
          epoch: () => epoch,
          subscribe: (listener) => {
            leaders.add(listener)
            return () => leaders.delete(listener)
          },
        },
        lead: () => {
          fence += 1
          set(fence)
        },
        follow: () => set(null),
      }
    },
  }
}

/** Waits are recorded and take no time; the network is there. */
export interface TestEnvironment extends Environment {
  readonly waits: number[]
  set: (now: { online?: boolean; hidden?: boolean }) => void
  random: () => number
}

export function testEnvironment(chance: () => number = () => 0.5): TestEnvironment {
  const waits: number[] = []
  const listeners = new Set<() => void>()
  let now = 1_700_000_000_000
  const is = { online: true, hidden: false }
  return {
    waits,
    now: () => now,
    random: chance,
    online: () => is.online,
    hidden: () => is.hidden,
    set: (change) => {
      Object.assign(is, change)
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    alone: sole,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        waits.push(ms)
        const stop = () => {
          clearTimeout(timer)
          reject(signal.reason)
        }
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop)
          now += ms
          resolve()
        }, 0)
        signal.addEventListener('abort', stop, { once: true })
      }),
  }
}

export type { LogKind }
