import { fork } from 'effector'
import fc from 'fast-check'
import { afterEach, describe, expect, vi } from 'vitest'
import { load } from '#src/app/open-log.ts'
import type { Areas } from '#src/app.ts'
import type { CommandInput } from '#src/commands/define.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import type { EventLog } from '#src/events/log/log.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { packState } from '#src/stores/buckets.ts'
import { createReplay, createRoutes, createRuntime, type States } from '#src/stores/runtime.ts'
import { runs, property as test } from '../runs.ts'
import { noteAreas } from '../support/notes.ts'
import { opened } from '../support/opened.ts'
import { anyCommand, anyEvents, eventsByArea, productAreas } from '../support/product.ts'
import { type Act, acts, perform } from '../support/script.ts'
import { createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser | null = null
afterEach(() => browser?.close())

const kinds: readonly LogKind[] = ['device', 'account', 'project']

/** In memory: what is looked at here is folding, not keeping. */
async function openIn(areas: Areas): Promise<Tab> {
  browser = createBrowser(areas)
  const tab = await browser.openTab({ indexedDB: undefined })
  await tab.openAccount(7)
  await tab.openProject(1)
  await tab.settled()
  return tab
}

const everythingIn = (tab: Tab, kind: LogKind): Promise<Envelope[]> =>
  tab.log(kind)?.read({ after: 0, limit: 1e6 }) ?? Promise.resolve([])

const fold = (areas: Areas, kind: LogKind, envelopes: readonly Envelope[]): States => {
  const replay = createReplay(createRoutes(areas.projections), kind)
  replay.feed(envelopes)
  return replay.states()
}

/** The states of one log at some seq of it. */
interface Moment {
  readonly kind: LogKind
  readonly seq: number
  readonly states: States
}

/** Lives through a story, and remembers the states after every command. */
async function live(story: Story) {
  // Effector says on the console, and nowhere else, that a fold or a derived store threw.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const tab = await openIn(areasOf(story))
  const moments: Moment[] = []
  const seqs = { device: 0, account: 0, project: 0 }
  for (const kind of kinds) seqs[kind] = (await tab.log(kind)?.head()) ?? 0
  tab.onCommitted((envelopes) => {
    for (const { log, seq } of envelopes) seqs[log] = Math.max(seqs[log], seq)
  })
  await tell(story, tab, () => {
    for (const kind of kinds) moments.push({ kind, seq: seqs[kind], states: tab.runtime.states(kind) })
  })
  const logs: Record<LogKind, Envelope[]> = { device: [], account: [], project: [] }
  for (const kind of kinds) logs[kind] = await everythingIn(tab, kind)
  await tab.close()
  expect(said.mock.calls).toEqual([])
  said.mockRestore()
  return { moments, logs }
}

/** Only data: what fast-check shrinks and prints. */
type Story =
  | { readonly of: 'notes'; readonly script: readonly Act[] }
  | { readonly of: 'product'; readonly inputs: readonly CommandInput[] }
const stories: fc.Arbitrary<Story> = fc.oneof(
  fc.record({ of: fc.constant('notes' as const), script: acts(25) }),
  fc.record({
    of: fc.constant('product' as const),
    inputs: fc.array(anyCommand(productAreas), { minLength: 1, maxLength: 25 }),
  }),
)
const areasOf = ({ of }: Story): Areas => (of === 'notes' ? noteAreas : productAreas)

async function tell(story: Story, tab: Tab, remember: () => void): Promise<void> {
  if (story.of === 'notes') return perform(tab, story.script, remember)
  for (const input of story.inputs) {
    await tab.dispatch(input)
    remember()
  }
}

describe('replay', () => {
  test('invariant 1: replaying the log gives the live state, for every projection, at every prefix', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const areas = areasOf(story)
        const { moments, logs } = await live(story)
        for (const { kind, seq, states } of moments) {
          expect(
            fold(
              areas,
              kind,
              logs[kind].filter((envelope) => envelope.seq <= seq),
            ),
          ).toEqual(states)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('invariant 2: snapshots at any points, of each projection its own or none, plus the rest are the replay of all', async () => {
    const points = fc.array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(stories, points, async (story, at) => {
        const areas = areasOf(story)
        const routes = createRoutes(areas.projections)
        const { logs } = await live(story)
        for (const kind of kinds) {
          const envelopes = logs[kind]
          const log = memoryLog(kind)
          await log.append(envelopes, { seen: null })
          await keepSnapshots(log, areas, kind, envelopes, at)
          const loaded = await load(log, kind, routes, (read) => read)
          expect(opened(loaded.states)).toEqual(opened(fold(areas, kind, envelopes)))
          expect(loaded.seq).toBe(envelopes.length)
        }
      }),
      { numRuns: runs(40) },
    )
  })

  test('invariant 3: any split of the log into batches gives the same state, off the graph and on it', async () => {
    await fc.assert(
      fc.asyncProperty(
        stories,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        async (story, sizes) => {
          const areas = areasOf(story)
          const { logs } = await live(story)
          for (const kind of kinds) {
            const runtime = createRuntime(fork(), areas.projections)
            let rest = logs[kind]
            for (let nth = 0; rest.length > 0; nth++) {
              const size = sizes[nth % sizes.length] ?? 1
              runtime.commit(kind, rest.slice(0, size))
              rest = rest.slice(size)
            }
            expect(runtime.states(kind)).toEqual(fold(areas, kind, logs[kind]))
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  for (const [area, defs] of eventsByArea) {
    test(`invariants 1, 2 and 3: also for any events of ${area}, whatever order they come in`, async () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })
      const points = fc.array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 20 })
      const routes = createRoutes(productAreas.projections)
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await fc.assert(
        fc.asyncProperty(anyEvents(defs), sizes, points, async (events, split, at) => {
          for (const kind of new Set(defs.map(({ log }) => log))) {
            const log = memoryLog(kind)
            const envelopes = await log.append(
              events.filter((envelope) => envelope.log === kind),
              { seen: null },
            )
            const whole = fold(productAreas, kind, envelopes)
            const runtime = createRuntime(fork(), productAreas.projections)
            let done = 0
            for (let nth = 0; done < envelopes.length; nth++) {
              const size = split[nth % split.length] ?? 1
              runtime.commit(kind, envelopes.slice(done, done + size))
              done += size
              if (nth % 5 === 0)
                expect(runtime.states(kind)).toEqual(fold(productAreas, kind, envelopes.slice(0, done)))
            }
            expect(runtime.states(kind)).toEqual(whole)
            await keepSnapshots(log, productAreas, kind, envelopes, at)
            const loaded = await load(log, kind, routes, (read) => read)
            expect(opened(loaded.states)).toEqual(opened(whole))
          }
        }),
        { numRuns: runs(12) },
      )
      // Effector says there, and nowhere else, that a fold or a derived store threw.
      expect(said.mock.calls).toEqual([])
    })
  }
})

/** A snapshot of each projection at a point of its own (null: none), as the database keeps it: packed and cloned. */
async function keepSnapshots(
  log: EventLog,
  areas: Areas,
  kind: LogKind,
  envelopes: readonly Envelope[],
  at: readonly (number | null)[],
): Promise<void> {
  for (const [nth, { name, version }] of createRoutes(areas.projections).of(kind).entries()) {
    const point = at[nth % at.length] ?? null
    if (point === null) continue
    const seq = point % (envelopes.length + 1)
    const state = packState(fold(areas, kind, envelopes.slice(0, seq)).get(name))
    await log.saveSnapshots([{ name, version, seq, state: structuredClone(state) }])
  }
}
