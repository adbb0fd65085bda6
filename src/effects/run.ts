/**
 * The effects runtime: looks at what this tab has committed, asks the server, and turns answers into commands. It
 * holds no facts of its own; what it did is recorded as events beside what it did it for.
 */
import type { Dispatched } from '../commands/bus.ts'
import type { CommandInput } from '../commands/define.ts'
import { reportNetwork } from '../commands/effects.ts'
import type { AreaLoading } from '../events/area-loading.ts'
import { cancelRequested } from '../events/catalog/effects.ts'
import { ended as sessionEnded } from '../events/catalog/session.ts'
import { pathEntered } from '../events/catalog/shell.ts'
import type { Envelope } from '../events/envelope.ts'
import { type CacheForget, type CacheWrite, write } from '../stores/cache.ts'
import { type NetworkState, progress } from '../stores/network.ts'
import type { RootState } from '../stores/root.ts'
import { recorder, wasHeard } from './attempts.ts'
import type { AnyEffect, Outcome, RequestContext } from './define.ts'
import type { Delivery, startDelivery } from './deliver.ts'
import type { Environment } from './environment.ts'
import { createGroups, inside, isSilent, type Run, type Scope } from './groups.ts'
import type { Http } from './http.ts'
import { createNewest } from './newest.ts'
import type { OfflineCache } from './offline-cache.ts'
import type { Leadership, OutboxPort } from './outbox.ts'
import type { Secrets } from './secrets.ts'
import { type Attempt, type Ended, runTries } from './tries.ts'

export interface EffectsPorts {
  readonly effects: readonly AnyEffect[]
  readonly areas: AreaLoading
  /** What delivers that which must reach the server once (deliver.ts). */
  readonly startDelivery: typeof startDelivery
  readonly http: Http
  readonly env: Environment
  readonly secrets: Secrets
  readonly newId: () => string
  readonly tabId: () => string
  /** This tab's state: live, as the stores hold it. */
  readonly state: () => RootState
  /**
   * Dispatches a command whose cause is this envelope (correlation, causation, and the project it goes to, which need
   * not be the one on the screen); null: nothing but the world caused it. `settles`: ids of outbox rows of that log
   * which the append takes out in its transaction. Resolves when it is in the log.
   */
  readonly dispatch: (
    input: CommandInput,
    cause: Envelope | null,
    settles?: readonly string[],
  ) => Promise<Pick<Dispatched, 'rejected'>>
  readonly cache: (write: CacheWrite) => void
  readonly forget: (what: CacheForget) => void
  readonly cached: RequestContext['cached']
  readonly kept: OfflineCache
  readonly outbox: OutboxPort
  readonly leadership: Leadership
  readonly signedIn: () => boolean
  /** A reader of the state of the envelope's project, folded off-graph where that project is not open. */
  readonly stateOf: (envelope: Envelope) => (() => RootState) | Promise<() => RootState>
  readonly onFault: (fault: unknown) => void
}

export interface Effects {
  /** Takes in the effects of an area that has been loaded. */
  readonly add: (effects: readonly AnyEffect[]) => void
  /** Envelopes that have just been committed and folded, live (never a replay); of those of other tabs only what each tab does for itself is done. */
  readonly committed: (envelopes: readonly Envelope[]) => void
  /** Ends what belongs to a scope that is being left, and to the scopes inside it. */
  readonly leave: (scope: Exclude<Scope, 'app'>) => void
  /** Stops what a command set going. */
  readonly cancel: (commandId: string) => void
  readonly delivery: Delivery
  /** Resolves when nothing runs (waits for retries included: tests inject the sleep). */
  readonly idle: () => Promise<void>
  readonly stop: () => void
}

