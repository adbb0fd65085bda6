/** Reads what was asked of the server: the value that came last, and the failure of the last asking. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Read } from '#src/reads/read.ts'
import { type Failure, failures } from '#src/stores/answers.ts'
import type { Cache } from '#src/stores/cache.ts'
import { $online } from '#src/stores/network.ts'

export interface Answer<V> {
  readonly value: V | null
  readonly failure: Failure | null
}

export interface Reading<V> extends Answer<V> {
  /** Asks anew. */
  readonly again: () => void
}

interface HowRead<V> {
  /** Ms between two askings while the window is visible, which may depend on what is held; absent: once. */
  readonly every?: number | ((held: V | null) => number | undefined)
  /** Asks anew when this moves on. */
  readonly asOf?: string | number
  /** Of what does not change by itself: asked only while nothing is held, or `every` says how often. */
  readonly once?: true
}

/**
 * Shows what is held of a read, and asks for it: once when its screen opens, or every so often. null: nothing is asked, and
 * nothing shown.
 */
export function useRead<P, V>(
  what: Read<P, V>,
  payload: P | null,
  { every, asOf = '', once }: HowRead<V> = {},
): Reading<V> {
  const run = useUnit(dispatch)
  const key = payload === null ? '' : what.key(payload)
  const answer = useAnswer(what.cache, key)
  const ask = payload === null ? null : what.request(payload)
  const pace = typeof every === 'function' ? every(answer.value) : every
  useAsk(pace !== undefined || (once && answer.value !== null) ? null : ask, asOf)
  usePoll(pace === undefined ? null : ask, pace ?? 0, { asOf, key, timeout: what.timeout })
  return {
    ...answer,
    again: () => {
      if (ask !== null) run(ask)
    },
  }
}

/** What is held of a read, without asking for it: whoever else shows it asks. */
export const useHeld = <P, V>(what: Read<P, V>, payload: P | null): Answer<V> =>
  useAnswer(what.cache, payload === null ? '' : what.key(payload))

export function useAnswer<V>(cache: Cache<V>, key: string): Answer<V> {
  const value = useCached(cache, key)
  const failure = useCached(failures, key)
  return { value, failure }
}

/** One entry of a cache, or null. */
export function useCached<V>(cache: Cache<V>, key: string): V | null {
  return useStoreMap({
    store: cache.$entries,
    keys: [key] as const,
    fn: (entries, [of]) => entries.get(of) ?? null,
    defaultValue: null,
  })
}

/** Says a command once when its screen opens, and again when what it is about changes, or `asOf` moves on. */
export function useAsk(ask: CommandInput | null, asOf: string | number = ''): void {
  const run = useUnit(dispatch)
  const said = ask === null ? null : JSON.stringify(ask)
  const latest = useRef(ask)
  latest.current = ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment is another question
  useEffect(() => {
    if (said !== null && latest.current !== null) run(latest.current)
  }, [said, asOf, run])
}

/** Without the network an answer comes at once, and is none: nobody asks more often. */
const offlineMs = 5_000

interface HowPolled {
  readonly asOf?: string | number
  /** Under which the answer comes: the next asking waits for it, as it would cancel the one before. */
  readonly key?: string
  /** Ms that it waits at most. */
  readonly timeout?: number
}

/**
 * Asks again and again while the window is visible; at once when it becomes so, the network is back, or `asOf` moves on.
 * On a line slower than the pace the next asking waits for the answer, or until the one before must have failed. null: not
 * at all.
 */
export function usePoll(
  ask: CommandInput | null,
  everyMs: number,
  { asOf = '', key = '', timeout = 0 }: HowPolled = {},
): void {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const pace = online ? everyMs : Math.max(everyMs, offlineMs)
  const said = ask === null ? null : JSON.stringify(ask)
  const latest = useRef(ask)
  latest.current = ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment is another question
  useEffect(() => {
    if (said === null) return
    let waitingSince: number | null = null
    const look = () => {
      if (document.visibilityState !== 'visible' || latest.current === null) return
      if (key !== '') waitingSince = performance.now()
      run(latest.current)
    }
    const lookAgain = () => {
      if (waitingSince === null || performance.now() - waitingSince >= timeout) look()
    }
    // Whatever became of an asking, it is said among the failures: null where it went well.
    const unwatch = failures.put.watch((entry) => {
      if (entry.key === key) waitingSince = null
    })
    look()
    const timer = setInterval(lookAgain, pace)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      unwatch()
      document.removeEventListener('visibilitychange', look)
    }
  }, [said, pace, asOf, key, timeout, run])
}
