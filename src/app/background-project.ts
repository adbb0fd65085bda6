/**
 * Projects of the account that are not the one on the screen: their outboxes are delivered all the same, and what
 * comes of it is decided on their own state, folded off the graph.
 */

import type { Bus, BusPorts } from '../commands/bus.ts'
import { createBus } from '../commands/bus.ts'
import type { AreaLoading } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Channel, Hint } from '../events/log/channel.ts'
import type { EventLog } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import { createReplay, type Replay, type Routes, withStates } from '../stores/runtime.ts'
import { type Hold, type HoldPorts, holdLog } from './open-log.ts'

/** A project that is open without a screen. */
export interface BackgroundProject {
  readonly bus: Bus
  readonly state: () => RootState
  readonly log: EventLog
  readonly close: () => Promise<void>
}

export interface BackgroundProjectPorts {
  readonly projectId: number
  readonly log: EventLog
  readonly routes: Routes
  readonly catalog: EventCatalog
  readonly areas: AreaLoading
  readonly pack: HoldPorts['pack']
  readonly channel: Channel<Hint> | null
  readonly tabId: () => string
  /** What is not the project's: the same as on the screen. */
  readonly root: () => RootState
  /** The screen's bus, as far as it serves here too. */
  readonly bus: BusPorts
  readonly onFault: (fault: unknown) => void
}

export async function openBackgroundProject(ports: BackgroundProjectPorts): Promise<BackgroundProject> {
  const { routes, projectId } = ports
  let replay: Replay = createReplay(routes, 'project')
  const state = (): RootState => {
    const own = replay.states()
    const loaded = routes.of('project').filter((one) => one.deferred !== true)
    return withStates(ports.root(), Object.fromEntries(loaded.map(({ name }) => [name, own.get(name)])))
  }
  const hold: Hold = await holdLog({
    log: ports.log,
    kind: 'project',
    routes,
    catalog: ports.catalog,
    areas: ports.areas,
    pack: ports.pack,
    channel: ports.channel,
    signals: () => () => undefined,
    tabId: ports.tabId,
    restore: (states) => {
      const from = [...states].map(([name, value]) => [name, { seq: 0, state: value }] as const)
      replay = createReplay(routes, 'project', new Map(from))
    },
    commit: (envelopes: readonly Envelope[]) => replay.feed(envelopes),
    states: () => replay.states(),
    onForeign: () => undefined,
    onQuarantined: () => undefined,
    onFault: ports.onFault,
  })
  const bus = createBus({
    ...ports.bus,
    state,
    follower: (kind) => (kind === 'project' ? hold.follower : ports.bus.follower(kind)),
    paused: (kind) => (kind === 'project' ? hold.paused() : ports.bus.paused(kind)),
    actor: (root) => ({ ...ports.bus.actor(root), projectId }),
    elsewhere: async () => null,
    settled: () => undefined,
  })
  return { bus, state, log: ports.log, close: () => hold.close() }
}
