/**
 * The effects runtime: looks at what this tab has committed, asks the server, and turns answers into commands. It
 * holds no facts of its own; what it did is recorded as events beside what it did it for.
 */
import type { CommandInput } from '../commands/define.ts'
import { recordAttempt, reportNetwork } from '../commands/effects.ts'
import { cancelRequested } from '../events/catalog/effects.ts'
import { ended as sessionEnded } from '../events/catalog/session.ts'
import { pathEntered } from '../events/catalog/shell.ts'
import type { Envelope } from '../events/envelope.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { progress } from '../stores/network.ts'
import type { RootState } from '../stores/root.ts'
import type { AnyEffect, EffectDef, Outcome, RequestContext } from './define.ts'
import { type Delivery, startDelivery } from './deliver.ts'
import type { Environment } from './environment.ts'
import { canceled } from './failure.ts'
import type { Http } from './http.ts'
import type { Leadership, OutboxPort } from './outbox.ts'
import type { Secrets } from './secrets.ts'
import { type Attempt, type Ended, runTries } from './tries.ts'

export interface EffectsPorts {
  readonly effects: readonly AnyEffect[]
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
  ) => Promise<unknown>
  readonly cache: (write: CacheWrite) => void
  readonly cached: RequestContext['cached']
  readonly outbox: OutboxPort
  readonly leadership: Leadership
  readonly signedIn: () => boolean
  /** A reader of the state of the envelope's project, folded off-graph where that project is not open. */
  readonly stateOf: (envelope: Envelope) => (() => RootState) | Promise<() => RootState>
  readonly onFault: (fault: unknown) => void
}

type LeavableScope = Exclude<EffectDef['scope'], 'app'>

export interface Effects {
  /** Envelopes that have just been committed and folded, live (never a replay); those of other tabs are passed over. */
  readonly committed: (envelopes: readonly Envelope[]) => void
  /** Ends what belongs to a scope that is being left, and to the scopes inside it. */
  readonly leave: (scope: LeavableScope) => void
  /** Stops what a command set going. */
  readonly cancel: (commandId: string) => void
  readonly delivery: Delivery
  /** Resolves when nothing runs (waits for retries included: tests inject the sleep). */
  readonly idle: () => Promise<void>
  readonly stop: () => void
}

interface Run {
  readonly effect: AnyEffect
  readonly envelope: Envelope
  /** Ends the try that is under way. */
  controller: AbortController
  /** Its answer is becoming commands: an event that comes from now on needs an answer of its own. */
  telling: boolean
  ended: 'superseded' | 'left' | 'user' | null
}

/** Whether its answer must not become a command any more. What the user stopped still says so. */
const isSilent = ({ ended }: Run): boolean => ended === 'superseded' || ended === 'left'
/** Whether what it will say answers an event that comes now as well. */
const willAnswer = ({ ended, telling }: Run): boolean => ended === null && !telling

/** The runs of one key. */
interface Group {
  readonly effect: AnyEffect
  /** Under way, and with something left to say. */
  readonly live: Set<Run>
  /** Begun one after the other once nothing is live. */
  queue: readonly Run[]
}

const inside: Readonly<Record<EffectDef['scope'], readonly EffectDef['scope'][]>> = {
  app: ['app', 'session', 'project', 'route'],
  session: ['session', 'project', 'route'],
  project: ['project', 'route'],
  route: ['route'],
}

