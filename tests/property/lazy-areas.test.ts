/** The invariants of the log and its projections, with areas that are loaded at any moment and in any order. */
import { fork } from 'effector'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoadedAreas } from '#src/app/loaded-areas.ts'
import { holdLog } from '#src/app/open-log.ts'
import type { Areas } from '#src/app.ts'
import { createLazyAreas, type LazyAreas } from '#src/areas/area.ts'
import { core } from '#src/areas/core.ts'
import { lazy } from '#src/areas/lazy.ts'
import type { EventCatalog } from '#src/events/catalog/catalog.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import type { EventLog } from '#src/events/log/log.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { packState } from '#src/stores/buckets.ts'
import { Deferred } from '#src/stores/deferred.ts'
import { createReplay, createRoutes, createRuntime, type States } from '#src/stores/runtime.ts'
import { runs, property as test } from '../runs.ts'
import { opened } from '../support/opened.ts'
import { anyCommand, anyEvents, productAreas } from '../support/product.ts'
import { converge, createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser | null = null
/** Effector says there, and nowhere else, that a fold or a derived store threw. */
let said = vi.spyOn(console, 'error')
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await browser?.close()
  browser = null
  expect(said.mock.calls).toEqual([])
})

const kinds: readonly LogKind[] = ['device', 'account', 'project']
const names = [...lazy.all.keys()]

/** As a page has them that has just been opened: nothing of what comes later is there. */
const freshAreas = (): { readonly areas: Areas; readonly lazy: LazyAreas } => {
  const fresh = createLazyAreas(
    [...lazy.all.values()].map((area) => ({
      ...area,
      // What is delivered would wait for a server; the kernel is tested here.
      load: async () => ({ ...(await area.load()), effects: [] }),
    })),
  )
  return { areas: { ...productAreas, ...core, effects: [], lazy: fresh }, lazy: fresh }
}

const foldAll = (kind: LogKind, envelopes: readonly Envelope[]): States => {
  const replay = createReplay(createRoutes(productAreas.projections), kind)
  replay.feed(envelopes)
  return replay.states()
}

/** A log that is followed by a page, as the app does it. */
async function openPage(log: EventLog, kind: LogKind) {
  const { areas: declared, lazy: fresh } = freshAreas()
  const areas = createLoadedAreas(declared, (fault) => {
    throw fault
  })
  const runtime = createRuntime(fork(), areas.projections, areas.deferred)
  areas.subscribe((area) => runtime.adopt(area.projections))
  const quarantined: unknown[] = []
  const hold = await holdLog({
    pack: packState,
    log,
    kind,
    routes: runtime.routes,
    catalog: areas.catalog as EventCatalog,
    areas,
    channel: null,
    signals: () => () => undefined,
    tabId: () => 'tab',
    restore: (states) => runtime.restore(kind, states),
    commit: (envelopes) => runtime.commit(kind, envelopes),
    states: () => runtime.states(kind),
    onForeign: () => undefined,
    onQuarantined: (_, rows) => quarantined.push(...rows),
    onFault: (fault) => {
      throw fault
    },
  })
  return { hold, runtime, lazy: fresh, quarantined }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ append: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ load: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.record({ snapshot: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ reopen: true }) },
)
type Step = { append?: number; load?: string; snapshot?: boolean; reopen?: boolean }

