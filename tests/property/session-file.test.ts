/** A session in a file: what is read is what was written, and whatever happened to the file on the way is found. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, readSession, writeSession } from '#src/app/past/session-file.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import type { EventLog } from '#src/events/log/log.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { packState } from '#src/stores/buckets.ts'
import { createReplay, createRoutes } from '#src/stores/runtime.ts'
import type { ExportPlan } from '#src/stores/timeline.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { runs, property as test } from '../runs.ts'
import { placed } from '../support/envelopes.ts'
import { anyEvents } from '../support/product.ts'

const defs = [...areas.catalog.values()]
const kinds: readonly LogKind[] = ['device', 'account', 'project']
const about = {
  program: '0.1.0',
  origin: 'http://affiant.test',
  by: 'Rita Vale',
  exportedAt: '2026-03-02T10:00:00.000Z',
  clockAhead: 7_380_000,
  part: 'all',
}

async function logsOf(events: readonly Envelope[]): Promise<Map<LogKind, EventLog>> {
  const logs = new Map<LogKind, EventLog>()
  for (const kind of kinds) {
    const log = memoryLog(kind)
    await log.append(
      events.filter((one) => one.log === kind),
      { seen: null },
    )
    logs.set(kind, log)
  }
  return logs
}

async function exported(logs: ReadonlyMap<LogKind, EventLog>, plan?: ExportPlan): Promise<string> {
  const ranges = await Promise.all(
    [...logs].map(async ([log, one]) => ({ log, from: 1, to: await one.head() })),
  )
  let text = ''
  for await (const part of writeSession((kind) => logs.get(kind) ?? null, ranges, about, areas.catalog, plan))
    text += part
  return text
}
const imported = (text: string) =>
  readSession(
    linesOf(new Blob([text]), () => undefined),
    'session.ndjson',
    areas.catalog,
  )
const everything = (log: EventLog | null | undefined): Promise<Envelope[]> =>
  log?.read({ after: 0, limit: 1e6 }) ?? Promise.resolve([])
/** As JSON keeps it: a field without a value is no field. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('an exported session', () => {
  test('[invariant 11] import ∘ export = identity, for any events of any area', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents(defs), async (events) => {
        const logs = await logsOf(events)
        const found = await imported(await exported(logs))
        expect(found.imported).toMatchObject({
          ...about,
          events: events.length,
          fault: null,
          quarantined: [],
        })
        for (const kind of kinds)
          expect(await everything(found.log(kind))).toEqual(asJson(await everything(logs.get(kind))))
      }),
      { numRuns: runs(25) },
    )
  })

  test('any one line that was changed, dropped, doubled or swapped is found, and what stands before it is shown', async () => {
    const harms = fc.constantFrom('change', 'drop', 'double', 'swap', 'cut')
    await fc.assert(
      fc.asyncProperty(anyEvents(defs), fc.nat(), fc.nat(), harms, async (events, line, place, harm) => {
        const whole = (await exported(await logsOf(events))).split('\n').slice(0, -1)
        const at = line % whole.length
        const text = whole[at] ?? ''
        const harmed = [...whole]
        if (harm === 'change') {
          const column = place % text.length
          const letter = text[column] === 'x' ? 'y' : 'x'
          harmed[at] = text.slice(0, column) + letter + text.slice(column + 1)
        } else if (harm === 'drop') harmed.splice(at, 1)
        else if (harm === 'double') harmed.splice(at, 0, text)
        else if (harm === 'swap') harmed.splice(at, 2, ...harmed.slice(at, at + 2).reverse())
        else harmed.length = at
        if (harmed.join('\n') === whole.join('\n')) return
        const found = await imported(`${harmed.join('\n')}\n`)
        const fault = found.imported?.fault
        // The line itself; the one after it where it stands twice; what is missing shows where the next one comes.
        expect(fault?.line).toBe(harm === 'double' ? at + 2 : at + 1)
        const shown = (await Promise.all(kinds.map((kind) => everything(found.log(kind))))).flat()
        expect(shown.length).toBe(found.imported?.events)
        expect(shown.length).toBeLessThanOrEqual(Math.max(0, at))
      }),
      { numRuns: runs(150) },
    )
  })

  test('takes what was chosen and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents(defs), fc.array(fc.nat({ max: 150 })), async (events, chosen) => {
        const logs = await logsOf(events)
        const plan: ExportPlan = new Map(kinds.map((kind) => [kind, new Set(chosen)]))
        const found = await imported(await exported(logs, plan))
        expect(found.imported?.fault).toBeNull()
        for (const kind of kinds) {
          const wanted = (await everything(logs.get(kind))).filter(({ seq }) => chosen.includes(seq))
          expect(await everything(found.log(kind))).toEqual(asJson(wanted))
        }
      }),
      { numRuns: runs(15) },
    )
  })

  test('brings the states that stand for what was compacted away', async () => {
    const routes = createRoutes(areas.projections)
    await fc.assert(
      fc.asyncProperty(anyEvents(defs), async (events) => {
        const logs = await logsOf(events)
        for (const kind of kinds) {
          const log = logs.get(kind)
          if (!log) continue
          const seq = await log.head()
          const replay = createReplay(routes, kind)
          replay.feed(await everything(log))
          const states = replay.states()
          await log.saveSnapshots(
            routes
              .of(kind)
              .map(({ name, version }) => ({ name, version, seq, state: packState(states.get(name)) })),
          )
          await log.compact({ upTo: seq })
        }
        const found = await imported(await exported(logs))
        expect(found.imported?.fault).toBeNull()
        for (const kind of kinds) {
          const left = await everything(logs.get(kind))
          const holes = left.length < ((await logs.get(kind)?.head()) ?? 0)
          const kept = holes ? ((await logs.get(kind)?.loadSnapshots()) ?? []) : []
          const brought = (await found.log(kind)?.loadSnapshots()) ?? []
          expect(brought.map(({ name, seq, state }) => ({ name, seq, state }))).toEqual(
            kept.map(({ name, seq, state }) => ({ name, seq, state })),
          )
        }
      }),
      { numRuns: runs(15) },
    )
  })

  it('is refused where it is none, or of a newer program; unknown events are set aside and named', async () => {
    const [events = []] = fc.sample(anyEvents(defs), 1)
    const text = await exported(await logsOf(events))
    const first = async (line: string) => (await imported(`${line}\n${text}`)).imported?.fault
    expect(await first('{"name":"something else"}')).toEqual({
      line: 1,
      words: 'This is no session that was exported from here.',
    })
    const newer = text.replace('"format":1', '"format":2')
    expect((await imported(newer)).imported?.fault).toEqual({
      line: 1,
      words: 'It was exported by a newer version of the program.',
    })
    const strange = events.map((one, at) => (at === 0 ? { ...one, type: 'future.thingHappened' } : one))
    const found = await imported(await exported(await logsOf(strange)))
    expect(found.imported?.fault).toBeNull()
    expect(found.imported?.quarantined[0]).toMatchObject({
      type: 'future.thingHappened',
      reason: 'unknownType',
    })
    expect((await imported('')).imported).toMatchObject({ fault: { line: 1 }, events: 0 })
  })

  it('of an earlier version is read whole: what it said of the sign-in by other names holds nothing up', async () => {
    const earlier = [
      ['session.profileSent', { userName: 'Rita Vale', userPhone: '' }],
      ['session.passwordSent', {}],
      ['session.resetLinkOpened', {}],
      ['session.resetSent', {}],
      ['session.loginStarted', {}],
    ] as const
    const events = earlier.map(([type, payload], at) =>
      placed(at + 1, { type, payload, version: 1, stream: 'session', log: 'device', retention: 'session' }),
    )
    const found = await imported(await exported(await logsOf(events)))
    expect(found.imported).toMatchObject({ events: events.length, fault: null, quarantined: [] })
    const replay = createReplay(createRoutes(areas.projections), 'device')
    replay.feed(await everything(found.log('device')))
    // What follows them in the stream is folded.
    expect(replay.states().get('session')).toMatchObject({ busy: 'login' })
  })

  it('cannot be written to', async () => {
    const ofAll = anyEvents(defs).filter((all) => kinds.every((kind) => all.some(({ log }) => log === kind)))
    const [events = []] = fc.sample(ofAll, 1)
    const found = await imported(await exported(await logsOf(events)))
    for (const kind of kinds) {
      const log = found.log(kind) ?? expect.fail()
      await expect(log.append([], { seen: null })).rejects.toThrow()
    }
  })
})