export function startEffects(ports: EffectsPorts): Effects {
  const byEvent = new Map<string, AnyEffect[]>()
  for (const effect of ports.effects) {
    if (effect.delivery === 'tab') byEvent.set(effect.on, [...(byEvent.get(effect.on) ?? []), effect])
  }
  const groups = new Map<string, Group>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const quietly = (dispatched: Promise<unknown>): void => {
    const work = dispatched.then(
      () => undefined,
      // The log it belongs to is closed: there is nowhere left to say it.
      () => undefined,
    )
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  const apply = async (
    outcome: Outcome,
    cause: Envelope,
    stillWanted: () => boolean,
    settles?: readonly string[],
  ): Promise<void> => {
    for (const entry of outcome.cache ?? []) ports.cache(entry)
    const commands = outcome.commands ?? []
    for (const [index, command] of commands.entries()) {
      if (!stillWanted()) return
      await ports.dispatch(command, cause, index === commands.length - 1 ? settles : undefined)
    }
  }

  /** `mark`: what the record says instead of "canceled"; null: it says nothing, its log is being closed. */
  const recorder = (
    cause: Envelope,
    effect: AnyEffect,
    mark: () => 'superseded' | 'canceled' | null = () => 'canceled',
  ): ((attempt: Attempt) => void) => {
    const about = { run: ports.newId(), effect: effect.name, log: cause.log }
    return ({ ended, ...attempt }) => {
      const failure = ended.outcome === 'failed' ? ended.failure : null
      const outcome = outcomeOf(ended, mark())
      if (outcome === null) return
      quietly(
        ports.dispatch(
          recordAttempt({
            ...about,
            ...attempt,
            outcome,
            status: failure?.status ?? 0,
            code: failure?.code ?? '',
            message: failure?.message ?? '',
            requestId: failure?.requestId ?? '',
          }),
          cause,
        ),
      )
    }
  }

  const showProgress = (cause: Envelope, done: number, total: number): void =>
    ports.cache(write(progress, cause.commandId, { done, total }))

  const execute = async (run: Run): Promise<void> => {
    const secrets = ports.secrets.take(run.envelope.commandId)
    const record = recorder(run.envelope, run.effect, () =>
      run.ended === 'left' ? null : run.ended === 'superseded' ? 'superseded' : 'canceled',
    )
    const tries = (): Promise<Ended> =>
      runTries({
        effect: run.effect,
        envelope: run.envelope,
        http: ports.http,
        env: ports.env,
        signal: run.controller.signal,
        state: ports.state,
        secrets,
        cached: ports.cached,
        persist: false,
        progress: (done, total) => {
          if (!isSilent(run)) showProgress(run.envelope, done, total)
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
    const { effect, envelope } = run
    const outcome =
      ended.outcome === 'answered'
        ? effect.done(envelope as never, ended.reply as never, ports.state())
        : effect.fail(envelope as never, ended.failure, ports.state())
    await apply(outcome, envelope, () => !isSilent(run))
  }

  const begin = (run: Run, group: Group, key: string): void => {
    group.live.add(run)
    const work = execute(run)
      .catch((fault: unknown) => {
        // What was left may find its log closed; all else is a fault of the program, and would go unanswered unseen.
        if (!isSilent(run)) ports.onFault(fault)
      })
      .finally(() => {
        running.delete(work)
        group.live.delete(run)
        goOn(group, key)
      })
    running.add(work)
  }

  const goOn = (group: Group, key: string): void => {
    if (group.live.size > 0) return
    const [next, ...rest] = group.queue
    group.queue = rest
    if (next) begin(next, group, key)
    else if (groups.get(key) === group) groups.delete(key)
  }

  const start = (effect: AnyEffect, envelope: Envelope): void => {
    const { strategy } = effect
    const key = `${effect.name} ${effect.key(envelope as never)}`
    const group = groups.get(key) ?? { effect, live: new Set<Run>(), queue: [] }
    groups.set(key, group)
    if (strategy === 'first' && [...group.live, ...group.queue].some(willAnswer)) {
      ports.secrets.take(envelope.commandId)
      return
    }
    if (strategy === 'latest') silence(group, 'superseded')
    const controller = new AbortController()
    const run: Run = { effect, envelope, controller, telling: false, ended: null }
    const waits = (strategy === 'queue' || strategy === 'first') && group.live.size > 0
    if (waits) group.queue = [...group.queue, run]
    else begin(run, group, key)
  }

  /** The user's stop is the weakest end: who has said it can still be superseded, or left. */
  const end = (run: Run, reason: NonNullable<Run['ended']>): void => {
    if (isSilent(run) || run.ended === reason) return
    run.ended = reason
    run.controller.abort(canceled)
  }

  /** Ends all runs of a group for good. Whatever comes next need not wait until they have noticed. */
  const silence = (group: Group, reason: 'superseded' | 'left'): void => {
    for (const run of group.live) end(run, reason)
    group.live.clear()
    group.queue = []
  }

  const leave = (scope: EffectDef['scope']): void => {
    for (const [key, group] of groups) {
      if (!inside[scope].includes(group.effect.scope)) continue
      silence(group, 'left')
      groups.delete(key)
    }
    if (inside[scope].includes('session')) ports.secrets.clear()
  }

  const cancel = (commandId: string): void => {
    const isMeant = ({ envelope }: Run): boolean => envelope.commandId === commandId
    for (const [key, group] of groups) {
      for (const run of group.live) if (isMeant(run)) end(run, 'user')
      const waiting = group.queue.filter(isMeant)
      group.queue = group.queue.filter((run) => !isMeant(run))
      // They have nothing to wait for any more: what was stopped sends nothing, and says so.
      for (const run of waiting) {
        end(run, 'user')
        begin(run, group, key)
      }
    }
  }

  const reportTo = { online: true, waiting: 0 }
  const report = (change: Partial<typeof reportTo>): void => {
    Object.assign(reportTo, change)
    const { network } = ports.state()
    if (network.online !== reportTo.online || network.waiting !== reportTo.waiting) {
      quietly(ports.dispatch(reportNetwork({ ...reportTo }), null))
    }
  }

  const delivery = startDelivery({
    ...ports,
    apply: (outcome, row) => apply(outcome, row.envelope, () => true, [row.id]),
    record: recorder,
    progress: showProgress,
    waiting: (waiting) => report({ waiting }),
  })
  const unwatch = ports.env.subscribe(() => report({ online: ports.env.online() }))
  report({ online: ports.env.online() })

  return {
    committed: (envelopes) => {
      if (stopped) return
      for (const envelope of envelopes) {
        if (envelope.tabId !== ports.tabId()) continue
        if (envelope.type === pathEntered.type) leave('route')
        if (envelope.type === sessionEnded.type) leave('session')
        if (envelope.type === cancelRequested.type)
          cancel((envelope.payload as { commandId: string }).commandId)
        for (const effect of byEvent.get(envelope.type) ?? []) start(effect, envelope)
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

function outcomeOf(ended: Ended, mark: 'superseded' | 'canceled' | null) {
  if (mark === null) return null
  if (ended.outcome === 'answered') return 'answered'
  if (ended.unresolved) return 'unknown'
  return ended.failure.kind === 'canceled' ? mark : 'failed'
}
