import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Areas } from '#src/app.ts'
import { type Envelope, notUndoable, type Undo } from '#src/events/envelope.ts'
import { plainCodec } from '#src/events/log/codec.ts'
import { createReplay, createRoutes } from '#src/stores/runtime.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { runs, property as test } from '../runs.ts'
import { valuesOf } from '../support/arbitrary.ts'
import { placed } from '../support/envelopes.ts'
import { noteAreas } from '../support/notes.ts'
import { anyCommand, anyEvents, eventsByArea, productAreas } from '../support/product.ts'
import { foldFrozen, pureAreas, withFrozenFolds, withoutTimeOrChance } from '../support/pure.ts'
import { acts, anyAct, perform } from '../support/script.ts'
import { allEnvelopes, createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser | null = null
afterEach(async () => {
  await browser?.close()
  browser = null
})

async function openIn(of: Areas): Promise<Tab> {
  browser = createBrowser(of)
  const tab = await browser.openTab({ indexedDB: undefined })
  await tab.openAccount(7)
  await tab.openProject(1)
  await tab.settled()
  return tab
}

describe('commands', () => {
  test('invariant 6: every command leaves an envelope, every envelope has its command, and causes have no cycle', async () => {
    const caused = fc.array(fc.record({ act: anyAct, cause: fc.option(fc.nat(), { nil: null }) }), {
      minLength: 1,
      maxLength: 25,
    })
    await fc.assert(
      fc.asyncProperty(caused, async (script) => {
        const tab = await openIn(noteAreas)
        const known = await allEnvelopes(tab)
        for (const { act, cause } of script) {
          const because = cause === null ? undefined : known[cause % known.length]
          const done = await tab.dispatch(act.input, because ? { cause: because } : {})
          expect(done.envelopes.length).toBeGreaterThan(0)
          for (const envelope of done.envelopes) {
            expect(envelope).toMatchObject({ commandId: done.commandId, commandType: act.input.type })
            expect(envelope.causationId).toBe(because?.id ?? null)
            expect(envelope.correlationId).toBe(because?.correlationId ?? done.commandId)
          }
          known.push(...done.envelopes)
        }
        const all = await allEnvelopes(tab)
        const byId = new Map(all.map((envelope) => [envelope.id, envelope]))
        expect(byId.size).toBe(all.length)
        for (const envelope of all) {
          const met = new Set<string>()
          for (let at: Envelope | undefined = envelope; at; at = byId.get(at.causationId ?? '')) {
            expect(met.has(at.id)).toBe(false)
            met.add(at.id)
          }
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('invariant 6: also every command of the product, with whatever its schema lets through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCommand(productAreas), { minLength: 1, maxLength: 30 }),
        async (inputs) => {
          const tab = await openIn(productAreas)
          for (const input of inputs) {
            const { envelopes } = await tab.dispatch(input)
            expect(envelopes.length).toBeGreaterThan(0)
            for (const { commandType, label } of envelopes) {
              expect(commandType).toBe(input.type)
              expect(label).not.toBe('')
            }
          }
          // A decision that threw, or an event that does not match its schema, is a fault of the program.
          expect(tab.faults).toEqual([])
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('leaves command.rejected, with the field and no value, for a payload that its schema refuses', async () => {
    const tab = await openIn(noteAreas)
    const done = await tab.dispatch({
      type: 'notes.set',
      payload: { note: 'one', field: 'a', text: 'private words' },
    })
    expect(done.rejected).toBe('note: missing or of the wrong kind')
    expect(done.envelopes).toMatchObject([
      { type: 'command.rejected', payload: { commandType: 'notes.set', reason: done.rejected } },
    ])
    expect(JSON.stringify(done)).not.toContain('private words')
  })

  test('invariant 9: no decision and no fold changes what it is given or asks the clock, and both answer the same again', async () => {
    const [frozen, notes] = [pureAreas(productAreas), pureAreas(noteAreas)]
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCommand(productAreas), { minLength: 1, maxLength: 30 }),
        async (inputs) => {
          const tab = await openIn(frozen)
          for (const input of inputs) await tab.dispatch(input)
          expect(tab.faults).toEqual([])
        },
      ),
      { numRuns: runs(60) },
    )
    await fc.assert(
      fc.asyncProperty(acts(25), async (script) => {
        const tab = await openIn(notes)
        await perform(
          tab,
          script.filter(({ input }) => input.type !== 'notes.stumble'),
        )
        expect(tab.faults).toEqual([])
        await foldFrozen(notes, tab)
      }),
      { numRuns: runs(40) },
    )
  })

  it('invariant 9: whatever tells the time or rolls dice is seen', () => {
    const impure: readonly (() => unknown)[] = [
      () => new Date(),
      () => Date(),
      () => Date.now(),
      () => performance.now(),
      () => Math.random(),
      () => crypto.randomUUID(),
      () => crypto.getRandomValues(new Uint8Array(1)),
    ]
    for (const ask of impure) {
      expect(() => withoutTimeOrChance(ask)).toThrow('A pure function')
      expect(ask).not.toThrow()
    }
    const given = () => [
      new Date(0).toISOString(),
      Date.parse('1970-01-01'),
      Date.UTC(1970),
      new Date(0) instanceof Date,
    ]
    expect(withoutTimeOrChance(given)).toEqual(['1970-01-01T00:00:00.000Z', 0, 0, true])
  })

  for (const [area, defs] of [...eventsByArea, ['all areas', [...areas.catalog.values()]] as const]) {
    test(`invariant 9: also no fold over any events of ${area}, whatever order they come in`, () => {
      const frozen = withFrozenFolds(productAreas.projections)
      fc.assert(
        fc.property(anyEvents(defs), (envelopes) => {
          for (const kind of new Set(defs.map(({ log }) => log))) {
            const fold = (table: Areas['projections']) => {
              const replay = createReplay(createRoutes(table), kind)
              replay.feed(envelopes.filter(({ log }) => log === kind))
              return replay.states()
            }
            expect(fold(frozen)).toEqual(fold(productAreas.projections))
          }
        }),
        { numRuns: runs(25) },
      )
    })
  }

  test('invariant 11: every payload of every event survives encoding, alone and in a segment', async () => {
    const defs = [...areas.catalog.values()]
    expect(defs.length).toBeGreaterThan(100)
    for (const def of defs) {
      await fc.assert(
        fc.asyncProperty(valuesOf(def.payload), marks, async (payload, mark) => {
          const { seq, ...unplaced } = { ...envelopeOf(def.type, def.version, payload), ...mark }
          const stored = structuredClone(await plainCodec.encodeEnvelope(unplaced, ''))
          expect(await plainCodec.decodeEnvelope(stored, '', seq)).toEqual({ ...unplaced, seq })
          const segment = structuredClone(await plainCodec.encodeSegment([{ ...unplaced, seq }], ''))
          const [read] = await plainCodec.decodeSegment(segment, '')
          expect(read).toEqual({ ...unplaced, seq })
          expect(def.payload.safeParse(read?.payload).success).toBe(true)
        }),
        { numRuns: runs(15) },
      )
    }
  })
})

const marks = fc.record({
  correlationId: fc.constantFrom('command-1', 'elsewhere'),
  causationId: fc.constantFrom(null, 'envelope-0'),
  undo: fc.constantFrom<Undo>(
    notUndoable,
    { kind: 'do', group: 'command-1', targets: [] },
    { kind: 'do', group: 'other', targets: [] },
    { kind: 'do', group: 'command-1', targets: [], merge: 'm' },
    { kind: 'none', group: 'g', targets: [] },
    { kind: 'redo', group: 'g', targets: ['a', 'b'], via: { command: 'c', part: 0 } },
  ),
})

const envelopeOf = (type: string, version: number, payload: unknown): Envelope => ({
  ...placed(3),
  type,
  version,
  payload,
  undo: { kind: 'do', group: 'g', targets: ['a', 'b'], merge: 'm', via: { command: 'c', part: 0 } },
})
