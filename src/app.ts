/**
 * The composition root: one scope, its logs, its bus and its effects. Made by main.tsx for the browser, by tests for
 * several tabs in one process, and, read-only, by the timeline for a look at the past.
 */

import { createWatch, fork, scopeBind } from 'effector'
import { claimIdentity } from './app/identity.ts'
import { createLoadedAreas } from './app/loaded-areas.ts'
import { offlineCacheLoader } from './app/offline-cache-loader.ts'
import { createOpenLogs, type LogScope, nowhere } from './app/open-logs.ts'
import type { App, AppPorts } from './app/ports.ts'
import { createKeeper } from './app/snapshots.ts'
import { createTimings } from './app/timings.ts'
import { type BusPorts, createBus, type Dispatched, type DispatchMeta } from './commands/bus.ts'
import type { CommandInput } from './commands/define.ts'
import { dispatch as dispatched } from './commands/dispatch.ts'
import { noteLogMode, noteQuarantine, noteSuperseded, noteUnreadable } from './commands/kernel.ts'
import { noOfflineCache } from './effects/offline-cache.ts'
import { outboxTypes } from './effects/outbox.ts'
import { type Effects, startEffects } from './effects/run.ts'
import { createSecrets } from './effects/secrets.ts'
import type { Envelope } from './events/envelope.ts'
import { type Hint, hintChannelName } from './events/log/channel.ts'
import type { MemoryReason } from './events/log/fallback.ts'
import { soleElection } from './events/log/leader.ts'
import { type EventLog, Superseded } from './events/log/log.ts'
import { allCaches } from './stores/cache.ts'
import type { LogState } from './stores/logState.ts'
import type { RootState } from './stores/root.ts'
import { createRuntime } from './stores/runtime.ts'
import { tabNamed } from './stores/tab.ts'

export type { App, AppPorts, Areas } from './app/ports.ts'

