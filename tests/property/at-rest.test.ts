/** What must hold of any log also where it is kept under keys, sealed and compacted. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { load } from '#src/app/open-log.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import type { Codec } from '#src/events/log/codec.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { openKeys } from '#src/events/log/keys.ts'
import { type EventLog, StaleStream } from '#src/events/log/log.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { type Buckets, entriesOf, packState } from '#src/stores/buckets.ts'
import { createReplay, createRoutes, type States } from '#src/stores/runtime.ts'
import { runs, property as test } from '../runs.ts'
import { unplaced } from '../support/envelopes.ts'
import { anyEvents, eventsByArea, productAreas } from '../support/product.ts'

const routes = createRoutes(productAreas.projections)
const kinds: readonly LogKind[] = ['account', 'project']

const codecOf = async (factory: IDBFactory, name: string): Promise<Codec> =>
  (await openKeys(factory, crypto).keysFor(7)).codec(name)
async function sealedLog(factory = new IDBFactory(), name = 'affiant:project:7:1'): Promise<EventLog> {
  return indexedDbLog(name, { factory, codec: await codecOf(factory, name), onClosed: () => undefined })
}

const fold = (kind: LogKind, envelopes: readonly Envelope[]): States => {
  const replay = createReplay(routes, kind)
  replay.feed(envelopes)
  return replay.states()
}

/** Buckets opened, packed or not: what counts is what is in them. */
const opened = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 256 ? new Map(entriesOf(value as Buckets<unknown>)) : value
const contentsOf = (states: States) =>
  new Map(
    [...states].map(([name, state]) => [
      name,
      Array.isArray(state) || typeof state !== 'object' || state === null
        ? opened(state)
        : Object.fromEntries(Object.entries(state).map(([key, value]) => [key, opened(value)])),
    ]),
  )

/** As the app does it: a snapshot of every projection at one point, then what they cover is packed away. */
async function keepAt(log: EventLog, kind: LogKind, envelopes: readonly Envelope[], seq: number) {
  const states = fold(
    kind,
    envelopes.filter((envelope) => envelope.seq <= seq),
  )
  await log.saveSnapshots(
    routes.of(kind).map(({ name, version }) => ({ name, version, seq, state: packState(states.get(name)) })),
  )
  await log.compact({ upTo: seq })
}

async function expectUnchanged(log: EventLog, kind: LogKind, envelopes: readonly Envelope[]) {
  const audit = (all: readonly Envelope[]) => all.filter(({ retention }) => retention === 'audit')
  expect(audit(await log.read({ after: 0, limit: 1e6 }))).toEqual(audit(envelopes))
  const loaded = await load(log, kind, routes, (read) => read)
  expect(contentsOf(loaded.states)).toEqual(contentsOf(fold(kind, envelopes)))
}

/** The same acts over and over, each with an id of its own: long enough to be sealed and compacted. */
const repeated = (events: readonly Envelope[], count: number): Envelope[] =>
  Array.from({ length: count }, (_, nth) => {
    const event = events[nth % events.length]
    if (!event) throw new Error('No event')
    return { ...event, id: `${event.id}-${nth}` }
  })

describe('a log under keys', () => {
  test('invariants 2 and 14: sealing and compaction change neither audit events nor any projection, whatever was done', async () => {
    const everything = [...eventsByArea.values()].flat()
    const points = fc.array(fc.integer({ min: 1, max: 1_600 }), { minLength: 1, maxLength: 3 })
    for (const kind of kinds) {
      const own = everything.filter(({ log }) => log === kind)
      await fc.assert(
        fc.asyncProperty(anyEvents(own), points, async (events, at) => {
          const log = await sealedLog()
          const envelopes = await log.append(repeated(events, 1_600), { seen: null })
          for (const seq of at.sort((a, b) => a - b)) {
            await keepAt(log, kind, envelopes, seq)
            await expectUnchanged(log, kind, envelopes)
          }
          await log.close()
        }),
        { numRuns: runs(3) },
      )
    }
  }, 120_000)

  for (const [area, defs] of eventsByArea) {
    test(`invariant 14: so in memory, for any events of ${area}, compacted at any point`, async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents(defs), fc.nat(), async (events, point) => {
          for (const kind of new Set(defs.map(({ log }) => log))) {
            const log = memoryLog(kind)
            const envelopes = await log.append(
              events.filter((envelope) => envelope.log === kind),
              { seen: null },
            )
            await keepAt(log, kind, envelopes, point % (envelopes.length + 1))
            await expectUnchanged(log, kind, envelopes)
          }
        }),
        { numRuns: runs(8) },
      )
    })
  }

  test('invariant 11: every payload survives being sealed, as a row and in a segment, for every event there is', async () => {
    const codec = await codecOf(new IDBFactory(), 'log')
    for (const [, defs] of eventsByArea) {
      await fc.assert(
        fc.asyncProperty(anyEvents(defs), async (events) => {
          const few = events.slice(0, 20)
          for (const { seq, ...envelope } of few) {
            const stored: unknown = structuredClone(await codec.encodeEnvelope(envelope, 'tail'))
            expect(await codec.decodeEnvelope(stored, 'tail', seq)).toEqual({ ...envelope, seq })
          }
          const segment: unknown = structuredClone(await codec.encodeSegment(few, 'segment'))
          expect(await codec.decodeSegment(segment, 'segment')).toEqual(few)
        }),
        { numRuns: runs(4) },
      )
    }
  })

  test('invariants 3 and 5: however many tabs append at once, seqs have no gap, and any pages of the log are the log', async () => {
    const writes = fc.array(
      fc.record({
        tab: fc.nat({ max: 3 }),
        size: fc.integer({ min: 1, max: 3 }),
        stream: fc.constantFrom('document:1', 'document:2'),
        fenced: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(writes, fc.integer({ min: 1, max: 9 }), async (script, page) => {
        const factory = new IDBFactory()
        const logs = await Promise.all(Array.from({ length: 4 }, () => sealedLog(factory)))
        let nth = 0
        const results = await Promise.all(
          script.map(async ({ tab, size, stream, fenced }) => {
            const drafts = Array.from({ length: size }, () => unplaced(nth++, { stream }))
            try {
              return (await logs[tab]?.append(drafts, { seen: fenced ? 0 : null })) ?? []
            } catch (fault) {
              expect(fault).toBeInstanceOf(StaleStream)
              return []
            }
          }),
        )
        const appended = results.flat().sort((a, b) => a.seq - b.seq)
        expect(appended.map(({ seq }) => seq)).toEqual(appended.map((_, index) => index + 1))
        for (const log of logs) {
          const read: Envelope[] = []
          for (;;) {
            const rows = await log.read({ after: read.length, limit: page })
            read.push(...rows)
            if (rows.length < page) break
          }
          expect(read).toEqual(appended)
          await log.close()
        }
      }),
      { numRuns: runs(15) },
    )
  })
})
