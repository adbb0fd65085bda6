/**
 * The product as it stood: another Effector scope with the states as of an event, folded off the graph, and a bus that
 * records and sends nothing. The live stores are never rewound; live work goes on underneath.
 */
import { createWatch, fork, type Scope, scopeBind } from 'effector'
import { parse } from '../../commands/deciding.ts'
import type { CommandInput } from '../../commands/define.ts'
import { isRejection } from '../../commands/define.ts'
import { dispatch } from '../../commands/dispatch.ts'
import type { RequestContext } from '../../effects/define.ts'
import { CallFailed, canceled, failureOf } from '../../effects/failure.ts'
import type { Http } from '../../effects/http.ts'
import { noOfflineCache } from '../../effects/offline-cache.ts'
import { type Envelope, type LogKind, notUndoable } from '../../events/envelope.ts'
import { allCaches } from '../../stores/cache.ts'
import type { RootState } from '../../stores/root.ts'
import { createRuntime } from '../../stores/runtime.ts'
import { choiceOf } from '../../stores/selection.ts'
import { viewOf } from '../../stores/shell.ts'
import { $tabId, tabNamed } from '../../stores/tab.ts'
import type { LogSource, Past, PastMoment, PastView, Watch } from '../../stores/timeline.ts'
import type { App, Areas } from '../ports.ts'
import { arrivals, asks, quiet, readOnlyCall } from './asking.ts'
import type { StatesAt, Traveller } from './traveller.ts'

export interface PastPorts {
  /** All its areas are loaded. */
  readonly app: Pick<App, 'areas' | 'runtime' | 'scope' | 'clientId'>
  readonly who: Areas['who']
  readonly http: Http
  readonly newId: () => string
  readonly source: LogSource
  /** Null while that log is closed, or where it was not exported. */
  readonly traveller: (kind: LogKind) => Traveller | null
  /** The address of the page's own server. */
  readonly origin: string
  readonly onFault: (fault: unknown) => void
}

const kinds: readonly LogKind[] = ['device', 'account', 'project']

