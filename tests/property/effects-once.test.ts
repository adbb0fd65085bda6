/**
 * Invariant 12: one idempotency key has at most one effect on the server, under retry, abort and two leaders; and
 * once the faults are over, exactly one, in order per document.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contracts/call.ts'
import { effect } from '#src/effects/define.ts'
import { createHttp } from '#src/effects/http.ts'
import { sameServer } from '#src/effects/http-request.ts'
import { createTokenVault } from '#src/effects/token-vault.ts'
import { runs, property as test } from '#tests/runs.ts'
import { asked, createTestOutbox, envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'
import { type Answered, startHttpServer, type TestHttpServer } from '#tests/support/http-server.ts'

const save = call({
  name: 'test.save',
  method: 'PUT',
  path: '/save',
  needs: 'account',
  body: z.strictObject({ about: z.string(), n: z.int() }),
  reply: z.object({ n: z.int() }),
  summary: 'For tests.',
})

/** What befalls a request: before it is done, after it is done, or nothing. */
const fates = ['well', 'well', 'lostBefore', 'lostAfter', 'busyBefore', 'slowAfter'] as const
type Fate = (typeof fates)[number]
/** What befalls the browser between two requests. */
const upsets = ['none', 'none', 'secondLeader', 'resign', 'offline', 'abort'] as const

let server: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer(() => ({ status: 500 }))
})
afterAll(() => server.close())

/** A small server that keeps its promise: a key's first request takes effect, its repetitions get the same answer. */
function idempotentServer(envelopes: readonly { readonly commandId: string }[], fateOf: () => Fate) {
  const keys = new Set(envelopes.map(({ commandId }) => commandId))
  const replies = new Map<string, { fingerprint: string; answer: Answered }>()
  const done: { key: string; about: string; n: number }[] = []
  const mismatches: string[] = []
  const perform = (key: string, body: string): Answered => {
    const known = replies.get(key)
    if (known) {
      if (known.fingerprint === body) return known.answer
      mismatches.push(key)
      return { status: 422, body: { message: 'The key was used for something else.' } }
    }
    const { about, n } = JSON.parse(body) as { about: string; n: number }
    done.push({ key, about, n })
    const answer = { status: 200, body: { n } }
    replies.set(key, { fingerprint: body, answer })
    return answer
  }
  server.handler = async ({ headers, body }) => {
    const key = String(headers['idempotency-key'])
    // A request that was given up in the run before may come as late as now.
    if (!keys.has(key)) return 'hangUp'
    const fate = fateOf()
    if (fate === 'lostBefore') return 'hangUp'
    if (fate === 'busyBefore') return { status: 503, body: {}, headers: { 'Retry-After': '1' } }
    const answer = perform(key, body)
    if (fate === 'lostAfter') return 'hangUp'
    if (fate === 'slowAfter') await new Promise((resolve) => setTimeout(resolve, 60))
    return answer
  }
  return { done, mismatches }
}

