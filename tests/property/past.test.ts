/** Looking back: the states as of any event are those of a replay up to it, whichever way one came there. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTraveller } from '#src/app/past/traveller.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { createAdmission } from '#src/events/log/upcast.ts'
import { packState } from '#src/stores/buckets.ts'
import { createReplay, createRoutes, type States } from '#src/stores/runtime.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { runs, property as test } from '../runs.ts'
import { opened } from '../support/opened.ts'
import { anyEvents } from '../support/product.ts'

const routes = createRoutes(areas.projections)
const defs = [...areas.catalog.values()]

function replayed(kind: LogKind, envelopes: readonly Envelope[]): States {
  const replay = createReplay(routes, kind)
  replay.feed(createAdmission(areas.catalog).admit(envelopes).envelopes)
  return replay.states()
}

/** Some are of a kind that this version of the program does not know. */
const withStrangers = fc
  .tuple(anyEvents(defs), fc.array(fc.nat({ max: 149 }), { maxLength: 2 }))
  .map(([events, at]) =>
    events.map((one, index) => (at.includes(index) ? { ...one, type: 'future.thingHappened' } : one)),
  )

describe('time travel', () => {
  test('at event k gives the replay of the first k, for every projection, wherever one looked before', async () => {
    const looks = fc.array(fc.nat({ max: 150 }), { minLength: 1, maxLength: 12 })
    const kinds = fc.constantFrom<LogKind>('device', 'account', 'project')
    await fc.assert(
      fc.asyncProperty(
        withStrangers,
        looks,
        kinds,
        fc.nat({ max: 150 }),
        fc.boolean(),
        async (events, at, kind, point, kept) => {
          const log = memoryLog(kind)
          const envelopes = await log.append(
            events.filter((one) => one.log === kind),
            { seen: null },
          )
          const known = envelopes.every(({ type }) => areas.catalog.has(type))
          if (kept && known) {
            const seq = Math.min(point, envelopes.length)
            const states = replayed(kind, envelopes.slice(0, seq))
            await log.saveSnapshots(
              routes.of(kind).map(({ name, version }) => ({
                name,
                version,
                seq,
                state: structuredClone(packState(states.get(name))),
              })),
            )
          }
          const traveller = createTraveller({ log, kind, routes, catalog: areas.catalog, page: 7 })
          for (const look of at) {
            const seq = Math.min(look, envelopes.length)
            const found = await traveller.at(seq)
            expect(opened(found.states)).toEqual(opened(replayed(kind, envelopes.slice(0, seq))))
            expect(found.whole).toBe(true)
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('says where compaction has left holes, and stands on the snapshot behind them', async () => {
    const kind = 'project'
    const log = memoryLog(kind)
    const [one] = fc.sample(
      anyEvents(defs.filter((def) => def.log === kind && def.retention === 'session')),
      1,
    )
    const [first] = one ?? []
    if (!first) throw new Error('no event')
    const seen = Array.from(
      { length: 20 },
      (_, nth): Envelope => ({ ...first, id: `e-${nth}`, seq: nth + 1 }),
    )
    const envelopes = await log.append(seen, { seen: null })
    const states = replayed(kind, envelopes.slice(0, 10))
    await log.saveSnapshots(
      routes
        .of(kind)
        .map(({ name, version }) => ({ name, version, seq: 10, state: packState(states.get(name)) })),
    )
    await log.compact({ upTo: 10 })
    const traveller = createTraveller({ log, kind, routes, catalog: areas.catalog })
    expect((await traveller.at(5)).whole).toBe(false)
    expect((await traveller.at(15)).whole).toBe(true)
    expect(opened((await traveller.at(15)).states)).toEqual(opened(replayed(kind, envelopes.slice(0, 15))))
  })
})