export async function createApp(ports: AppPorts): Promise<App> {
  const { account, onFault } = ports
  const { who, place } = ports.areas
  const areas = createLoadedAreas(ports.areas, onFault)
  const scope = fork()
  const runtime = createRuntime<RootState>(scope, areas.projections, areas.deferred)
  const hints = ports.channels<Hint>(hintChannelName)
  const nameTab = scopeBind(tabNamed, { scope, safe: true })
  const identity = await claimIdentity({
    store: ports.identity,
    channel: hints,
    newId: ports.newId,
    wait: (ms) => ports.env.sleep(ms, new AbortController().signal),
    onRenamed: nameTab,
  })
  nameTab(identity.tabId())

  const secrets = createSecrets()
  const delivered = new Set(outboxTypes(areas.effects))
  const listeners = new Set<(envelopes: readonly Envelope[], own: boolean) => void>()
  const state = runtime.root
  let effects: Effects | null = null
  // Before any log hears of it: what waits is folded by the projections that are here then.
  areas.subscribe((parts) => {
    runtime.adopt(parts.projections)
    for (const type of outboxTypes(parts.effects)) delivered.add(type)
    effects?.add(parts.effects)
  })
  let closed = false
  /** Set once logs were opened by hand: then the state no longer says which are open. */
  let byHand = false

  const tell = (envelopes: readonly Envelope[], own: boolean) => {
    for (const listener of listeners) listener(envelopes, own)
  }
  // Said outside of the line: the line itself may be waiting for what failed.
  const note = (input: CommandInput) => {
    if (!closed) dispatch(input).catch(onFault)
  }
  const factory = ports.secure && hints ? ports.indexedDB : undefined
  // Without a channel tabs would not hear of each other: better each for itself, and said so.
  const refusal = !ports.secure ? 'insecure' : hints ? 'refused' : 'noChannel'
  let mode: LogState['reason'] | 'shared' = 'shared'
  const noteMode = (next: typeof mode) => {
    if (next === mode) return
    mode = next
    note(
      next === 'shared'
        ? noteLogMode({ mode: 'shared', reason: '' })
        : noteLogMode({ mode: 'memory', reason: next }),
    )
  }
  const goOnInMemory = (reason: MemoryReason | typeof refusal) => {
    noteMode(reason)
    const { userId } = places.at()
    if (userId !== null) outboxes.stand(electionName(userId), soleElection)
  }
  /** Set once a newer version of the program has the logs: this tab shows what it has, and writes nothing. */
  let superseded: string | null = null
  const leaveLogs = (): void => {
    if (superseded !== null) return
    superseded = new Superseded().message
    // The newer one delivers what is unsent.
    outboxes.stand(null, ports.elect)
    note(noteSuperseded({}))
  }
  const open = (name: string, userId: number): Promise<EventLog> =>
    account.openLog(name, {
      factory,
      keys: ports.keys,
      account: userId,
      onMemory: (reason) => goOnInMemory(factory ? reason : refusal),
      onErased: () => {
        if (closed) return
        bus.between(() => arrange(nowhere)).catch(onFault)
        ports.onErased?.()
      },
      onSuperseded: leaveLogs,
      onUnreadable: (found) => note(noteUnreadable(found)),
      onFault,
      ...(ports.format === undefined ? {} : { format: ports.format }),
    })

  const { stopwatch } = ports
  const timings = stopwatch && createTimings(stopwatch)
  const places = await createOpenLogs({
    runtime: {
      ...runtime,
      commit: (log, envelopes) => {
        const from = stopwatch?.now() ?? 0
        runtime.commit(log, envelopes)
        timings?.folded(envelopes, from, stopwatch?.now() ?? 0)
      },
    },
    catalog: areas.catalog,
    areas,
    open,
    pack: account.packState,
    channel: hints,
    signals: ports.signals,
    tabId: identity.tabId,
    onAppended: (envelopes) => {
      const streams = envelopes.map(({ stream }) => stream)
      // Alone in its stream it says nothing that folding what came with it would change.
      setOut(envelopes.filter(({ stream }) => streams.indexOf(stream) === streams.lastIndexOf(stream)))
    },
    onForeign: (envelopes) => {
      // Also where the other tab's hint was lost: its saves come before ours of the same document.
      if (envelopes.some(({ type }) => delivered.has(type))) outboxes.changed()
      tell(envelopes, false)
      keeper.look()
    },
    // Others' saves may be among it, as above.
    onReloaded: () => outboxes.changed(),
    onQuarantined: (log, rows) => {
      if (rows.some(({ reason }) => reason !== 'unreadable')) outboxes.yieldLead()
      for (const { seq, type, version, stream, reason } of rows) {
        const why = reason === 'unreadable' ? reason : 'newer'
        note(noteQuarantine({ log, seq, type, version, stream, reason: why }))
      }
    },
    onFault,
  })
  const keeper = createKeeper({ hold: places.hold, idle: ports.idle, onFault })

  /** Own envelopes of the command under way whose delivery has begun. */
  const gone = new Set<string>()
  /** What must reach the record goes first, if it can before it is folded and drawn: the server works meanwhile. */
  const setOut = (envelopes: readonly Envelope[]): void => {
    const come = envelopes.flatMap((envelope) => {
      const log =
        delivered.has(envelope.type) && !gone.has(envelope.id)
          ? places.hold(envelope.log)?.log.name
          : undefined
      return log === undefined ? [] : [{ id: envelope.id, log, envelope }]
    })
    for (const { id } of come) gone.add(id)
    if (come.length > 0) outboxes.changed(come)
  }

  const busPorts: BusPorts = {
    registry: areas.registry,
    catalog: areas.catalog,
    areas,
    state,
    preview: runtime.preview,
    lastStep: account.lastStep,
    follower: (kind) => places.hold(kind)?.follower ?? null,
    superseded: () => superseded,
    paused: (kind) => places.hold(kind)?.paused() ?? new Set(),
    actor: (root) => ({ ...who(root, identity.tabId()), projectId: places.at().projectId }),
    clientId: () => identity.clientId,
    tabId: identity.tabId,
    now: () => new Date(ports.env.now()),
    timed: stopwatch && timings ? { now: stopwatch.now, decided: timings.decided } : null,
    newId: ports.newId,
    keepSecrets: secrets.keep,
    delivered,
    elsewhere: (cause) => elsewheres.busFor(cause),
    settled: async ({ envelopes }) => {
      await followState()
      setOut(envelopes)
      for (const { id } of envelopes) gone.delete(id)
      effects?.committed(envelopes)
      tell(envelopes, true)
      keeper.look()
    },
    onFault,
  }
  const bus = createBus(busPorts)

  const elsewheres = account.createBackgroundProjects({
    open,
    pack: account.packState,
    screen: { places, bus, runtime },
    busPorts,
    catalog: areas.catalog,
    areas,
    channel: hints,
    tabId: identity.tabId,
    onMore: () => outboxes.changed(),
    onFault,
  })
  const outboxes = account.createOutboxes(elsewheres.logs, onFault)

  /** Opening the account's log is what tells which project was chosen: so look again after each change. */
  async function followState(): Promise<void> {
    if (byHand || closed) return
    for (let times = 0; times < 3; times++) {
      const next = place(state(), identity.tabId())
      const now = places.at()
      if (next.userId === now.userId && next.projectId === now.projectId) return
      await arrange(next)
    }
  }

  async function arrange(next: LogScope): Promise<void> {
    const now = places.at()
    if (next.userId === now.userId && next.projectId === now.projectId) return
    const userLeaves = next.userId !== now.userId
    // Where nobody was signed in nothing is left: the steps of signing in itself must go on.
    if (now.userId !== null) effects?.leave(userLeaves ? 'session' : 'project')
    if (userLeaves) outboxes.stand(null, ports.elect)
    await elsewheres.closeAll()
    // Another account's database may be fine where this one's was not.
    if (userLeaves && factory) noteMode('shared')
    await places.go(next)
    // What was opened while the place changed belongs to the place that was left.
    await elsewheres.closeAll()
    for (const cache of allCaches) {
      if (userLeaves || cache.life === 'project') scopeBind(cache.clear, { scope, safe: true })()
    }
    if (userLeaves && next.userId !== null)
      outboxes.stand(electionName(next.userId), factory ? ports.elect : soleElection)
    outboxes.changed()
  }

  const openExplicitly = (next: () => LogScope): Promise<void> => {
    byHand = true
    return bus.between(() => arrange(next()))
  }

  async function dispatch(input: CommandInput, meta: DispatchMeta = {}): Promise<Dispatched> {
    if (closed) throw new Error('This client is closed')
    // Opened beforehand, so that nobody waits for it in the line; whose fact it is is looked at there.
    await elsewheres.busFor(meta.cause)
    const done = await bus.dispatch(input, meta)
    if (done.rejected === null && (meta.settles?.length ?? 0) > 0) outboxes.changed()
    return done
  }

  const kept = factory
    ? offlineCacheLoader(async () => {
        const { createOfflineCache } = await import('./app/offline-cache.ts')
        const { keys, env, idle } = ports
        const keeping = createOfflineCache({
          factory,
          keys,
          userId: () => places.at().userId,
          now: env.now,
          idle,
          onFault,
        })
        listeners.add(keeping.heard)
        return keeping
      }, ports.idle)
    : noOfflineCache
  const http = ports.http({ state, tabId: identity.tabId, dispatch })
  effects = startEffects({
    effects: areas.effects,
    areas,
    startDelivery: account.startDelivery,
    http,
    env: ports.env,
    secrets,
    newId: ports.newId,
    tabId: identity.tabId,
    state,
    dispatch: (input, cause, settles) =>
      dispatch(input, { ...(cause ? { cause } : {}), ...(settles ? { settles } : {}) }),
    cache: ({ cache, key, value }) => scopeBind(cache.put, { scope, safe: true })({ key, value }),
    forget: ({ cache, except }) => {
      const drop = scopeBind(cache.drop, { scope, safe: true })
      for (const key of scope.getState(cache.$entries).keys()) if (!except.includes(key)) drop(key)
    },
    cached: (cache, key) => scope.getState(cache.$entries).get(key),
    kept,
    outbox: outboxes.port,
    leadership: outboxes.leadership,
    signedIn: () => places.at().userId !== null,
    stateOf: elsewheres.stateOf,
    onFault,
  })
  const unwatch = createWatch({
    unit: dispatched,
    scope,
    fn: (input) => {
      dispatch(input).catch(onFault)
    },
  })
  const unhint = hints?.subscribe((hint) => {
    if (hint.kind === 'appended' && hint.outbox) outboxes.changed()
  })
  if (!factory) noteMode(refusal)

  return {
    scope,
    areas,
    runtime,
    state,
    clientId: identity.clientId,
    tabId: identity.tabId,
    dispatch,
    log: (kind) => places.hold(kind)?.log ?? null,
    effects,
    unsent: async () => (await outboxes.port.rows()).map(({ envelope }) => envelope),
    everywhere: async () => [state(), ...(await elsewheres.states())],
    onCommitted: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    openAccount: (userId) => openExplicitly(() => ({ userId, projectId: null })),
    openProject: (projectId) => openExplicitly(() => ({ ...places.at(), projectId })),
    settled: () => bus.between(async () => undefined),
    timing: (eventId) => timings?.of(eventId) ?? null,
    close: async () => {
      closed = true
      areas.stop()
      unwatch.unsubscribe()
      unhint?.()
      effects?.stop()
      outboxes.stand(null, ports.elect)
      await bus.between(() => arrange(nowhere))
      identity.stop()
      hints?.close()
    },
  }
}

const electionName = (userId: number): string => `affiant:lead:${userId}`
