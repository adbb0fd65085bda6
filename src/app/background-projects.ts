/** The account's logs that are not on the screen, opened when they are needed and closed with the account. */

import type { Bus, BusPorts } from '../commands/bus.ts'
import type { AreaLoading } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Channel, Hint } from '../events/log/channel.ts'
import type { EventLog } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import type { Runtime } from '../stores/runtime.ts'
import { type BackgroundProject, openBackgroundProject } from './background-project.ts'
import type { HoldPorts } from './open-log.ts'
import { type Places, projectLogName } from './open-logs.ts'

export interface BackgroundProjectsPorts {
  readonly open: (name: string, userId: number) => Promise<EventLog>
  readonly pack: HoldPorts['pack']
  readonly screen: {
    readonly places: Places
    readonly bus: Bus
    readonly runtime: Runtime<RootState>
  }
  readonly busPorts: BusPorts
  readonly catalog: EventCatalog
  readonly areas: AreaLoading
  readonly channel: Channel<Hint> | null
  readonly tabId: () => string
  /** The account has logs of other projects than were known: there may be unsent work in them. */
  readonly onMore: () => void
  readonly onFault: (fault: unknown) => void
}

export interface BackgroundProjects {
  /** All logs of the account: its own, the open project's, and those of its other projects. */
  readonly logs: () => Promise<readonly EventLog[]>
  /** The bus of the project that the cause belongs to; null where that is the one on the screen, or none. */
  readonly busFor: (cause: Envelope | undefined) => Promise<Bus | null>
  readonly stateOf: (envelope: Envelope) => (() => RootState) | Promise<() => RootState>
  /** The states of the account's projects that are not on the screen. */
  readonly states: () => Promise<readonly RootState[]>
  readonly closeAll: () => Promise<void>
}

export function createBackgroundProjects(ports: BackgroundProjectsPorts): BackgroundProjects {
  const { screen } = ports
  const logs = new Map<number, Promise<EventLog>>()
  const states = new Map<number, Promise<BackgroundProject>>()

  /** What was known last. A save must not wait for this list, so it is looked up again beside the work. */
  let known: { readonly userId: number; readonly projects: readonly number[] } | null = null
  let term = 0
  const projectsOf = async (userId: number): Promise<readonly number[]> => {
    const before = known?.userId === userId ? known.projects : null
    const at = term
    const looking = screen.places.projects().then((projects) => {
      if (at !== term) return projects
      const more = before !== null && projects.some((projectId) => !before.includes(projectId))
      known = { userId, projects }
      if (more) ports.onMore()
      return projects
    })
    if (before === null) return looking
    looking.catch(ports.onFault)
    return before
  }

  /** Projects that are not on the screen: which one is, is looked at before anything is waited for. */
  const othersOf = async (userId: number): Promise<readonly number[]> => {
    const { projectId: shown } = screen.places.at()
    return (await projectsOf(userId)).filter((projectId) => projectId !== shown)
  }

  const logOf = (userId: number, projectId: number): Promise<EventLog> => {
    const known = logs.get(projectId)
    if (known !== undefined) return known
    const opening = ports.open(projectLogName(userId, projectId), userId)
    logs.set(projectId, opening)
    return opening
  }

  const backgroundProjectFor = (envelope: Envelope | undefined): Promise<BackgroundProject> | null => {
    const { userId, projectId: shown } = screen.places.at()
    const projectId = envelope?.log === 'project' ? envelope.projectId : null
    // Facts of another account go nowhere: the bus says so.
    if (projectId === null || projectId === shown || envelope?.actor.userId !== userId || userId === null)
      return null
    return elsewhereIn(userId, projectId)
  }

  const elsewhereIn = (userId: number, projectId: number): Promise<BackgroundProject> => {
    const known = states.get(projectId)
    if (known !== undefined) return known
    const opening = logOf(userId, projectId).then((log) =>
      openBackgroundProject({
        projectId,
        log,
        routes: screen.runtime.routes,
        catalog: ports.catalog,
        areas: ports.areas,
        pack: ports.pack,
        channel: ports.channel,
        tabId: ports.tabId,
        root: screen.runtime.root,
        bus: ports.busPorts,
        onFault: ports.onFault,
      }),
    )
    states.set(projectId, opening)
    // What could not be opened is tried anew by whoever needs it next.
    opening.catch(() => states.delete(projectId))
    return opening
  }

  return {
    logs: async () => {
      const { userId } = screen.places.at()
      if (userId === null) return []
      const held = (['account', 'project'] as const).flatMap((kind) => screen.places.hold(kind)?.log ?? [])
      const others = await othersOf(userId)
      return [...held, ...(await Promise.all(others.map((projectId) => logOf(userId, projectId))))]
    },
    busFor: async (cause) => (await backgroundProjectFor(cause))?.bus ?? null,
    stateOf: (envelope) => backgroundProjectFor(envelope)?.then(({ state }) => state) ?? screen.runtime.root,
    states: async () => {
      const { userId } = screen.places.at()
      if (userId === null) return []
      const others = await othersOf(userId)
      const opened = await Promise.all(others.map((projectId) => elsewhereIn(userId, projectId)))
      return opened.map(({ state }) => state())
    },
    closeAll: async () => {
      // A deliberate logout deletes the logs: what was known of them would make them anew.
      known = null
      term++
      const opened = [...states.entries()]
      const rest = [...logs.entries()].filter(([projectId]) => !states.has(projectId))
      states.clear()
      logs.clear()
      for (const [, opening] of opened) await (await opening).close()
      for (const [, opening] of rest) await (await opening).close()
    },
  }
}
