/** What the app is made of, what it is given, and what it gives. */
import type { Scope } from 'effector'
import type { LazyAreas, Parts } from '../areas/area.ts'
import type { Actor, Dispatched, DispatchMeta } from '../commands/bus.ts'
import type { CommandInput } from '../commands/define.ts'
import type { Environment } from '../effects/environment.ts'
import type { Http } from '../effects/http.ts'
import type { Effects } from '../effects/run.ts'
import type { Envelope, LogKind } from '../events/envelope.ts'
import type { ChannelFactory, WakeSignals } from '../events/log/channel.ts'
import type { Keyring } from '../events/log/keys.ts'
import type { Election } from '../events/log/leader.ts'
import type { EventLog } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import type { Runtime } from '../stores/runtime.ts'
import type { AccountParts } from './account.ts'
import type { IdentityStore } from './identity.ts'
import type { LoadedAreas } from './loaded-areas.ts'
import type { LogScope } from './open-logs.ts'
import type { Stopwatch, Timings } from './timings.ts'

/** What the program consists of (src/areas.ts), or a test's own: what is there from the start, and what comes on demand. */
export interface Areas extends Parts {
  /** Absent: nothing comes later. */
  readonly lazy?: LazyAreas
  /** Who acts, by the state. */
  readonly who: (state: RootState, tabId: string) => Actor
  /** Whose logs should be open. */
  readonly place: (state: RootState, tabId: string) => LogScope
}

export interface AppPorts {
  readonly areas: Areas
  /** What is needed once somebody is signed in (account.ts). */
  readonly account: AccountParts
  /** Undefined where the browser has none: memory, one tab. */
  readonly indexedDB: IDBFactory | undefined
  readonly channels: ChannelFactory
  readonly elect: Election
  readonly signals: WakeSignals
  readonly identity: IdentityStore
  /** The accounts' keys, under which their logs are kept; null: in clear (tests, and where there is no database). */
  readonly keys: Keyring | null
  /** The format of the logs' databases, where it is not this program's own: for tests of two versions. */
  readonly format?: number
  readonly env: Environment
  readonly newId: () => string
  /** Whether the page is a secure context: elsewhere there are no locks, and the logs stay in memory. */
  readonly secure: boolean
  /** A logout in another tab has deleted the account's logs. */
  readonly onErased?: () => void
  /** Runs work when nothing else is to be done. */
  readonly idle: (work: () => void) => void
  /** Made with the app's own doors, because a call's project and a session's end come from its state. */
  readonly http: (doors: Doors) => Http
  readonly onFault: (fault: unknown) => void
  /** What events cost is measured with it; absent: not measured. */
  readonly stopwatch?: Stopwatch
}

interface Doors {
  readonly state: () => RootState
  readonly tabId: () => string
  readonly dispatch: App['dispatch']
}

export interface App {
  readonly scope: Scope
  /** What has been loaded so far. */
  readonly areas: LoadedAreas
  readonly runtime: Runtime<RootState>
  readonly state: () => RootState
  readonly clientId: string
  readonly tabId: () => string
  readonly dispatch: (input: CommandInput, meta?: DispatchMeta) => Promise<Dispatched>
  /** Null while that log is closed. */
  readonly log: (kind: LogKind) => EventLog | null
  readonly effects: Effects
  /** What the server has not acknowledged, of all the account's logs. */
  readonly unsent: () => Promise<readonly Envelope[]>
  /** The state as each of the account's projects in this browser has it: the open one first. */
  readonly everywhere: () => Promise<readonly RootState[]>
  /** Envelopes as they are committed here, of this tab and of others. Answers how to stop. */
  readonly onCommitted: (listener: (envelopes: readonly Envelope[], own: boolean) => void) => () => void
  /** Opens and closes logs by hand, for tests and benches; by itself the app follows `areas.place`. */
  readonly openAccount: (userId: number | null) => Promise<void>
  readonly openProject: (projectId: number | null) => Promise<void>
  /** Resolves when no command is under way. */
  readonly settled: () => Promise<void>
  /** What an event of this tab cost; null where that is not known (any more). */
  readonly timing: Timings['of']
  readonly close: () => Promise<void>
}
