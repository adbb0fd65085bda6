import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contracts/call.ts'
import { asked, createTestOutbox, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'
import { startHttpServer, type TestHttpServer } from '#tests/support/http-server.ts'
import { cancelRun } from '../commands/effects.ts'
import { cancelRequested } from '../events/catalog/effects.ts'
import { type AnyEffect, type EffectDef, effect, readTimeout } from './define.ts'
import { CallFailed, callFailure } from './failure.ts'
import { createHttp, type Http } from './http.ts'
import { sameServer } from './http-request.ts'
import { createTokenVault } from './token-vault.ts'

const grid = call({
  name: 'test.grid',
  method: 'GET',
  path: '/grid',
  needs: 'account',
  query: z.strictObject({ n: z.int() }),
  reply: z.object({ n: z.int() }),
  summary: 'For tests.',
})
const save = call({
  name: 'test.save',
  method: 'PUT',
  path: '/save',
  needs: 'account',
  body: z.strictObject({ n: z.int() }),
  reply: z.object({ n: z.int() }),
  summary: 'For tests.',
})

let server: TestHttpServer
let http: Http
beforeEach(async () => {
  server = await startHttpServer(() => ({ body: { n: 0 } }))
  http = createHttp({
    fetch: globalThis.fetch,
    xhr: () => {
      throw new Error('No uploads here')
    },
    baseUrls: sameServer(server.origin),
    vault: createTokenVault(),
    timeZone: () => 'UTC',
    project: () => null,
    cookie: () => null,
    signedIn: () => true,
    authorise: async () => undefined,
    onSessionEnd: () => undefined,
    redirectOrigins: [],
    ownOrigin: server.origin,
    console: { error: () => undefined },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

type Over = Partial<Omit<EffectDef<{ about: string; n: number }, { n: number }>, 'on'>>
const fetching = (over: Over = {}): AnyEffect =>
  effect({
    name: 'test.fetch',
    on: asked,
    strategy: 'latest',
    request: ({ payload }, ctx) => ctx.call(grid, { query: { n: payload.n } }),
    done: ({ payload }, { n }) => ({ commands: [{ type: 'got', payload: { asked: payload.n, n } }] }),
    fail: (_, { kind, message }) => ({ commands: [{ type: 'failed', payload: { kind, message } }] }),
    ...over,
  })
const saving = (over: Over = {}): AnyEffect =>
  fetching({
    strategy: 'queue',
    request: ({ payload }, ctx) => ctx.call(save, { body: { n: payload.n } }),
    ...over,
  })

/** Answers each request when the test says so, in the order in which they came. */
function held() {
  const open: ((status?: number) => void)[] = []
  server.handler = ({ url, body }) =>
    new Promise((resolve) => {
      const n = Number(new URL(url, server.origin).searchParams.get('n') ?? JSON.parse(body || '{}').n ?? 0)
      open.push((status = 200) => resolve({ status, body: { n, message: `m${status}` } }))
    })
  return open
}
const run = (effects: AnyEffect[], env = testEnvironment()) => testEffects({ effects, http, env })

describe('strategies', () => {
  it('[transport-grid-fetch-cancel] cancels the grid fetch in flight when a new one for the same key starts', async () => {
    const open = held()
    const effects = run([fetching({ key: () => '/grid' })])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await expect.poll(() => open.length).toBe(1)
    effects.committed([envelopeOf({ about: 'b', n: 2 })])
    await expect.poll(() => open.length).toBe(2)
    await expect.poll(() => server.asked[0]?.gone()).toBe(true)
    open[1]?.()
    await effects.idle()
    expect(effects.answers()).toEqual([{ type: 'got', payload: { asked: 2, n: 2 } }])
    expect(effects.reports().map(({ outcome }) => outcome)).toEqual(['superseded', 'answered'])
  })

  it('[transport-grid-fetch-cancel] leaves fetches of another key alone', async () => {
    const open = held()
    const effects = run([fetching()])
    effects.committed([envelopeOf({ about: 'a', n: 1 }), envelopeOf({ about: 'b', n: 2 })])
    await expect.poll(() => open.length).toBe(2)
    for (const answer of open) answer()
    await effects.idle()
    expect(effects.answers()).toHaveLength(2)
  })

  it('ignores a second run of `first`, runs all of `every`, and takes `queue` one after the other', async () => {
    const open = held()
    const effects = run([
      fetching({ name: 'first', strategy: 'first' }),
      fetching({ name: 'every', strategy: 'every' }),
      fetching({ name: 'queue', strategy: 'queue' }),
    ])
    effects.committed([envelopeOf({ about: 'a', n: 1 }), envelopeOf({ about: 'a', n: 2 })])
    await expect.poll(() => open.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(open).toHaveLength(4)
    for (const answer of [...open]) answer()
    await expect.poll(() => open.length).toBe(5)
    open[4]?.()
    await effects.idle()
    const by = (name: string) => effects.reports().filter((report) => report.effect === name).length
    expect([by('first'), by('every'), by('queue')]).toEqual([1, 2, 2])
  })

  it('passes over what other tabs have committed', async () => {
    const effects = run([fetching()])
    effects.committed([envelopeOf({ about: 'a', n: 1 }, { tabId: 'tab-2' })])
    await effects.idle()
    expect(server.asked).toEqual([])
  })
})

describe('an event that comes while a run of its key is ending', () => {
  const got = (n: number) => ({ type: 'got', payload: { asked: n, n } })
  const stopped = { type: 'failed', payload: { kind: 'canceled', message: 'Request was canceled' } }

  for (const strategy of ['first', 'queue'] as const) {
    it(`is answered where the run has just been left: ${strategy}`, async () => {
      const effects = run([fetching({ strategy, scope: 'project' })])
      server.handler = ({ url }) => ({
        body: { n: Number(new URL(url, server.origin).searchParams.get('n')) },
      })
      effects.committed([envelopeOf({ about: 'a', n: 1 })])
      effects.leave('project')
      effects.committed([envelopeOf({ about: 'a', n: 2 })])
      await effects.idle()
      expect(effects.answers()).toEqual([got(2)])
    })

    it(`is answered after what the user has stopped says so: ${strategy}`, async () => {
      const effects = run([fetching({ strategy })])
      server.handler = ({ url }) => ({
        body: { n: Number(new URL(url, server.origin).searchParams.get('n')) },
      })
      const first = envelopeOf({ about: 'a', n: 1 })
      effects.committed([first])
      effects.cancel(first.commandId)
      effects.committed([envelopeOf({ about: 'a', n: 2 })])
      await effects.idle()
      expect(effects.answers()).toEqual([stopped, got(2)])
    })
  }

  it('is answered by itself where the answer of the first one has come already', async () => {
    const second = envelopeOf({ about: 'a', n: 2 })
    const late = [second]
    const effects = run([
      fetching({
        strategy: 'first',
        request: async ({ payload }) => ({ n: payload.n }),
        done: ({ payload }, { n }) => {
          effects.committed(late.splice(0))
          return { commands: [{ type: 'got', payload: { asked: payload.n, n } }] }
        },
      }),
    ])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await effects.idle()
    expect(effects.answers()).toEqual([got(1), got(2)])
  })

  it('says nothing of a run that the user has stopped and a newer one has superseded', async () => {
    const effects = run([fetching()])
    server.handler = () => ({ body: { n: 2 } })
    const first = envelopeOf({ about: 'a', n: 1 })
    effects.committed([first])
    effects.cancel(first.commandId)
    effects.committed([envelopeOf({ about: 'a', n: 2 })])
    await effects.idle()
    expect(effects.answers()).toEqual([got(2)])
  })

  it('is waited for no longer once it is stopped: it sends nothing, says so, and the others go on in order', async () => {
    const open = held()
    const effects = run([fetching({ strategy: 'queue' })])
    const events = [1, 2, 3].map((n) => envelopeOf({ about: 'a', n }))
    effects.committed(events)
    await expect.poll(() => open.length).toBe(1)
    effects.cancel(events[1]?.commandId ?? '')
    await expect.poll(() => effects.answers()).toEqual([stopped])
    open[0]?.()
    await expect.poll(() => open.length).toBe(2)
    open[1]?.()
    await effects.idle()
    expect(effects.answers()).toEqual([stopped, got(1), got(3)])
    expect(server.asked).toHaveLength(2)
  })
})

describe('trying again', () => {
  it('repeats a read after 503 and a lost line, waits as asked, and records each try', async () => {
    const answers = [
      { status: 503, headers: { 'Retry-After': '2' }, body: {} },
      'hangUp' as const,
      { body: { n: 5 } },
    ]
    server.handler = () => answers.shift() ?? { status: 500 }
    const env = testEnvironment()
    const effects = run([fetching({ retry: { times: 3, base: 100, cap: 1_000 } })], env)
    effects.committed([envelopeOf({ about: 'a', n: 5 })])
    await effects.idle()
    expect(effects.answers()).toEqual([{ type: 'got', payload: { asked: 5, n: 5 } }])
    expect(effects.reports()).toMatchObject([
      { attempt: 1, call: 'test.grid', outcome: 'failed', status: 503, waitMs: 2_000, log: 'project' },
      { attempt: 2, outcome: 'failed', status: 0, message: 'Network Error', waitMs: 100 },
      { attempt: 3, outcome: 'answered', waitMs: null },
    ])
    expect(env.waits).toEqual([2_000, 100])
    expect(new Set(effects.reports().map(({ run: id }) => id)).size).toBe(1)
  })

  it('gives up after so many tries, and never repeats what the server has refused', async () => {
    server.handler = () => ({ status: 503, body: {} })
    const effects = run([fetching({ retry: { times: 2, base: 1, cap: 1 } })])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await effects.idle()
    expect(server.asked).toHaveLength(3)
    server.handler = () => ({ status: 404, body: { message: 'No.' } })
    effects.committed([envelopeOf({ about: 'b', n: 1 })])
    await effects.idle()
    expect(server.asked).toHaveLength(4)
    expect(effects.answers().at(-1)).toEqual({ type: 'failed', payload: { kind: 'status', message: 'No.' } })
  })

  it("repeats a write only under a key: the command's id, the same each time", async () => {
    const answers = ['hangUp' as const, { body: { n: 1 } }]
    server.handler = () => answers.shift() ?? { status: 500 }
    const retry = { times: 3, base: 1, cap: 1 }
    const effects = run([saving({ retry })])
    const envelope = envelopeOf({ about: 'a', n: 1 })
    effects.committed([envelope])
    await effects.idle()
    expect(server.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
      envelope.commandId,
      envelope.commandId,
    ])
    server.handler = () => 'hangUp'
    server.asked.length = 0
    const keyless = run([
      saving({
        retry,
        request: ({ payload }, ctx) => ctx.call(save, { body: { n: payload.n }, idempotencyKey: null }),
      }),
    ])
    keyless.committed([envelopeOf({ about: 'a', n: 1 })])
    await keyless.idle()
    expect(server.asked).toHaveLength(1)
    expect(keyless.answers()).toMatchObject([{ type: 'failed', payload: { kind: 'network' } }])
  })

  it('gives each further write of one run a key of its own', async () => {
    const effects = run([
      saving({
        request: async (_, ctx) => {
          await ctx.call(save, { body: { n: 1 } })
          return ctx.call(save, { body: { n: 2 } })
        },
      }),
    ])
    const envelope = envelopeOf({ about: 'a', n: 1 })
    effects.committed([envelope])
    await effects.idle()
    expect(server.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
      envelope.commandId,
      `${envelope.commandId}-2`,
    ])
  })

  it("[transport-timeouts] ends each try after the effect's time", async () => {
    held()
    const effects = run([fetching({ timeout: 20 })])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await effects.idle()
    expect(effects.answers()).toEqual([
      { type: 'failed', payload: { kind: 'timeout', message: 'Request Timed Out' } },
    ])
  })

  it('[transport-timeouts] ends a read that is never answered by itself, and asks again by its policy; a write waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const open = held()
    const effects = run([fetching({ retry: { times: 1, base: 10, cap: 10 } }), saving({ name: 'test.save' })])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    const reads = () => server.asked.filter(({ method }) => method === 'GET')
    for (const tries of [1, 2]) {
      await expect.poll(() => reads().length).toBe(tries)
      expect(effects.answers()).toEqual([])
      await vi.advanceTimersByTimeAsync(readTimeout / 2)
      expect(effects.reports()).toHaveLength(tries - 1)
      await vi.advanceTimersByTimeAsync(readTimeout / 2)
      await expect.poll(() => effects.reports().length).toBe(tries)
    }
    await expect
      .poll(() => effects.answers())
      .toEqual([{ type: 'failed', payload: { kind: 'timeout', message: 'Request Timed Out' } }])
    await expect.poll(() => reads().map((one) => one.gone())).toEqual([true, true])
    for (const answer of open) answer()
    await effects.idle()
    expect(effects.answers().map(({ type }) => type)).toEqual(['failed', 'got'])
  })
})

describe('stopping', () => {
  it('ends the runs of a scope that is left, and of those inside it, without a word', async () => {
    const open = held()
    const effects = run(
      (['app', 'session', 'project', 'route'] as const).map((scope) => fetching({ name: scope, scope })),
    )
    const lives = () => open.length
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await expect.poll(lives).toBe(4)
    effects.leave('project')
    await expect.poll(() => server.asked.filter((one) => one.gone()).length).toBe(2)
    effects.leave('session')
    await expect.poll(() => server.asked.filter((one) => one.gone()).length).toBe(3)
    for (const answer of open) answer()
    await effects.idle()
    expect(effects.answers()).toHaveLength(1)
    expect(effects.reports().map(({ effect: name }) => name)).toEqual(['app'])
  })

  it("[msg-cancelled] stops a read on the user's word and says so", async () => {
    held()
    const effects = run([fetching()])
    const envelope = envelopeOf({ about: 'a', n: 1 })
    effects.committed([envelope])
    await expect.poll(() => server.asked.length).toBe(1)
    const { payload } = cancelRun({ commandId: envelope.commandId })
    effects.committed([{ ...envelope, ...cancelRequested(payload), payload, id: 'x' }])
    await effects.idle()
    expect(effects.answers()).toEqual([
      { type: 'failed', payload: { kind: 'canceled', message: 'Request was canceled' } },
    ])
  })

  it('asks again by its key what became of a write that was stopped under way, before anyone is told', async () => {
    const open = held()
    const effects = run([saving()])
    const envelope = envelopeOf({ about: 'a', n: 3 })
    effects.committed([envelope])
    await expect.poll(() => open.length).toBe(1)
    effects.cancel(envelope.commandId)
    await expect.poll(() => open.length).toBe(2)
    expect(effects.answers()).toEqual([])
    open[1]?.()
    await effects.idle()
    expect(effects.answers()).toEqual([{ type: 'got', payload: { asked: 3, n: 3 } }])
    expect(server.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
      envelope.commandId,
      envelope.commandId,
    ])
    expect(effects.reports().map(({ outcome }) => outcome)).toEqual(['unknown', 'answered'])
  })

  it('says nothing any more of a write that was stopped, and then left while it was asked for again', async () => {
    const open = held()
    const effects = run([saving()])
    const envelope = envelopeOf({ about: 'a', n: 3 })
    effects.committed([envelope])
    await expect.poll(() => open.length).toBe(1)
    effects.cancel(envelope.commandId)
    await expect.poll(() => open.length).toBe(2)
    effects.leave('session')
    await expect.poll(() => server.asked[1]?.gone()).toBe(true)
    await effects.idle()
    expect(effects.answers()).toEqual([])
  })

  it('begins nothing that waited, whatever its scope, once the client closes', async () => {
    const open = held()
    const effects = run([fetching({ strategy: 'queue', scope: 'app' })])
    effects.committed([envelopeOf({ about: 'a', n: 1 }), envelopeOf({ about: 'a', n: 2 })])
    await expect.poll(() => open.length).toBe(1)
    effects.stop()
    effects.committed([envelopeOf({ about: 'a', n: 3 })])
    await effects.idle()
    expect(server.asked).toHaveLength(1)
    expect(effects.answers()).toEqual([])
    expect(effects.reports()).toEqual([])
  })

  it('reports a fault of the program instead of leaving an event without an answer in silence', async () => {
    const broken = new TypeError('not a list')
    const effects = run([
      fetching({
        done: () => {
          throw broken
        },
      }),
    ])
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await effects.idle()
    expect(effects.faults).toEqual([broken])
  })
})

describe('secrets and progress', () => {
  it("hands a command's secrets to its request, again on each try, and to nobody later", async () => {
    const read: string[] = []
    const answers = [
      () => Promise.reject(new CallFailed(callFailure({ kind: 'network' }))),
      async () => ({ n: 1 }),
    ]
    const effects = run([
      fetching({
        retry: { times: 1, base: 1, cap: 1 },
        request: (_, { secret }) => {
          read.push(secret('password'))
          return answers.shift()?.() ?? Promise.resolve({ n: 0 })
        },
      }),
    ])
    const envelope = envelopeOf({ about: 'a', n: 1 })
    effects.secrets.keep(envelope.commandId, { password: 'tr0ub4dor' })
    effects.committed([envelope])
    await effects.idle()
    expect(read).toEqual(['tr0ub4dor', 'tr0ub4dor'])
    expect(effects.secrets.take(envelope.commandId)).toEqual({})
    expect(JSON.stringify(effects.dispatched)).not.toContain('tr0ub4dor')
  })

  it("keeps a transfer's progress in its cache, under the command", async () => {
    const effects = run([
      fetching({
        request: async (_, { progress }) => {
          progress(5, 10)
          return { n: 1 }
        },
      }),
    ])
    const envelope = envelopeOf({ about: 'a', n: 1 })
    effects.committed([envelope])
    await effects.idle()
    expect(effects.cached).toMatchObject([{ key: envelope.commandId, value: { done: 5, total: 10 } }])
  })
})

describe('a second event of `first`', () => {
  it('leaves no secret behind when the first one answers for it', async () => {
    const open = held()
    const effects = run([fetching({ strategy: 'first' })])
    const second = envelopeOf({ about: 'a', n: 2 })
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await expect.poll(() => open.length).toBe(1)
    effects.secrets.keep(second.commandId, { password: 'tr0ub4dor' })
    effects.committed([second])
    expect(effects.secrets.take(second.commandId)).toEqual({})
    open[0]?.()
    await effects.idle()
  })
})

describe('the network, as the screens say it', () => {
  it('reports going offline, and how much waits', async () => {
    const env = testEnvironment()
    const box = createTestOutbox()
    const view = box.view()
    const effects = testEffects({
      effects: [saving({ delivery: 'once' })],
      http,
      env,
      outbox: view.port,
      leadership: view.leadership,
    })
    env.set({ online: false })
    box.add(envelopeOf({ about: 'a', n: 1 }))
    await effects.idle()
    const said = effects.dispatched.filter(({ input }) => input.type === 'effects.reportNetwork')
    expect(said.at(-1)?.input.payload).toEqual({ online: false, waiting: 1 })
  })

  it('is offline where nobody answers, and online again with the first answer, whatever it says', async () => {
    let online = true
    const outcomes = [callFailure({ kind: 'network' }), callFailure({ kind: 'status', status: 404 })]
    const failing: Http = {
      ...http,
      call: async () => {
        throw new CallFailed(outcomes.shift() ?? callFailure({ kind: 'timeout' }))
      },
    }
    const effects = testEffects({
      effects: [fetching()],
      http: failing,
      env: testEnvironment(),
      state: () => ({ network: { online, waiting: 0 } }) as never,
    })
    const said = () =>
      effects.dispatched
        .filter(({ input }) => input.type === 'effects.reportNetwork')
        .map(({ input }) => input.payload)
    effects.committed([envelopeOf({ about: 'a', n: 1 })])
    await effects.idle()
    expect(said()).toEqual([{ online: false, waiting: 0 }])
    online = false
    effects.committed([envelopeOf({ about: 'a', n: 2 })])
    await effects.idle()
    expect(said().at(-1)).toEqual({ online: true, waiting: 0 })
  })
})
