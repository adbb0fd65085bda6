/** Whatever the strategy: what is asked is answered, once and in time, or given up because its scope was left. */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { effect, type Strategy } from '#src/effects/define.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import { runs, property as test } from '#tests/runs.ts'
import { asked, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'

/** An event, an answer to any request that was ever made, a stop by the user, a scope being left, time passing. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), key: fc.constantFrom('a', 'b') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(),
      good: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('breathe' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))

interface Said {
  readonly about: string
  readonly n: number
  /** How many events there were when it was said. */
  readonly at: number
}

async function tell(strategy: Strategy, steps: readonly Step[]) {
  const open: ((good: boolean) => void)[] = []
  const events: { readonly about: string; readonly commandId: string }[] = []
  const said: Said[] = []
  let leftAt = 0
  const speak = ({ payload }: { payload: { about: string; n: number } }) => {
    said.push({ ...payload, at: events.length })
    return {}
  }
  const effects = testEffects({
    env: testEnvironment(),
    http: { call: () => Promise.reject(new Error('not used')) },
    effects: [
      effect({
        name: 'test',
        on: asked,
        strategy,
        scope: 'project',
        request: () =>
          new Promise<void>((resolve, reject) => {
            open.push((good) => (good ? resolve() : reject(new CallFailed(callFailure({ kind: 'invalid' })))))
          }),
        done: speak,
        fail: speak,
      }),
    ],
  })
  for (const one of steps) {
    if (one.kind === 'ask') {
      const envelope = envelopeOf({ about: one.key, n: events.length + 1 })
      events.push({ about: one.key, commandId: envelope.commandId })
      effects.committed([envelope])
    } else if (one.kind === 'answer') open[one.which % Math.max(1, open.length)]?.(one.good)
    else if (one.kind === 'stop') effects.cancel(events[one.which % events.length]?.commandId ?? '')
    else if (one.kind === 'leave') {
      effects.leave('project')
      leftAt = events.length
    } else await breathe()
  }
  for (let before = -1; before < open.length; await breathe()) {
    before = open.length
    for (const answer of open) answer(true)
    await breathe()
  }
  await effects.idle()
  expect(effects.faults).toEqual([])
  const wanted = events.flatMap(({ about }, index) => (index >= leftAt ? [{ about, n: index + 1 }] : []))
  return { said, wanted, leftAt }
}

const script = fc.array(step, { minLength: 1, maxLength: 40 })

describe('what is asked', () => {
  test('of `first`: an answer follows every event, from it or from one that was under way', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const { said, wanted } = await tell('first', steps)
        for (const { about, n } of wanted) {
          expect(said.some((one) => one.about === about && one.at >= n)).toBe(true)
        }
        expect(new Set(said.map(({ n }) => n)).size).toBe(said.length)
      }),
      { numRuns: runs(200) },
    )
  })

  for (const strategy of ['queue', 'every'] as const) {
    test(`of \`${strategy}\`: every event is answered once, and none of a scope that was left`, async () => {
      await fc.assert(
        fc.asyncProperty(script, async (steps) => {
          const { said, wanted, leftAt } = await tell(strategy, steps)
          const numbers = said.map(({ n }) => n)
          expect(new Set(numbers).size).toBe(numbers.length)
          for (const { n } of wanted) expect(numbers).toContain(n)
          for (const { n, at } of said) if (n <= leftAt) expect(at).toBeLessThanOrEqual(leftAt)
        }),
        { numRuns: runs(200) },
      )
    })
  }
})
