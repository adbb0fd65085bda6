import { describe, expect, it } from 'vitest'
import { asked, envelopeOf, testEnvironment } from '#tests/support/effects.ts'
import { everythingLoaded } from '../events/area-loading.ts'
import type { RootState } from '../stores/root.ts'
import { effect } from './define.ts'
import { startDelivery } from './deliver.ts'
import type { Http } from './http.ts'
import { noOfflineCache } from './offline-cache.ts'
import type { OutboxRow } from './outbox.ts'

/** A leading tab's delivery, of which the first request is answered when the test says so. */
function delivering() {
  const sent: number[] = []
  const answer = Promise.withResolvers<void>()
  let rows: OutboxRow[] = []
  let changed = (_come: readonly OutboxRow[]): void => undefined
  const delivery = startDelivery({
    areas: everythingLoaded,
    effects: [
      effect({
        name: 'test.send',
        on: asked,
        strategy: 'queue',
        delivery: 'once',
        request: async ({ payload: { n } }) => {
          sent.push(n)
          if (n === 1) await answer.promise
        },
        done: () => ({}),
        fail: () => ({}),
      }),
    ],
    http: {} as Http,
    env: testEnvironment(),
    outbox: {
      rows: async () => rows,
      settle: async ({ id }) => {
        rows = rows.filter((row) => row.id !== id)
        return true
      },
      subscribe: (listener) => {
        changed = listener
        return () => undefined
      },
    },
    leadership: { epoch: () => 1, subscribe: () => () => undefined },
    signedIn: () => true,
    stateOf: () => () => ({}) as RootState,
    cached: () => undefined,
    kept: noOfflineCache,
    apply: async () => true,
    record: () => () => undefined,
    progress: () => undefined,
    cache: () => undefined,
    waiting: () => undefined,
  })
  const append = (n: number): void => {
    const envelope = envelopeOf({ about: 'x', n })
    const row = { id: envelope.id, log: 'one', envelope }
    rows = [...rows, row]
    changed([row])
  }
  return { delivery, sent, append, answer: answer.resolve }
}

describe('what this tab has just appended', () => {
  it('never goes before what waits behind a request, in whatever moment that one comes to its end', async () => {
    for (let moment = 0; moment < 40; moment++) {
      const { delivery, sent, append, answer } = delivering()
      await delivery.idle()
      append(1)
      append(2)
      expect(sent).toEqual([1])
      answer()
      for (let turn = 0; turn < moment; turn++) await Promise.resolve()
      append(3)
      await delivery.idle()
      expect([moment, sent]).toEqual([moment, [1, 2, 3]])
      delivery.stop()
    }
  })
})