function tab(outbox: ReturnType<typeof createTestOutbox>, seen: () => number) {
  const env = testEnvironment()
  const view = outbox.view()
  const http = createHttp({
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
  const effects = testEffects({
    env,
    http,
    outbox: view.port,
    leadership: view.leadership,
    effects: [
      effect({
        name: 'save',
        on: asked,
        strategy: 'queue',
        delivery: 'once',
        timeout: 30,
        // Never so few that a busy server alone could make it give up in this test.
        retry: { times: 1_000, base: 1, cap: 2 },
        // What it has seen changes with every try, as versions do: that is no part of what the key stands for.
        request: ({ payload }, ctx) => ctx.call(save, { body: payload, ifMatch: `"${seen()}"` }),
        done: ({ payload }) => ({ commands: [{ type: 'saved', payload }] }),
        fail: ({ payload }, { message }) => ({
          commands: [{ type: 'failed', payload: { ...payload, message } }],
        }),
      }),
    ],
  })
  return { env, view, effects }
}

describe('invariant 12', () => {
  test('does each write at most once under faults, and exactly once, in order, when they are over', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
        fc.array(fc.constantFrom(...upsets), { maxLength: 6 }),
        fc.array(fc.constantFrom('before', 'one', 'two', 'third'), { minLength: 1, maxLength: 6 }),
        async (documents, planned, troubles, origins) => {
          const faults = [...planned]
          const envelopes = documents.map((about, n) => envelopeOf({ about, n }))
          const { done, mismatches } = idempotentServer(envelopes, () => faults.shift() ?? 'well')
          const outbox = createTestOutbox()
          let clock = 0
          const tabs = [tab(outbox, () => clock++), tab(outbox, () => clock++)]
          const [one, two] = tabs
          if (!one || !two) throw new Error('two tabs')
          // Some stand there before anybody leads; the others come from either tab, or a third, while all goes on.
          const coming = envelopes.map((envelope, at) => {
            const from = origins[at % origins.length] ?? 'before'
            if (from === 'before') return () => outbox.add(envelope)
            const come = from === 'one' ? one.view.append : from === 'two' ? two.view.append : outbox.add
            return () => come(envelope)
          })
          const standing = origins.filter((from) => from === 'before').length
          for (const come of coming.splice(0, standing)) come()
          one.view.lead()

          for (const trouble of troubles) {
            await new Promise((resolve) => setTimeout(resolve, 3))
            coming.shift()?.()
            // The first does not know yet that it was replaced: for a while both believe that they lead.
            if (trouble === 'secondLeader') two.view.lead()
            if (trouble === 'resign') {
              one.view.follow()
              two.view.lead()
            }
            if (trouble === 'abort') {
              two.view.follow()
              one.view.follow()
              one.view.lead()
            }
            if (trouble === 'offline') {
              one.env.set({ online: false })
              one.env.set({ online: true })
            }
            const keys = done.map(({ key }) => key)
            expect(new Set(keys).size).toBe(keys.length)
          }

          for (const come of coming) come()
          faults.length = 0
          for (const { view } of tabs) view.follow()
          two.view.lead()
          await expect.poll(() => outbox.rows().length, { interval: 2 }).toBe(0)
          for (const { effects } of tabs) effects.stop()

          const keys = done.map(({ key }) => key)
          expect([...keys].sort()).toEqual(envelopes.map(({ commandId }) => commandId).sort())
          expect(mismatches).toEqual([])
          for (const about of ['x', 'y', 'z']) {
            const order = done.filter((one) => one.about === about).map(({ n }) => n)
            expect(order).toEqual([...order].sort((a, b) => a - b))
          }
          const said = tabs.flatMap(({ effects }) => effects.answers())
          expect(said.filter(({ type }) => type === 'failed')).toEqual([])
          for (const { payload } of envelopes) {
            expect(said.some((command) => JSON.stringify(command.payload) === JSON.stringify(payload))).toBe(
              true,
            )
          }
        },
      ),
      { numRuns: runs(60) },
    )
  }, 120_000)

  it('leaves the row to the new leader where it has been fenced off, who gets the same answer', async () => {
    const asking = envelopeOf({ about: 'x', n: 1 })
    const { done, mismatches } = idempotentServer([asking], () => 'well')
    const outbox = createTestOutbox()
    const stale = tab(outbox, () => 0)
    const current = tab(outbox, () => 1)
    stale.view.lead()
    await stale.effects.idle()
    // Takes over without the first one hearing of it, and without looking yet.
    const fence = outbox.view()
    fence.lead()
    stale.view.append(asking)
    await stale.effects.idle()
    expect(outbox.rows()).toHaveLength(1)
    current.view.lead()
    await current.effects.idle()
    expect(outbox.rows()).toEqual([])
    expect(done).toHaveLength(1)
    expect(mismatches).toEqual([])
    for (const { effects } of [stale, current]) effects.stop()
  })

  it('sends what this tab has just appended without reading the outbox again', async () => {
    const asking = envelopeOf({ about: 'x', n: 1 })
    const { done } = idempotentServer([asking], () => 'well')
    const outbox = createTestOutbox()
    const own = tab(outbox, () => 0)
    own.view.lead()
    await own.effects.idle()
    const before = outbox.reads()
    own.view.append(asking)
    expect(outbox.reads()).toBe(before)
    await own.effects.idle()
    expect(done).toHaveLength(1)
    own.effects.stop()
  })
})
