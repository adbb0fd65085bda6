/** Which logs are open: the device's always, the account's while somebody is signed in, the project's while one is chosen. */
import type { AreaLoading } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import type { Envelope, LogKind } from '../events/envelope.ts'
import type { Channel, Hint, WakeSignals } from '../events/log/channel.ts'
import type { EventLog, Quarantined } from '../events/log/log.ts'
import { memoryLog } from '../events/log/memory.ts'
import type { RootState } from '../stores/root.ts'
import type { Runtime } from '../stores/runtime.ts'
import { type Hold, type HoldPorts, holdLog } from './open-log.ts'

export interface LogScope {
  readonly userId: number | null
  readonly projectId: number | null
}
export const nowhere: LogScope = { userId: null, projectId: null }

export const accountLogName = (userId: number): string => `affiant:account:${userId}`
export const projectLogName = (userId: number, projectId: number): string =>
  `affiant:project:${userId}:${projectId}`
/** Beside the logs: what was fetched for work without the network. */
export const keptName = (userId: number): string => `affiant:kept:${userId}`
/** The account, as text, whose database this is; undefined for what is no account's. */
export const accountOf = (database: string): string | undefined => database.split(':')[2]

export interface PlacesPorts {
  readonly runtime: Pick<Runtime<RootState>, 'routes' | 'restore' | 'commit' | 'states'>
  readonly catalog: EventCatalog
  readonly areas: AreaLoading
  readonly open: (name: string, userId: number) => Promise<EventLog>
  readonly pack: HoldPorts['pack']
  readonly channel: Channel<Hint> | null
  readonly signals: WakeSignals
  readonly tabId: () => string
  readonly onAppended: (envelopes: readonly Envelope[]) => void
  readonly onForeign: (envelopes: readonly Envelope[]) => void
  readonly onReloaded: () => void
  readonly onQuarantined: (kind: LogKind, rows: readonly Quarantined[]) => void
  readonly onFault: (fault: unknown) => void
}

export interface Places {
  readonly hold: (kind: LogKind) => Hold | null
  readonly at: () => LogScope
  /** Closes what is left and opens what is entered; states of closed logs fall back to their initial ones. */
  readonly go: (next: LogScope) => Promise<void>
  /** Ids of the projects that the account has a log of in this browser. */
  readonly projects: () => Promise<number[]>
}

const projectMark = 'project:'

export async function createOpenLogs(ports: PlacesPorts): Promise<Places> {
  const { runtime } = ports
  const holds = new Map<LogKind, Hold>()
  let place = nowhere

  const openHold = async (kind: LogKind, log: EventLog): Promise<void> => {
    const shared = kind !== 'device'
    const hold = await holdLog({
      log,
      kind,
      routes: runtime.routes,
      catalog: ports.catalog,
      areas: ports.areas,
      pack: ports.pack,
      channel: shared ? ports.channel : null,
      signals: shared ? ports.signals : () => () => undefined,
      tabId: ports.tabId,
      restore: (states) => runtime.restore(kind, states),
      commit: (envelopes) => runtime.commit(kind, envelopes),
      states: () => runtime.states(kind),
      onAppended: ports.onAppended,
      onForeign: ports.onForeign,
      onReloaded: ports.onReloaded,
      onQuarantined: ports.onQuarantined,
      onFault: ports.onFault,
    })
    holds.set(kind, hold)
  }

  const closeHold = async (kind: LogKind): Promise<void> => {
    const hold = holds.get(kind)
    if (!hold) return
    await hold.snapshot().catch(ports.onFault)
    holds.delete(kind)
    await hold.close()
    runtime.restore(kind, new Map())
  }

  await openHold('device', memoryLog('affiant:device'))
  return {
    hold: (kind) => holds.get(kind) ?? null,
    at: () => place,
    go: async (next) => {
      const userLeaves = next.userId !== place.userId
      if (userLeaves || next.projectId !== place.projectId) await closeHold('project')
      if (userLeaves) await closeHold('account')
      place = { userId: next.userId, projectId: next.userId === null ? null : next.projectId }
      const { userId, projectId } = place
      if (userId === null) return
      if (!holds.has('account')) await openHold('account', await ports.open(accountLogName(userId), userId))
      if (projectId === null || holds.has('project')) return
      await openHold('project', await ports.open(projectLogName(userId, projectId), userId))
      await holds.get('account')?.log.setMeta(`${projectMark}${projectId}`, true)
    },
    projects: async () => {
      const keys = (await holds.get('account')?.log.metaKeys()) ?? []
      return keys
        .filter((key) => key.startsWith(projectMark))
        .map((key) => Number(key.slice(projectMark.length)))
    },
  }
}
