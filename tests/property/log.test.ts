import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { command } from '#src/commands/define.ts'
import { type AnyCommand, registryOf } from '#src/commands/registry.ts'
import { catalogOf } from '#src/events/catalog/catalog.ts'
import { event } from '#src/events/define.ts'
import type { Draft } from '#src/events/envelope.ts'
import { plainCodec } from '#src/events/log/codec.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { type EventLog, StaleStream, type Unplaced } from '#src/events/log/log.ts'
import { createAdmission, upcast } from '#src/events/log/upcast.ts'
import { runs, property as test } from '#tests/runs.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { storedNotes, storedPayloads } from '../fixtures/stored-events.ts'
import { placed, unplaced } from '../support/envelopes.ts'
import { lookAtNote, noteAreas, noteLooked, notesOf, noteWritten, setNote, textOf } from '../support/notes.ts'
import { acts, perform } from '../support/script.ts'
import { converge, createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'
import { upcastFaults } from '../support/upcasts.ts'

let browser: TestBrowser | null = null
afterEach(async () => {
  await browser?.close()
  browser = null
})

const draft = (nth: number, stream: string): Unplaced => unplaced(nth, { stream })

describe('the log among tabs', () => {
  test('invariant 5: seq is gapless and unique under concurrent appends, and a moved stream is noticed', async () => {
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
      fc.asyncProperty(writes, async (script) => {
        const { indexedDB } = createBrowser(noteAreas)
        const open = () =>
          indexedDbLog('log', { factory: indexedDB, codec: plainCodec, onClosed: () => undefined })
        const logs: EventLog[] = await Promise.all([open(), open(), open(), open()])
        let nth = 0
        const results = await Promise.all(
          script.map(async ({ tab, size, stream, fenced }) => {
            const drafts = Array.from({ length: size }, () => draft(nth++, stream))
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
          expect(await log.read({ after: 0, limit: 1e6 })).toEqual(appended)
          expect(await log.head()).toBe(appended.length)
        }
        // Who wrote from what he had seen was either first on his stream, or turned away.
        const firsts = new Set<string>()
        for (const [index, { stream, fenced }] of script.entries()) {
          const [first] = results[index] ?? []
          if (!first || !fenced) continue
          const before = appended.filter((envelope) => envelope.stream === stream && envelope.seq < first.seq)
          expect(before).toEqual([])
          expect(firsts.has(stream)).toBe(false)
          firsts.add(stream)
        }
        for (const log of logs) await log.close()
      }),
      { numRuns: runs(30) },
    )
  })

  test('invariant 4: tabs converge under lost, repeated, late and reordered messages, and when one of them dies', async () => {
    const story = fc.record({
      scripts: fc.tuple(acts(8), acts(8), acts(8)),
      lose: fc.double({ min: 0, max: 0.6, noNaN: true }),
      repeat: fc.double({ min: 0, max: 0.6, noNaN: true }),
      delay: fc.double({ min: 0, max: 0.6, noNaN: true }),
      dies: fc.option(fc.nat({ max: 2 }), { nil: null }),
      seed: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ scripts, lose, repeat, delay, dies, seed }) => {
        const own = createBrowser(noteAreas, {
          faults: { lose, repeat, delay, random: () => seed.next().value ?? 0 },
        })
        const tabs: Tab[] = []
        for (let nth = 0; nth < 3; nth++) {
          const tab = await own.openTab()
          await tab.openAccount(7)
          await tab.openProject(1)
          tabs.push(tab)
        }
        const working = tabs.map((tab, nth) => perform(tab, scripts[nth as 0 | 1 | 2]))
        const dead = dies === null ? undefined : tabs[dies]
        await dead?.close()
        // What a closed tab was still asked to do is refused.
        await Promise.allSettled(working)
        const left = tabs.filter((tab) => tab !== dead)
        await converge(own, left)
        const later = await own.openTab()
        await later.openAccount(7)
        await later.openProject(1)
        for (const tab of left) {
          expect(tab.runtime.states('project')).toEqual(later.runtime.states('project'))
          expect(tab.runtime.states('account')).toEqual(later.runtime.states('account'))
        }
        await own.close()
      }),
      { numRuns: runs(15) },
    )
  }, 60_000)
})

