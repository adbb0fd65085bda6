/** What effects do with what is kept, and without the network. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contracts/call.ts'
import { asked, createTestOutbox, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'
import { type CacheLife, createCache, write } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'
import { type EffectDef, effect } from './define.ts'
import { CallFailed, type CallFailure, callFailure } from './failure.ts'
import type { Http } from './http.ts'
import type { OfflineCache } from './offline-cache.ts'

const getIt = call({
  name: 'test.get',
  method: 'GET',
  path: '/it',
  needs: 'account',
  reply: z.string(),
  summary: 'For tests.',
})

type Answer = string | Partial<CallFailure>

/** A network that gives these answers one after the other, the last one for ever; and what was kept before. */
function world({
  answers,
  kept = {},
  life = 'project',
  online = true,
  over = {},
}: {
  answers: readonly Answer[]
  kept?: Readonly<Record<string, string>>
  life?: CacheLife
  online?: boolean
  over?: Partial<Omit<EffectDef<{ about: string; n: number }, string>, 'on'>>
}) {
  const cache = createCache<string>(`test.${life}`, 10, life)
  const calls: string[] = []
  const dropped: string[] = []
  const offered: unknown[] = []
  const http: Http = {
    call: (async ({ name }: { name: string }) => {
      calls.push(name)
      const answer = answers[Math.min(calls.length, answers.length) - 1] ?? ''
      if (typeof answer === 'string') return answer
      throw new CallFailed(callFailure({ kind: 'status', ...answer }))
    }) as Http['call'],
  }
  const port: OfflineCache = {
    read: async <V>(_: unknown, key: string, projectId: number | null) => kept[`${projectId}:${key}`] as V,
    drop: (_, key, projectId) => dropped.push(`${projectId}:${key}`),
    offer: ({ value }, projectId) => offered.push([value, projectId]),
    missing: async () => [],
  }
  const state = { network: { online, waiting: 0 } } as unknown as RootState
  const effects = testEffects({
    effects: [
      effect({
        name: 'test.read',
        on: asked,
        strategy: 'latest',
        retry: { times: 2, base: 1, cap: 1 },
        request: (_, { call: ask, fetched }) => fetched(cache, 'key', () => ask(getIt), 'instead'),
        done: (_, value) => ({
          cache: [write(cache, 'key', value)],
          commands: [{ type: 'got', payload: { value } }],
        }),
        fail: (_, { kind }) => ({ commands: [{ type: 'failed', payload: { kind } }] }),
        ...over,
      }),
    ],
    http,
    env: testEnvironment(),
    state: () => state,
    kept: port,
  })
  const run = async () => {
    effects.committed([envelopeOf({ about: 'a', n: 1 }, { projectId: 3 })])
    await effects.idle()
    return effects.answers().map(({ type, payload }) => [type, payload])
  }
  return { run, calls, dropped, offered, effects }
}

const lost = { kind: 'network' } as const
const saidOnline = (effects: ReturnType<typeof world>['effects']) =>
  effects.dispatched.flatMap(({ input }) =>
    input.type === 'effects.reportNetwork' ? [(input.payload as { online: boolean }).online] : [],
  )

describe('reading through what is kept', () => {
  it('takes what the network says, and has it kept for its project', async () => {
    const { run, offered } = world({ answers: ['new'], kept: { '3:key': 'old' } })
    expect(await run()).toEqual([['got', { value: 'new' }]])
    expect(offered).toEqual([['new', 3]])
  })

  it('takes what was kept where nobody answers, at the first try', async () => {
    for (const failure of [lost, { kind: 'timeout' }, { kind: 'status', status: 502 }] as const) {
      const { run, calls } = world({ answers: [failure], kept: { '3:key': 'old' } })
      expect(await run()).toEqual([['got', { value: 'old' }]])
      expect(calls).toHaveLength(1)
    }
  })

  it('takes what may stand for it where it was not kept itself', async () => {
    const { run } = world({ answers: [lost], kept: { '3:instead': 'last' } })
    expect(await run()).toEqual([['got', { value: 'last' }]])
  })

  it('asks again, and says that it failed, where nothing was kept; nothing of another project helps', async () => {
    const { run, calls } = world({ answers: [lost], kept: { '4:key': 'theirs' } })
    expect(await run()).toEqual([['failed', { kind: 'network' }]])
    expect(calls).toHaveLength(3)
  })

  it('keeps no longer what is refused, and does not show it either', async () => {
    for (const status of [403, 404]) {
      const { run, dropped } = world({ answers: [{ status }], kept: { '3:key': 'old' } })
      expect(await run()).toEqual([['failed', { kind: 'status' }]])
      expect(dropped).toEqual(['3:key'])
    }
    const { run, dropped } = world({ answers: [{ status: 500 }], kept: { '3:key': 'old' } })
    expect(await run()).toEqual([['failed', { kind: 'status' }]])
    expect(dropped).toEqual([])
  })

  it('asks nobody for what is being read while the network is known to be away', async () => {
    const { run, calls } = world({ answers: ['new'], kept: { '3:key': 'old' }, online: false })
    expect(await run()).toEqual([['got', { value: 'old' }]])
    expect(calls).toEqual([])
  })

  it("asks for the account's lists all the same: so it is seen that the network is back", async () => {
    const { run, calls } = world({
      answers: ['new'],
      kept: { '3:key': 'old' },
      life: 'account',
      online: false,
    })
    expect(await run()).toEqual([['got', { value: 'new' }]])
    expect(calls).toHaveLength(1)
  })

  it('does not take a kept answer for a sign that the server is there', async () => {
    const away = world({ answers: [lost], kept: { '3:key': 'old' } })
    await away.run()
    expect(saidOnline(away.effects)).toEqual([false])
  })
})

describe("what is nobody's own work", () => {
  it('leaves no trace where it asked nothing', async () => {
    const quiet = world({ answers: [''], over: { quiet: true, request: async () => '' } })
    await quiet.run()
    expect(quiet.effects.reports()).toEqual([])
    const loud = world({ answers: [''], over: { request: async () => '' } })
    await loud.run()
    expect(loud.effects.reports()).toHaveLength(1)
  })

  it('is delivered like any other, and not counted as unsent', async () => {
    for (const quiet of [true, false]) {
      const outbox = createTestOutbox()
      const view = outbox.view()
      view.lead()
      const sent: string[] = []
      const effects = testEffects({
        effects: [
          effect({
            name: 'test.tell',
            on: asked,
            strategy: 'queue',
            delivery: 'once',
            quiet,
            request: async ({ id }) => {
              sent.push(id)
              return new Promise(() => undefined)
            },
            done: () => ({}),
            fail: () => ({}),
          }),
        ],
        http: { call: (async () => undefined) as Http['call'] },
        env: testEnvironment(),
        outbox: view.port,
        leadership: view.leadership,
      })
      const envelope = envelopeOf({ about: 'a', n: 1 })
      outbox.add(envelope)
      await expect.poll(() => sent).toEqual([envelope.id])
      const counts = effects.dispatched.flatMap(({ input }) =>
        input.type === 'effects.reportNetwork' ? [(input.payload as { waiting: number }).waiting] : [],
      )
      expect(Math.max(0, ...counts)).toBe(quiet ? 0 : 1)
      expect(await effects.delivery.flush(0)).toEqual(quiet ? { count: 0, looks: 1 } : { count: 1, looks: 0 })
      effects.stop()
    }
  })
})
