/** Whether and when a failed call is tried again. */
import type { Retry } from './define.ts'
import type { Environment } from './environment.ts'
import type { CallFailure } from './failure.ts'

const retriedStatuses = new Set([408, 425, 429])

/** Whether another try may end otherwise: what the network or the server's state did, never what the call was. */
export const isTransient = ({ kind, status }: CallFailure): boolean =>
  kind === 'network' ||
  kind === 'timeout' ||
  kind === 'aborted' ||
  (kind === 'status' && (retriedStatuses.has(status) || status >= 500))

/** Whether nobody can say if the server did it: it may have, and its answer was lost. */
export const isUnknown = ({ kind }: CallFailure): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'aborted' || kind === 'canceled'

/**
 * How long to wait before try `attempt + 1` (the first try is 1): full jitter under an exponential ceiling, and
 * never sooner than the server asks for. In the background the whole ceiling is waited.
 */
export function waitBefore(
  attempt: number,
  policy: Retry,
  failure: Pick<CallFailure, 'retryAfter'>,
  env: Pick<Environment, 'random' | 'hidden'>,
): number {
  const ceiling = Math.min(policy.cap, policy.base * 2 ** (attempt - 1))
  const wait = env.hidden() ? ceiling : env.random() * ceiling
  return Math.max(Math.round(wait), failure.retryAfter ?? 0)
}

/**
 * Waits `ms`, and while the browser is offline. Coming back online or to the front ends the wait, except the part
 * that the server asked for. Rejects with the signal's reason when it is aborted.
 */
export async function pause(ms: number, asked: number, env: Environment, signal: AbortSignal): Promise<void> {
  const until = env.now() + ms
  const atLeast = env.now() + asked
  for (;;) {
    signal.throwIfAborted()
    const now = env.now()
    if (env.online() && now >= until) return
    const before = { online: env.online(), hidden: env.hidden() }
    const woken = await change(env, env.online() ? until - now : Number.POSITIVE_INFINITY, signal)
    const better = woken && ((env.online() && !before.online) || (before.hidden && !env.hidden()))
    if (better && env.online()) {
      const rest = atLeast - env.now()
      if (rest > 0) await env.sleep(rest, signal)
      return
    }
  }
}

/** Resolves after `ms` with false, or with true when the environment changes first. */
async function change(env: Environment, ms: number, signal: AbortSignal): Promise<boolean> {
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  return new Promise<boolean>((resolve, reject) => {
    const done = (settle: () => void) => {
      unsubscribe()
      ending.abort()
      settle()
    }
    const unsubscribe = env.subscribe(() => done(() => resolve(true)))
    signal.addEventListener('abort', () => done(() => reject(signal.reason)), {
      once: true,
      signal: ending.signal,
    })
    if (Number.isFinite(ms)) {
      env.sleep(Math.max(0, ms), both).then(
        () => done(() => resolve(false)),
        // Ended by the change or by the signal: both have settled this already.
        () => undefined,
      )
    }
  })
}
