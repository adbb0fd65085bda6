/**
 * When the log is held against the record: in quiet moments, by one of the tabs that show its project. What there is to
 * look up stands in the log itself, so nothing is lost where a tab ends in between.
 */
import type * as z from 'zod/mini'
import { check, reopen } from '../commands/reconcile.ts'
import type { Environment } from '../effects/environment.ts'
import { bulkBegun } from '../events/catalog/bulk.ts'
import { saveConfirmed } from '../events/catalog/coding.ts'
import type { reopened } from '../events/catalog/reconcile.ts'
import { changeConfirmed } from '../events/catalog/tags.ts'
import type { Envelope } from '../events/envelope.ts'
import { type Election, type Leadership, soleElection } from '../events/log/leader.ts'
import type { EventLog } from '../events/log/log.ts'
import type { App } from './ports.ts'

export interface ReconcilerPorts {
  readonly app: Pick<App, 'state' | 'log' | 'dispatch' | 'onCommitted'>
  readonly env: Pick<Environment, 'now' | 'sleep' | 'random'>
  readonly elect: Election
  readonly onFault: (fault: unknown) => void
}

/** In ms: how often it is looked whether there is something to do, and when there is. */
const look = 5_000
const afterOpening = 5_000
/** After the last acknowledgement: nobody is kept from working. */
const quiet = 30_000
/** Under work that never rests, and so long after a look that did not come through. */
const longest = 300_000
/** So that "last reported" means something where nothing happens. */
const beat = 600_000

type Entry = z.infer<typeof reopened.payload>['entries'][number]

/** The entry that an event acknowledges, as it is opened again. */
function acknowledgedBy({ type, payload }: Pick<Envelope, 'type' | 'payload'>): Entry[] {
  const save = type === saveConfirmed.type ? saveConfirmed.payload.safeParse(payload).data : undefined
  if (save) return [{ commandId: save.saveId, documentId: save.documentId, auditIds: save.auditIds }]
  const tags = type === changeConfirmed.type ? changeConfirmed.payload.safeParse(payload).data : undefined
  if (tags) return [{ commandId: tags.changeId, documentId: tags.documentId, auditIds: tags.auditIds }]
  const bulk = type === bulkBegun.type ? bulkBegun.payload.safeParse(payload).data : undefined
  if (!bulk || bulk.requestId === null) return []
  const { requestId: commandId, jobId, auditIds } = bulk
  return [{ commandId, documentId: null, jobId, auditIds }]
}

/** Starts looking; answers how to stop. */
export function startReconciler({ app, env, elect, onFault }: ReconcilerPorts): () => void {
  const stopping = new AbortController()
  let stood: { readonly name: string; readonly leadership: Leadership } | null = null
  let online = true
  let acknowledgedAt = Number.NEGATIVE_INFINITY
  let roundAt = 0
  /** Before it no round begins. */
  let notBefore = 0
  let wait = look
  let answered: string | null = null

  /** Many browsers do not come at once. */
  const about = (ms: number): number => ms * (0.75 + env.random() / 2)

  const stand = (name: string | null): void => {
    if (stood?.name === name) return
    stood?.leadership.resign()
    stood = null
    if (name === null) return
    const { mode } = app.state().logState
    const election = mode === 'memory' ? soleElection : elect
    stood = { name, leadership: election(`affiant:reconcile:${name}`) }
    begin()
  }

  const begin = (): void => {
    roundAt = Number.NEGATIVE_INFINITY
    wait = look
    notBefore = env.now() + about(afterOpening)
  }

  const isDue = (now: number): boolean => {
    const { acknowledged, wentBack } = app.state().reconcile
    if (now < notBefore) return false
    if (roundAt === Number.NEGATIVE_INFINITY) return true
    if (wentBack) return true
    if (acknowledged === 0) return now - roundAt >= beat
    return now - acknowledgedAt >= quiet || now - roundAt >= longest
  }

  const turn = async (): Promise<void> => {
    const log = app.log('project')
    stand(log?.name ?? null)
    const now = env.now()
    const { network, reconcile } = app.state()
    // Back on the line, the others want to know at once.
    if (network.online && !online) begin()
    online = network.online
    if (log === null || !online || !stood?.leadership.leads() || !isDue(now)) return
    // A round that was not answered is not asked for again at once.
    wait = reconcile.at === answered && roundAt > 0 ? Math.min(wait * 2, longest) : look
    answered = reconcile.at
    roundAt = now
    notBefore = now + about(wait)
    if (reconcile.wentBack) await reopenAll(log)
    await app.dispatch(check({}))
  }

  /** What had matched is not kept: the log knows it. */
  const reopenAll = async (log: EventLog): Promise<void> => {
    let after = 0
    for (;;) {
      const envelopes = await log.read({ after, limit: 2_000 })
      const entries = envelopes.flatMap(acknowledgedBy)
      const last = envelopes.at(-1)
      if (entries.length > 0 || !last) await app.dispatch(reopen({ entries, whole: !last }))
      if (!last) return
      after = last.seq
    }
  }

  const unwatch = app.onCommitted((envelopes) => {
    if (envelopes.some((envelope) => acknowledgedBy(envelope).length > 0)) acknowledgedAt = env.now()
  })
  const run = async (): Promise<void> => {
    for (;;) {
      await env.sleep(look, stopping.signal)
      await turn().catch(onFault)
    }
  }
  // Ends by its signal alone.
  run().catch(() => undefined)

  return () => {
    stopping.abort()
    unwatch()
    stand(null)
  }
}