export function startEffects(ports: EffectsPorts): Effects {
  const byEvent = new Map<string, AnyEffect[]>()
  const add = (effects: readonly AnyEffect[]): void => {
    for (const effect of effects) {
      if (effect.delivery === 'tab') byEvent.set(effect.on, [...(byEvent.get(effect.on) ?? []), effect])
    }
  }
  add(ports.effects)
  const running = new Set<Promise<void>>()
  const newest = createNewest()
  let stopped = false

  /** What is waited for when nothing is to run any more. It says its faults itself. */
  const underWay = (work: Promise<void>): Promise<void> => {
    const over = work.finally(() => running.delete(over))
    running.add(over)
    return over
  }
  const quietly = (dispatched: Promise<unknown>): void => {
    const nothing = (): void => undefined
    // Refused, the log it belongs to is closed: there is nowhere left to say it.
    void underWay(dispatched.then(nothing, nothing))
  }

  /** Answers whether all that the outcome says was taken. */
  const apply = async (
    outcome: Outcome,
    cause: Envelope,
    stillWanted: () => boolean,
    settles?: readonly string[],
    moment = newest.now(),
  ): Promise<boolean> => {
    for (const what of outcome.forget ?? []) ports.forget(what)
    for (const entry of newest.taken(outcome.cache ?? [], moment)) {
      ports.cache(entry)
      ports.kept.offer(entry, cause.projectId)
    }
    const commands = outcome.commands ?? []
    for (const [index, command] of commands.entries()) {
      if (!stillWanted()) return false
      const last = index === commands.length - 1
      const { rejected } = await ports.dispatch(command, cause, last ? settles : undefined)
      // What settles a row settles it by being taken: what follows a refusal must not.
      if (rejected !== null && settles !== undefined) return false
    }
    return true
  }

  const showProgress = (cause: Envelope, done: number, total: number): void =>
    ports.cache(write(progress, cause.commandId, { done, total }))

  const recording = (cause: Envelope, effect: AnyEffect, cutOff?: Parameters<typeof recorder>[4]) => {
    const record = recorder(ports, cause, effect, quietly, cutOff)
    return (attempt: Attempt): void => {
      record(attempt)
      reached(attempt)
    }
  }

  const execute = async (run: Run): Promise<void> => {
    const { effect, envelope } = run
    const begun = newest.now()
    const secrets = ports.secrets.take(envelope.commandId)
    const record = recording(envelope, effect, () =>
      run.ended === 'left' ? null : run.ended === 'superseded' ? 'superseded' : 'canceled',
    )
    const tries = (): Promise<Ended> =>
      runTries({
        effect,
        envelope,
        http: ports.http,
        env: ports.env,
        signal: run.controller.signal,
        state: ports.state,
        secrets,
        cached: ports.cached,
        kept: ports.kept,
        persist: false,
        progress: (done, total) => {
          if (!isSilent(run)) showProgress(envelope, done, total)
        },
        put: (entry) => {
          if (!isSilent(run)) ports.cache(entry)
        },
        record,
      })
    let ended = await tries()
    if (ended.outcome === 'failed' && ended.unresolved && run.ended === 'user') {
      // Stopped while a write was under way: what became of it is asked for by its key before anyone is told.
      run.controller = new AbortController()
      ended = await tries()
    }
    if (isSilent(run)) return
    run.telling = true
    const outcome =
      ended.outcome === 'answered'
        ? effect.done(envelope as never, ended.reply as never, ports.state())
        : effect.fail(envelope as never, ended.failure, ports.state())
    await apply(
      outcome,
      envelope,
      () => !isSilent(run),
      undefined,
      effect.reads && !effect.adds ? begun : newest.now(),
    )
  }

  const groups = createGroups({
    execute: (run) =>
      underWay(
        execute(run).catch((fault: unknown) => {
          // What was left may find its log closed; all else is a fault of the program, and would go unanswered unseen.
          if (!isSilent(run)) ports.onFault(fault)
        }),
      ),
    passedOver: ({ commandId }) => ports.secrets.take(commandId),
  })
  const { cancel } = groups
  const leave = (scope: Scope): void => {
    groups.leave(scope)
    if (inside[scope].includes('project')) newest.clear()
    if (inside[scope].includes('session')) ports.secrets.clear()
  }

  const reportTo = { online: true, waiting: 0 }
  /** What is on its way to the log. One report at a time: the counts between two of them are of no use to anybody. */
  let reported: typeof reportTo | null = null
  const report = (change: Partial<typeof reportTo>): void => {
    Object.assign(reportTo, change)
    if (reported !== null || isSameNetwork(ports.state().network, reportTo)) return
    const now = { ...reportTo }
    reported = now
    const reportEnded = (): void => {
      reported = null
      // Not where another tab says otherwise: two tabs that disagree would answer each other without end.
      if (!isSameNetwork(now, reportTo)) report({})
    }
    quietly(ports.dispatch(reportNetwork(now), null).finally(reportEnded))
  }

  /** A browser knows its own line and not the server: that nobody answers is seen by what became of the tries. */
  const reached = (attempt: Attempt): void => {
    const heard = wasHeard(attempt)
    if (heard !== null) report({ online: heard })
  }

  const delivery = ports.startDelivery({
    ...ports,
    apply: (outcome, row) => apply(outcome, row.envelope, () => true, [row.id]),
    record: (cause, effect) => recording(cause, effect),
    progress: showProgress,
    waiting: (waiting) => report({ waiting }),
  })
  const unwatch = ports.env.subscribe(() => report({ online: ports.env.online() }))
  report({ online: ports.env.online() })

  return {
    add: (effects) => {
      add(effects)
      delivery.add(effects)
    },
    committed: (envelopes) => {
      if (stopped) return
      for (const envelope of envelopes) {
        if (envelope.tabId !== ports.tabId()) {
          const here = { ...envelope, tabId: ports.tabId() }
          for (const effect of byEvent.get(envelope.type) ?? [])
            if (effect.everywhere) groups.start(effect, here)
          continue
        }
        if (envelope.type === pathEntered.type) leave('route')
        if (envelope.type === sessionEnded.type) leave('session')
        if (envelope.type === cancelRequested.type)
          cancel((envelope.payload as { commandId: string }).commandId)
        for (const effect of byEvent.get(envelope.type) ?? []) groups.start(effect, envelope)
      }
    },
    leave,
    cancel,
    delivery,
    idle: async () => {
      do {
        while (running.size > 0) await Promise.all(running)
        await delivery.idle()
      } while (running.size > 0)
    },
    stop: () => {
      stopped = true
      leave('app')
      unwatch()
      delivery.stop()
    },
  }
}

const isSameNetwork = (one: NetworkState, other: NetworkState): boolean =>
  one.online === other.online && one.waiting === other.waiting
