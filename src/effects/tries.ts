/** One run of an effect: its tries, the waits between them, and the record of each. */
import type { AnyCall } from '#contracts/call.ts'
import type { Envelope } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'
import type { Call } from './call.ts'
import { type AnyEffect, type RequestContext, readTimeout } from './define.ts'
import type { Environment } from './environment.ts'
import { type CallFailure, canceled, failureOf, isAway } from './failure.ts'
import type { Http } from './http.ts'
import { isWrite, type Said } from './http-request.ts'
import type { OfflineCache } from './offline-cache.ts'
import { isTransient, isUnknown, pause, waitBefore } from './retry.ts'

export type Ended =
  | { readonly outcome: 'answered'; readonly reply: unknown }
  | {
      readonly outcome: 'failed'
      readonly failure: CallFailure
      /** A write went out under a key, and nobody knows what became of it. */
      readonly unresolved: boolean
    }

/** One try, when it has ended. */
export interface Attempt {
  readonly attempt: number
  readonly call: string | null
  readonly startedAt: string
  readonly ms: number
  readonly ended: Ended
  /** How the network failed where the answer is one that was kept. */
  readonly unheard: CallFailure | null
  /** Until the next; null where there is none. */
  readonly waitMs: number | null
}

export interface Tries {
  readonly effect: AnyEffect
  readonly envelope: Envelope
  readonly http: Http
  readonly env: Environment
  readonly signal: AbortSignal
  readonly state: () => RootState
  readonly secrets: Readonly<Record<string, string>>
  readonly cached: RequestContext['cached']
  readonly kept: OfflineCache
  readonly progress: (done: number, total: number) => void
  readonly put: RequestContext['put']
  readonly record: (attempt: Attempt) => void
  /** What must be delivered: as long as its fate is unknown it is asked for again, without end. */
  readonly persist: boolean
}

/** Retries of a delivery that the server keeps refusing with 408, 425, 429 or 5xx. */
const delivery = { times: 8, base: 500, cap: 60_000 }
/** A write without a policy of its own whose answer was lost: asked for again by its key before anyone is told. */
const lostWrite = { times: 2, base: 300, cap: 3_000 }

export async function runTries(run: Tries): Promise<Ended> {
  const { env } = run
  for (let attempt = 1; ; attempt++) {
    const started = env.now()
    const seen: Seen = { call: null, repeatable: true, open: 0, unheard: null }
    const ended = await once(run, seen)
    const waitMs = ended.outcome === 'failed' ? waitAfter(run, seen, ended, attempt) : null
    const startedAt = new Date(started).toISOString()
    const { call, unheard } = seen
    run.record({ attempt, call, startedAt, ms: env.now() - started, ended, unheard, waitMs })
    if (ended.outcome === 'answered' || waitMs === null) return ended
    try {
      await pause(waitMs, ended.failure.retryAfter ?? 0, env, run.signal)
    } catch {
      return { outcome: 'failed', failure: canceled, unresolved: ended.unresolved }
    }
  }
}

/** Ms until the next try, or null where there is none. */
function waitAfter(
  run: Tries,
  seen: Seen,
  ended: Ended & { outcome: 'failed' },
  attempt: number,
): number | null {
  const { failure, unresolved } = ended
  const policy = run.effect.retry ?? (run.persist ? delivery : unresolved ? lostWrite : null)
  if (policy === null || run.signal.aborted || !seen.repeatable || !isTransient(failure)) return null
  const more = attempt <= policy.times || (run.persist && isUnknown(failure))
  return more ? waitBefore(attempt, policy, failure, run.env) : null
}

/** What a try did on the wire, as far as it matters for trying again. */
interface Seen {
  call: string | null
  /** Only reads and writes with a key were sent. */
  repeatable: boolean
  /** Writes with a key that have gone out, and whose outcome is not known. */
  open: number
  unheard: CallFailure | null
}

async function once(run: Tries, seen: Seen): Promise<Ended> {
  if (run.signal.aborted) return { outcome: 'failed', failure: canceled, unresolved: false }
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(run.signal.reason)
  run.signal.addEventListener('abort', stop, { once: true })
  try {
    const asked = run.effect.request(run.envelope as never, contextOf(run, seen))
    const reply = await Promise.race([asked, stopped.promise])
    return { outcome: 'answered', reply }
  } catch (thrown) {
    const failure = run.signal.aborted ? canceled : failureOf(thrown)
    return { outcome: 'failed', failure, unresolved: seen.open > 0 && isUnknown(failure) }
  } finally {
    run.signal.removeEventListener('abort', stop)
  }
}

function contextOf(run: Tries, seen: Seen): RequestContext {
  const { envelope, effect, signal } = run
  let writes = 0
  const call = async (contract: AnyCall, options: Said = {}): Promise<unknown> => {
    const write = isWrite(contract)
    if (write) writes++
    seen.call = contract.name
    const idempotencyKey =
      options.idempotencyKey !== undefined
        ? options.idempotencyKey
        : keyOf(contract, envelope.commandId, writes)
    if (write && idempotencyKey === null && !options.repeatable) seen.repeatable = false
    const said: Said = {
      projectId: envelope.projectId,
      timeout: effect.timeout ?? (write ? 0 : readTimeout),
      ...options,
      idempotencyKey,
      signal: options.signal ? AbortSignal.any([signal, options.signal]) : signal,
    }
    const keyed = write && idempotencyKey !== null
    if (keyed) seen.open++
    try {
      const reply = await run.http.call(contract, said)
      if (keyed) seen.open--
      return reply
    } catch (thrown) {
      if (keyed && !isUnknown(failureOf(thrown))) seen.open--
      throw thrown
    }
  }
  return {
    call: call as Call,
    signal,
    state: run.state,
    secret: (name) => run.secrets[name] ?? '',
    cached: run.cached,
    fetched: readThrough(run, seen),
    kept: run.kept,
    rest: (ms) => run.env.sleep(ms, signal),
    alone: (name, work) => run.env.alone(name, signal, work),
    progress: run.progress,
    put: run.put,
  }
}

/** The network first, unless it is known to be away; else what was kept. */
function readThrough(
  { envelope: { projectId }, kept, env, state }: Tries,
  seen: Seen,
): RequestContext['fetched'] {
  return async (cache, key, ask, instead) => {
    const look = async () =>
      (await kept.read(cache, key, projectId)) ??
      (instead === undefined ? undefined : await kept.read(cache, instead, projectId))
    // Reading goes on at once. Of the account's lists the network is asked all the same: so its return is seen.
    const away = cache.life === 'project' && (!env.online() || !state().network.online)
    const known = away ? await look() : undefined
    if (known !== undefined) return known
    try {
      return await ask()
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.status === 403 || failure.status === 404) kept.drop(cache, key, projectId)
      const found = isAway(failure) || failure.kind === 'timeout' ? await look() : undefined
      if (found === undefined) throw thrown
      seen.unheard = failure
      return found
    }
  }
}

/**
 * Writes of a signed-in user carry the command's id, so that the server does them once. Sign-in itself does not: its
 * replies hold tokens, which no record of replies may keep.
 */
function keyOf(contract: AnyCall, commandId: string, nth: number): string | null {
  if (!isWrite(contract) || contract.needs === 'public' || contract.needs === 'session') return null
  return nth === 1 ? commandId : `${commandId}-${nth}`
}
