/** One open log with the states that are folded from it: loaded from snapshots and the rest, then followed. */
import type { AreaLoading } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import type { Envelope, LogKind } from '../events/envelope.ts'
import type { Channel, Hint, WakeSignals } from '../events/log/channel.ts'
import { type Follower, follow } from '../events/log/follower.ts'
import type { EventLog, Quarantined } from '../events/log/log.ts'
import { createAdmission } from '../events/log/upcast.ts'
import { Deferred, keptFor, keptOf, stateFrom } from '../stores/deferred.ts'
import { createReplay, foldDeferred, type Routes, type States } from '../stores/runtime.ts'

export interface Hold {
  readonly log: EventLog
  readonly follower: Follower
  readonly kind: LogKind
  /** Streams with an event that this version of the program does not understand. */
  readonly paused: () => ReadonlySet<string>
  /** Where folding began when it was opened: the seq of its oldest snapshot, or 0. */
  readonly loadedFrom: number
  /** Keeps the states as snapshots, so that the next start reads only the rest. False: not now. */
  readonly snapshot: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export interface HoldPorts {
  readonly log: EventLog
  readonly kind: LogKind
  readonly routes: Routes
  readonly catalog: EventCatalog
  readonly areas: AreaLoading
  /** A state as a snapshot keeps it. */
  readonly pack: (state: unknown) => unknown
  readonly channel: Channel<Hint> | null
  readonly signals: WakeSignals
  readonly tabId: () => string
  readonly restore: (states: States) => void
  readonly commit: (envelopes: readonly Envelope[]) => void
  readonly states: () => States
  readonly onAppended?: ((envelopes: readonly Envelope[]) => void) | undefined
  readonly onForeign: (envelopes: readonly Envelope[]) => void
  readonly onReloaded?: (() => void) | undefined
  readonly onQuarantined: (kind: LogKind, rows: readonly Quarantined[]) => void
  readonly onFault: (fault: unknown) => void
}

const loadSize = 5_000

export async function holdLog(ports: HoldPorts): Promise<Hold> {
  const { log, kind, routes, catalog, areas } = ports
  let admission = createAdmission(catalog, areas.missing)
  let loadedFrom = 0

  const admit = (envelopes: readonly Envelope[]): readonly Envelope[] => {
    const admitted = admission.admit(envelopes)
    if (admitted.quarantined.length > 0) {
      log.quarantine(admitted.quarantined).catch(ports.onFault)
      ports.onQuarantined(kind, admitted.quarantined)
    }
    return admitted.envelopes
  }

  const reload = async (): Promise<number> => {
    const loaded = await load(
      log,
      kind,
      routes,
      (envelopes) => admit(envelopes),
      () => {
        admission = createAdmission(catalog, areas.missing)
      },
    )
    // An area may have been loaded while the log was read.
    ports.restore(foldDeferred(routes, kind, loaded.states, admit))
    loadedFrom = loaded.from
    return loaded.seq
  }

  /** Areas of projections for which envelopes wait. */
  const waitingIn = (states: States): string[] =>
    routes.of(kind).flatMap((projection) => {
      const state = states.get(projection.name)
      const waits = state instanceof Deferred && state.last !== null
      return waits ? [projection.deferred === true ? projection.area : projection.name] : []
    })

  const unsubscribe = areas.subscribe(() => ports.restore(foldDeferred(routes, kind, ports.states(), admit)))
  const follower = await follow({
    log,
    channel: ports.channel,
    signals: ports.signals,
    tabId: ports.tabId,
    admit,
    apply: ports.commit,
    onAppended: ports.onAppended,
    onForeign: ports.onForeign,
    reload,
    onReloaded: ports.onReloaded,
    onFault: ports.onFault,
  })

  return {
    log,
    follower,
    kind,
    loadedFrom,
    paused: () => admission.pausedStreams(),
    snapshot: async () => {
      // What waits to be folded would be lost with the envelopes that a snapshot lets go.
      if (!(await areas.load(waitingIn(ports.states())))) return false
      // With a stream paused the states are not what the log says: a later version would never see the difference.
      if (admission.pausedStreams().size > 0) return false
      const seq = follower.applied()
      const states = ports.states()
      if (waitingIn(states).length > 0) return false
      await log.saveSnapshots(
        routes.of(kind).flatMap((projection) => {
          const { name } = projection
          const kept = keptOf(projection, states.get(name))
          return kept ? [{ ...kept, name, seq, state: ports.pack(kept.state) }] : []
        }),
      )
      return true
    },
    close: async () => {
      unsubscribe()
      follower.stop()
      await log.close()
    },
  }
}

/** Folds a whole log, from its snapshots where they fit, up to `until`. */
export async function load(
  log: EventLog,
  kind: LogKind,
  routes: Routes,
  admit: (envelopes: readonly Envelope[]) => readonly Envelope[],
  begin: () => void = () => undefined,
  until = Number.POSITIVE_INFINITY,
): Promise<{ readonly states: States; readonly seq: number; readonly from: number }> {
  begin()
  const stored = await log.loadSnapshots()
  const from = new Map<string, { seq: number; state: unknown }>()
  let position = Number.POSITIVE_INFINITY
  for (const projection of routes.of(kind)) {
    const snapshot = keptFor(
      projection,
      stored.filter(({ seq }) => seq <= until),
    )
    if (snapshot) from.set(projection.name, { seq: snapshot.seq, state: stateFrom(projection, snapshot) })
    position = Math.min(position, snapshot?.seq ?? 0)
  }
  if (!Number.isFinite(position)) position = 0
  const replay = createReplay(routes, kind, from)
  const start = position
  const readOn = () =>
    position < until
      ? log.read({ after: position, limit: Math.min(loadSize, until - position) })
      : Promise.resolve([])
  let rows = await readOn()
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    position = Math.min(last.seq, until)
    // The database fetches the next ones while these are folded.
    const coming = readOn()
    // Told when it is awaited.
    coming.catch(() => undefined)
    replay.feed(admit(last.seq > until ? rows.filter(({ seq }) => seq <= until) : rows))
    rows = await coming
  }
  return { states: replay.states(), seq: position, from: start }
}