export function openPast(ports: PastPorts): Past {
  const { app, who: actorOf, source } = ports
  const { areas } = app
  const elsewhere = source.imported !== null && source.imported.origin !== ports.origin
  // What is on the screen now need not be asked for again; another's session is shown only what the server gives now.
  const held = source.imported === null ? allCaches : []
  const values = Object.fromEntries(held.map(({ name, $entries }) => [name, app.scope.getState($entries)]))
  const scope: Scope = fork({ values })
  const reads = new Set(areas.effects.filter((effect) => effect.reads).map(({ name }) => name))
  const runtime = createRuntime<RootState>(scope, areas.projections)
  const nameTab = scopeBind(tabNamed, { scope, safe: true })
  const refused = new Set<() => void>()
  const asked = new Set<string>()
  const leaving = new AbortController()
  let place: PastMoment = { log: 'device', seq: 0, tabId: '' }
  let moves = 0

  /** Facts of the past screen alone: which page came, which did not. The next move forgets them. */
  const decideHere = (input: CommandInput, at: string): Envelope[] => {
    const def = areas.registry.get(input.type)
    const parsed = def ? parse(def, input.payload) : null
    if (!def || parsed === null || isRejection(parsed)) return []
    const state = runtime.root()
    const who = actorOf(state, place.tabId)
    const { tabId } = place
    const commandId = ports.newId()
    const decided = def.decide(state, parsed.payload as never, {
      ...who,
      now: new Date(at),
      newId: ports.newId,
      tabId,
    })
    if (isRejection(decided)) return []
    return decided.map((draft) => ({
      ...draft,
      id: ports.newId(),
      seq: place.seq,
      actor: { userId: who.userId, role: who.role },
      clientId: app.clientId,
      tabId,
      projectId: who.projectId,
      at,
      commandId,
      commandType: input.type,
      correlationId: commandId,
      causationId: null,
      undo: notUndoable,
      label: input.type,
    }))
  }
  const show = (envelopes: readonly Envelope[]): void => {
    for (const kind of kinds) {
      const own = envelopes.filter(({ log }) => log === kind)
      if (own.length > 0) runtime.commit(kind, own)
    }
  }

  const read = async (envelope: Envelope, move: number): Promise<void> => {
    for (const effect of areas.effects) {
      if (effect.on !== envelope.type) continue
      const context: RequestContext = {
        call: readOnlyCall(ports.http, effect, envelope.projectId, leaving.signal, elsewhere),
        signal: leaving.signal,
        state: runtime.root,
        secret: () => '',
        cached: (cache, key) => scope.getState(cache.$entries).get(key),
        fetched: (_cache, _key, ask) => ask(),
        kept: noOfflineCache,
        // Nothing is fetched ahead of who looks back; what is asked there need not wait.
        rest: () => (effect.reads ? Promise.resolve() : Promise.reject(new CallFailed(canceled))),
        alone: (_name, work) => work(),
        progress: () => undefined,
        put: () => undefined,
      }
      const outcome = await effect.request(envelope as never, context).then(
        (reply) => effect.done(envelope as never, reply as never, runtime.root()),
        (thrown: unknown) => effect.fail(envelope as never, failureOf(thrown), runtime.root()),
      )
      if (leaving.signal.aborted) return
      for (const { cache, key, value } of outcome.cache ?? [])
        scopeBind(cache.put, { scope, safe: true })({ key, value })
      // Asked at another moment, it says nothing about this one.
      if (move !== moves) continue
      for (const input of outcome.commands ?? [])
        if (arrivals.has(input.type)) show(decideHere(input, envelope.at))
    }
  }

  const unwatch = createWatch({
    unit: dispatch,
    scope,
    fn: (input) => {
      if (quiet.has(input.type)) return
      if (!asks.has(input.type) && !reads.has(input.type)) {
        for (const listener of refused) listener()
        return
      }
      const question = JSON.stringify(input)
      if (asked.has(question)) return
      asked.add(question)
      const envelopes = decideHere(input, new Date(0).toISOString())
      show(envelopes)
      for (const envelope of envelopes) read(envelope, moves).catch(ports.onFault)
    },
  })

  /** The states of a log that is not the one that is looked at: as of the same moment, by the clock of who wrote both. */
  const beside = async (kind: LogKind, time: number, looked: Envelope | null): Promise<StatesAt> => {
    const traveller = ports.traveller(kind)
    const now: StatesAt = { states: app.runtime.states(kind), whole: source.imported === null }
    if (traveller === null) return now
    const seq = await traveller.seqAt(time)
    // This tab's own log begins with the tab: of what was before, who is signed in is known only as it is now.
    if (kind === 'device' && seq === 0) return now
    const then = await traveller.at(seq)
    const session = then.states.get('session') as RootState['session'] | undefined
    if (kind === 'device') return session?.isAuth === true ? then : now
    const selection = then.states.get('selection') as RootState['selection'] | undefined
    const known = selection && choiceOf(selection, looked?.tabId ?? '').projectId
    // An event of a project was made with that project open: where the account says otherwise, a clock was wrong.
    if (looked?.log !== 'project' || known === looked.projectId) return then
    return { ...(await traveller.at(await traveller.headSeq())), whole: false }
  }

  const go = async (to: PastMoment, watch?: Watch): Promise<PastView> => {
    const move = ++moves
    const traveller = ports.traveller(to.log)
    if (!traveller) throw new Error(`The log of the ${to.log} is not open`)
    const envelope = await traveller.envelopeAt(to.seq)
    const time = envelope ? Date.parse(envelope.at) : 0
    const states = await Promise.all(
      kinds.map((kind) => (kind === to.log ? traveller.at(to.seq, watch) : beside(kind, time, envelope))),
    )
    if (move === moves && !leaving.signal.aborted) {
      place = to
      asked.clear()
      nameTab(to.tabId)
      for (const [at, kind] of kinds.entries()) runtime.restore(kind, states[at]?.states ?? new Map())
    }
    const root = runtime.root()
    const { path } = viewOf(root.shell, to.tabId)
    const home = choiceOf(root.selection, to.tabId).projectId === null ? '/client' : '/overview'
    return {
      ...to,
      path: path === '' ? home : path,
      at: envelope?.at ?? '',
      label: envelope?.label ?? 'The beginning of the log',
      whole: states.every(({ whole }) => whole),
    }
  }

  nameTab(app.scope.getState($tabId))
  return {
    scope,
    source,
    go,
    onRefused: (listener) => {
      refused.add(listener)
      return () => {
        refused.delete(listener)
      }
    },
    close: () => {
      leaving.abort()
      unwatch.unsubscribe()
      refused.clear()
    },
  }
}