describe('areas that are loaded on demand', () => {
  test('invariants 1, 2, 3 and 14: loaded, snapshotted, compacted and opened again at any moment, the state is the replay of the log', async () => {
    const defs = [...productAreas.catalog.values()]
    await fc.assert(
      fc.asyncProperty(
        anyEvents(defs),
        fc.array(step as fc.Arbitrary<Step>, { minLength: 3, maxLength: 25 }),
        async (events, steps) => {
          for (const kind of ['account', 'project'] as const) {
            const log = memoryLog(kind)
            const own = events.filter((envelope) => envelope.log === kind)
            const written: Envelope[] = []
            let page = await openPage(log, kind)
            for (const { append, load, snapshot, reopen } of steps) {
              if (append !== undefined) {
                const next = own.slice(written.length, written.length + append)
                if (next.length > 0) written.push(...(await page.hold.follower.append(next, { seen: null })))
              }
              if (load !== undefined) await page.lazy.load(load)
              if (snapshot !== undefined) {
                const seq = page.hold.follower.applied()
                if (await page.hold.snapshot()) await log.compact({ upTo: seq })
              }
              // The log goes on: only who looks at it is another one.
              if (reopen === true) {
                page.hold.follower.stop()
                page = await openPage(log, kind)
              }
              const whole = foldAll(kind, written)
              for (const [name, state] of page.runtime.states(kind)) {
                if (state instanceof Deferred) continue
                expect(opened(new Map([[name, state]]))).toEqual(opened(new Map([[name, whole.get(name)]])))
              }
            }
            await Promise.all(names.map(page.lazy.load))
            expect(opened(page.runtime.states(kind))).toEqual(opened(foldAll(kind, written)))
            expect(page.quarantined).toEqual([])
            page.hold.follower.stop()
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test('invariants 1, 4 and 6: tabs that load different areas in any order come to the same state, and each command leaves an envelope', async () => {
    const act = fc.oneof(
      { weight: 4, arbitrary: fc.record({ tab: fc.nat(1), input: anyCommand(productAreas) }) },
      { weight: 1, arbitrary: fc.record({ tab: fc.nat(1), load: fc.constantFrom(...names) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
        await browser?.close()
        const pages = [freshAreas(), freshAreas()] as const
        browser = createBrowser(pages[0].areas)
        const tabs: Tab[] = []
        for (const { areas } of pages) {
          const tab = await browser.openTab({ areas })
          await tab.openAccount(7)
          await tab.openProject(1)
          tabs.push(tab)
        }
        for (const one of acts) {
          if ('load' in one) await pages[one.tab as 0 | 1].lazy.load(one.load)
          else expect((await tabs[one.tab]?.dispatch(one.input))?.envelopes.length).toBeGreaterThan(0)
        }
        await converge(browser, tabs)
        await Promise.all(pages.flatMap((page) => names.map(page.lazy.load)))
        for (const kind of ['account', 'project'] as const) {
          const log = await tabs[0]?.log(kind)?.read({ after: 0, limit: 1e6 })
          for (const tab of tabs)
            expect(opened(tab.runtime.states(kind))).toEqual(opened(foldAll(kind, log ?? [])))
        }
        for (const { faults } of tabs) expect(faults).toEqual([])
      }),
      { numRuns: runs(25) },
    )
  })

  it('invariant 10: events of a newer version wait for their area as they are, and are set aside when it is there', async () => {
    const log = memoryLog('project')
    const event = productAreas.catalog.get('filter.chosen') ?? productAreas.catalog.get('filter.changed')
    const type =
      event?.type ?? [...productAreas.catalog.keys()].find((one) => one.startsWith('filter.')) ?? ''
    const version = (productAreas.catalog.get(type)?.version ?? 1) + 1
    const [first] = fc.sample(
      anyEvents([...productAreas.catalog.values()].filter((one) => one.type === type)),
      1,
    )
    const [envelope] = first ?? []
    if (!envelope) throw new Error('No event was made')
    await log.append([{ ...envelope, version }], { seen: null })
    const page = await openPage(log, 'project')
    expect(page.quarantined).toEqual([])
    await page.lazy.load('filter')
    expect(page.quarantined).toMatchObject([{ seq: 1, type, version, reason: 'newerVersion' }])
    expect(page.hold.paused()).toEqual(new Set([envelope.stream]))
    expect(await page.hold.snapshot()).toBe(false)
  })

  it('refuses a command whose area cannot be fetched, with what to do, and does it once it can', async () => {
    const { areas } = freshAreas()
    let offline = true
    const declared = areas.lazy?.all.get('filter')
    if (!declared) throw new Error('There is no such area')
    const flaky = createLazyAreas([
      {
        ...declared,
        load: () => (offline ? Promise.reject(new TypeError('Failed to fetch')) : declared.load()),
      },
    ])
    browser = createBrowser({ ...areas, lazy: flaky })
    const tab = await browser.openTab({ indexedDB: undefined })
    await tab.openAccount(7)
    await tab.openProject(1)
    const def = [...productAreas.registry.values()].find(({ type }) => type.startsWith('filter.'))
    if (!def) throw new Error('There is no such command')
    const [input] = fc.sample(anyCommand({ ...productAreas, registry: new Map([[def.type, def]]) }), {
      numRuns: 1,
      seed: 7,
    })
    if (!input) throw new Error('No command was made')
    const refused = await tab.dispatch(input)
    expect(refused.rejected).toBe(
      'A part of the program could not be loaded. Check the connection and try again.',
    )
    expect(refused.envelopes).toMatchObject([{ type: 'command.rejected' }])
    offline = false
    expect((await tab.dispatch(input)).rejected).toBeNull()
  })

  it('refuses to read the state of an area that is not loaded', async () => {
    const { areas } = freshAreas()
    browser = createBrowser(areas)
    const tab = await browser.openTab({ indexedDB: undefined })
    expect(() => tab.state().filter).toThrow('The area filter is not loaded')
    expect(kinds.flatMap((kind) => [...tab.runtime.states(kind).keys()]).sort()).toEqual(
      Object.keys(productAreas.projections).sort(),
    )
  })
})
