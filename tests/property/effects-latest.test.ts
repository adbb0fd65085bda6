/** Invariant 13: `latest` has one live run a key, and no stale answer becomes a command. */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { effect } from '#src/effects/define.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import { runs, property as test } from '#tests/runs.ts'
import { asked, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'

/** What can happen: a new event of a key, an answer to any request that was ever made, a stop, a scope being left. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), key: fc.constantFrom('a', 'b') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(),
      how: fc.constantFrom('good' as const, 'lost' as const, 'bad' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('breathe' as const) }) },
)

interface Open {
  readonly key: string
  readonly n: number
  readonly signal: AbortSignal
  readonly settle: (how: 'good' | 'lost' | 'bad') => void
}

describe('invariant 13', () => {
  test('keeps one live run a key, and lets only the newest event of a key speak', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        fc.boolean(),
        async (steps, obedient, withRetry) => {
          const open: Open[] = []
          const newest = new Map<string, number>()
          const answersOf = new Map<number, number>()
          const commands: string[] = []
          let leftAt = 0
          let n = 0
          const effects = testEffects({
            env: testEnvironment(),
            http: { call: () => Promise.reject(new Error('not used')) },
            effects: [
              effect({
                name: 'search',
                on: asked,
                strategy: 'latest',
                scope: 'project',
                ...(withRetry && { retry: { times: 2, base: 5, cap: 10 } }),
                request: ({ payload }, { signal }) =>
                  new Promise<number>((resolve, reject) => {
                    const settle: Open['settle'] = (how) => {
                      if (how === 'good') resolve(payload.n)
                      else
                        reject(new CallFailed(callFailure({ kind: how === 'lost' ? 'network' : 'invalid' })))
                    }
                    open.push({ key: payload.about, n: payload.n, signal, settle })
                    // A request that does not listen to its signal must do no harm either.
                    if (obedient) signal.addEventListener('abort', () => reject(signal.reason))
                  }),
                done: ({ payload }, reply) => ({
                  commands: [{ type: 'done', payload: { ...payload, reply } }],
                }),
                fail: ({ payload }) => ({ commands: [{ type: 'failed', payload }] }),
              }),
            ],
          })
          const spoken = () => effects.answers().map(({ payload }) => payload as { about: string; n: number })
          const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))

          for (const one of steps) {
            if (one.kind === 'ask') {
              n += 1
              newest.set(one.key, n)
              const before = spoken().length
              const envelope = envelopeOf({ about: one.key, n })
              commands.push(envelope.commandId)
              effects.committed([envelope])
              // Nothing that was superseded a moment ago may have spoken in the same turn.
              expect(spoken().length).toBe(before)
            } else if (one.kind === 'answer') {
              open[one.which % Math.max(1, open.length)]?.settle(one.how)
            } else if (one.kind === 'stop') effects.cancel(commands[one.which % commands.length] ?? '')
            else if (one.kind === 'leave') {
              effects.leave('project')
              leftAt = n
            } else await breathe()

            for (const key of ['a', 'b']) {
              const live = open.filter((run) => run.key === key && !run.signal.aborted).map((run) => run.n)
              const silent = live.filter((number) => !spoken().some((said) => said.n === number))
              // Of a key at most the newest is live: all others have been cancelled, or have spoken in their time.
              expect(silent.filter((number) => number !== newest.get(key))).toEqual([])
            }
            for (const [index, said] of spoken().entries()) {
              if (answersOf.has(index)) continue
              answersOf.set(index, said.n)
              // At the moment in which it speaks it is the newest of its key, and its scope has not been left.
              expect(said.n).toBe(newest.get(said.about))
              expect(said.n).toBeGreaterThan(leftAt)
            }
          }
          const numbers = spoken().map((said) => said.n)
          expect(new Set(numbers).size).toBe(numbers.length)
          effects.stop()
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
