import { describe, expect, it } from 'vitest'
import { asked, createTestOutbox, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'
import { type EffectDef, effect } from './define.ts'
import type { Http } from './http.ts'
import { lazyModule } from './lazy-module.ts'

const http: Http = {
  call: () => {
    throw new Error('The bodies of these tests call nothing')
  },
}

/** A body that the network loses so many times, as browsers say it. */
function lost(times: number) {
  let asks = 0
  const body = lazyModule(async () => {
    asks += 1
    if (asks <= times) throw new TypeError('Failed to fetch dynamically imported module: /assets/body.js')
    return { answer: (n: number) => ({ n }) }
  })
  return { body, asks: () => asks }
}

type Over = Partial<Omit<EffectDef<{ about: string; n: number }, { n: number }>, 'on'>>
const effectOf = (body: ReturnType<typeof lost>['body'], over: Over) =>
  effect({
    name: 'test.lazyModule',
    on: asked,
    strategy: 'queue',
    request: async ({ payload: { n } }) => (await body()).answer(n),
    done: (_, { n }) => ({ commands: [{ type: 'got', payload: { n } }] }),
    fail: (_, { kind, message }) => ({ commands: [{ type: 'failed', payload: { kind, message } }] }),
    ...over,
  })

describe('a body of an effect that cannot be fetched', () => {
  it('is tried again by the policy of the effect', async () => {
    const { body, asks } = lost(2)
    const effects = testEffects({
      effects: [effectOf(body, { retry: { times: 2, base: 10, cap: 10 } })],
      http,
      env: testEnvironment(),
    })
    effects.committed([envelopeOf({ about: 'a', n: 7 })])
    await effects.idle()
    expect(effects.answers()).toEqual([{ type: 'got', payload: { n: 7 } }])
    expect(asks()).toBe(3)
  })

  it('is said to be the network, once no try is left, and says nothing of the server', async () => {
    const { body, asks } = lost(2)
    const effects = testEffects({
      effects: [effectOf(body, { retry: { times: 1, base: 10, cap: 10 } })],
      http,
      env: testEnvironment(),
    })
    effects.committed([envelopeOf({ about: 'a', n: 7 })])
    await effects.idle()
    expect(effects.answers()).toEqual([
      { type: 'failed', payload: { kind: 'network', message: 'Network Error' } },
    ])
    expect(asks()).toBe(2)
    // Whether the server can be reached is seen by calls alone.
    expect(effects.dispatched.filter(({ input }) => input.type === 'effects.reportNetwork')).toEqual([])
  })

  it('keeps what is to be delivered waiting, however often it fails', async () => {
    const { body } = lost(12)
    const box = createTestOutbox()
    const view = box.view()
    view.lead()
    const effects = testEffects({
      effects: [effectOf(body, { delivery: 'once', retry: { times: 1, base: 10, cap: 10 } })],
      http,
      env: testEnvironment(),
      outbox: view.port,
      leadership: view.leadership,
    })
    box.add(envelopeOf({ about: 'a', n: 7 }))
    await expect.poll(() => effects.answers()).toEqual([{ type: 'got', payload: { n: 7 } }])
  })
})