describe('versions', () => {
  test('invariant 10: every historic version of every event is brought up to what its schema accepts today', () => {
    expect(upcastFaults(areas.catalog.values(), storedPayloads)).toEqual([])
    expect(upcastFaults(noteAreas.catalog.values(), storedNotes)).toEqual([])
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.string(), (note, field, to) => {
        const first = placed(1, { type: 'notes.written', payload: { note, field, to } })
        const now = upcast(first, noteWritten.version, noteWritten.upcasts)
        expect(now).toEqual({ ...first, version: 2, payload: { note, field, to, from: '' } })
        expect(noteWritten.payload.safeParse(now.payload).success).toBe(true)
        expect(createAdmission(noteAreas.catalog).admit([first]).envelopes).toEqual([now])
      }),
    )
  })

  it('invariant 10: a raised version without a sample of each one before it, or with a wrong upcast, is found', () => {
    expect(upcastFaults([noteWritten], {})).toEqual([
      'notes.written: no payload of version 1 is kept as a sample',
    ])
    const words = (old: unknown) => ({ ...Object(old), words: String(Object(old).to).length })
    const payload = z.object({
      note: z.int(),
      field: z.string(),
      from: z.string(),
      to: z.string(),
      words: z.int(),
    })
    const raised = { type: 'notes.written', version: 3, payload, upcasts: [...noteWritten.upcasts, words] }
    expect(upcastFaults([raised], storedNotes)).toEqual([
      'notes.written: no payload of version 2 is kept as a sample',
    ])
    const second = [{ note: 1, field: 'a', from: '', to: 'x' }]
    const both = { 'notes.written': [...(storedNotes['notes.written'] ?? []), second] }
    expect(upcastFaults([raised], both)).toEqual([])
    const same = (old: unknown) => old
    const changing = (old: unknown) => Object.assign(Object(old), { words: 1 })
    for (const wrong of [same, changing]) {
      const broken = { ...raised, upcasts: [...noteWritten.upcasts, wrong] }
      expect(upcastFaults([broken], both)).not.toEqual([])
    }
  })

  it('invariant 10: what a newer program wrote is set aside with its stream, never dropped, and read by that program', async () => {
    browser = createBrowser(noteAreas)
    const old = await browser.openTab()
    await old.openAccount(7)
    await old.openProject(1)
    const log = old.log('project')
    await old.dispatch(setNote({ note: 1, field: 'a', text: 'before' }))
    await log?.append(
      [
        { ...draft(1, 'document:1'), type: 'notes.sung' },
        { ...draft(2, 'document:2'), type: 'notes.written', version: 9 },
        { ...draft(3, 'document:1') },
        { ...draft(4, 'document:3') },
      ],
      { seen: null },
    )
    old.wake()
    await expect.poll(() => old.state().logState.quarantined).toBe(3)
    // Put aside in the background: what is read does not wait for it.
    await expect
      .poll(() => log?.quarantined())
      .toMatchObject([
        { seq: 2, reason: 'unknownType', type: 'notes.sung' },
        { seq: 3, reason: 'newerVersion', version: 9 },
        { seq: 4, reason: 'streamPaused' },
      ])
    expect((await log?.read({ after: 0, limit: 10 }))?.length).toBe(5)
    expect(notesOf(old.state()).views.looks).toBe(1)
    // The paused document takes no decisions here; others do.
    const refused = await old.dispatch(setNote({ note: 1, field: 'a', text: 'after' }))
    expect(refused.rejected).toContain('newer version of the program')
    expect((await old.dispatch(lookAtNote({ note: 3 }))).rejected).toBeNull()
    expect(textOf(old.state(), 1, 'a')).toBe('before')

    // No snapshot is taken of states from which events were left out: the newer program would never see them.
    await old.openProject(null)
    await old.openProject(1)
    expect(await old.log('project')?.loadSnapshots()).toEqual([])

    const known = catalogOf([
      {
        noteLooked,
        sung: event({ ...noteLooked, type: 'notes.sung' }),
        written: event({
          ...noteWritten,
          version: 9,
          upcasts: Array.from({ length: 8 }, () => (one: unknown) => one),
        }),
      },
    ])
    const admitted = createAdmission(known).admit(
      (await old.log('project')?.read({ after: 1, limit: 4 })) ?? [],
    )
    expect(admitted.quarantined).toEqual([])
    expect(admitted.envelopes).toHaveLength(4)
  })

  it('writes no event that this program does not declare, or that does not match its schema', async () => {
    const looked = noteLooked({ note: 1, tabId: 't' })
    const breaking = (type: string, broken: Draft) => command({ ...lookAtNote, type, decide: () => [broken] })
    const commands = [
      breaking('break.type', { ...looked, type: 'nobody' }),
      breaking('break.version', { ...looked, version: 2 }),
      breaking('break.payload', { ...looked, payload: {} }),
    ]
    const registry = new Map<string, AnyCommand>(noteAreas.registry)
    for (const [type, one] of registryOf([commands])) registry.set(type, one)
    browser = createBrowser({ ...noteAreas, registry })
    const tab = await browser.openTab()
    await tab.openAccount(7)
    await tab.openProject(1)
    for (const { type } of commands) {
      const { rejected, envelopes } = await tab.dispatch({ type, payload: { note: 1 } })
      expect(rejected).toBe('The command failed.')
      expect(envelopes.map((envelope) => envelope.type)).toEqual(['command.rejected'])
    }
    expect(tab.faults).toHaveLength(3)
  })
})
