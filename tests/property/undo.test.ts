import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { CommandInput } from '#src/commands/define.ts'
import { redo, settleTyping, undo } from '#src/commands/undo.ts'
import { trailLimit, trailOf } from '#src/stores/undo.ts'
import { runs, property as test } from '../runs.ts'
import { lookAtNote, noteAreas, restoreNote, setNote, textOf, typeNote } from '../support/notes.ts'
import { acts, perform } from '../support/script.ts'
import { createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser | null = null
afterEach(() => browser?.close())

async function open(): Promise<Tab> {
  browser = createBrowser(noteAreas)
  const tab = await browser.openTab({ indexedDB: undefined })
  await tab.openAccount(7)
  await tab.openProject(1)
  return tab
}

const stream = 'document:1'
const trail = (tab: Tab) => trailOf(tab.state().undoTrail, stream)
const fields = ['a', 'b', 'foreign'] as const
const textsOf = (tab: Tab) =>
  Object.fromEntries(
    [1, 2, 3].flatMap((note) =>
      fields.map((field) => [`${note}/${field}`, textOf(tab.state(), note, field)]),
    ),
  )
/** What somebody else writes into another field: not a step of this person's. */
const foreign = (tab: Tab, text: string) =>
  restoreNote({ note: 1, field: 'foreign', text, expected: textOf(tab.state(), 1, 'foreign') })

/** Writing, typing, looking, other people's work in another field, and undo and redo between them. */
const place = fc.record({
  note: fc.constantFrom(1, 1, 1, 2),
  field: fc.constantFrom('a', 'b'),
  text: fc.constantFrom('', 'x', 'xy', 'xyz'),
})
const walk = fc.record({
  also: fc.option(
    fc.record({ field: fc.constantFrom('a', 'b'), text: fc.constantFrom('', 'both', 'again') }),
    { nil: null, freq: 4 },
  ),
  after: fc.constantFrom(0, 0, 400, 5_000),
  input: fc.oneof(
    { weight: 3, arbitrary: place.map((payload): CommandInput => setNote(payload)) },
    { weight: 4, arbitrary: place.map((payload): CommandInput => typeNote(payload)) },
    { weight: 1, arbitrary: fc.constant<CommandInput>(lookAtNote({ note: 1 })) },
    { weight: 1, arbitrary: fc.constant<CommandInput>(settleTyping({ stream })) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const, 'foreign' as const),
    },
  ),
})

describe('undo', () => {
  test('invariant 7: undo after do, and redo after undo, are identities, also with foreign edits to other fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        acts(20),
        fc.nat({ max: 20 }),
        fc.string({ minLength: 1 }),
        async (script, depth, text) => {
          const tab = await open()
          await perform(tab, script)
          // From here on every step is known with the texts before and after it.
          const { done } = trail(tab)
          const back = Math.min(depth, done.length)
          const seen = [textsOf(tab)]
          let written = ''
          for (let step = 0; step < back; step++) {
            const before = textsOf(tab)
            const { rejected } = await tab.dispatch(undo({ stream }))
            if (rejected !== null) {
              // An edit that is no step of this person's stands in the way: nothing may have changed.
              expect(textsOf(tab)).toEqual(before)
              break
            }
            seen.push(textsOf(tab))
            written = `${text}${step}`
            await tab.dispatch(foreign(tab, written))
          }
          const undone = seen.length - 1
          expect(trail(tab).done.length).toBe(done.length - undone)
          for (let step = undone; step > 0; step--) {
            expect({ ...textsOf(tab), '1/foreign': '' }).toEqual({ ...seen[step], '1/foreign': '' })
            expect(await tab.dispatch(redo({ stream }))).toMatchObject({ rejected: null })
          }
          expect({ ...textsOf(tab), '1/foreign': '' }).toEqual({ ...seen[0], '1/foreign': '' })
          expect(textOf(tab.state(), 1, 'foreign')).toBe(
            undone > 0 ? written : (seen[0]?.['1/foreign'] ?? ''),
          )
          expect(trail(tab).done.map(({ group }) => group)).toEqual(done.map(({ group }) => group))
        },
      ),
      { numRuns: runs(100) },
    )
  })

  test('invariant 7: each undo gives back the texts that stood before the step, each redo those after it, in any order of both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(walk, { minLength: 5, maxLength: 40 }), async (way) => {
        const tab = await open()
        const own = () => ({ a: textOf(tab.state(), 1, 'a'), b: textOf(tab.state(), 1, 'b') })
        const lastGroup = () => trail(tab).done.at(-1)?.group
        // What is known of the steps beside the program: the texts before each and after it.
        const done: { group: string; before: object; after: object }[] = []
        const undone: typeof done = []
        for (const [nth, { input, after, also }] of way.entries()) {
          tab.clock.now += after
          const before = own()
          if (input === 'undo' || input === 'redo') {
            const [from, to] = input === 'undo' ? [done, undone] : [undone, done]
            const step = from.pop()
            const { rejected } = await tab.dispatch(input === 'undo' ? undo({ stream }) : redo({ stream }))
            expect(rejected === null).toBe(step !== undefined)
            if (step) to.push(step)
            expect(own()).toEqual(step ? (input === 'undo' ? step.before : step.after) : before)
          } else if (input === 'foreign') {
            await tab.dispatch(foreign(tab, `theirs ${nth}`))
            expect(own()).toEqual(before)
          } else {
            const { commandId } = await tab.dispatch(input)
            // The rest of the same gesture: one step with it. (Typing may have joined an earlier one.)
            if (also && input.type === setNote.type)
              await tab.dispatch(setNote({ note: 1, ...also }), { correlationId: commandId })
            const step = done.at(-1)
            const texts = own()
            const made = lastGroup() === commandId
            // Typing that went on belongs to the step before; what changed nothing is none.
            const went = !made && step !== undefined && JSON.stringify(texts) !== JSON.stringify(before)
            if (made) done.push({ group: commandId, before, after: texts })
            if (went) step.after = texts
            if (made || went) undone.length = 0
          }
          expect(trail(tab).done.map(({ group }) => group)).toEqual(done.map(({ group }) => group))
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('refuses to undo what somebody else has changed since, and changes nothing', async () => {
    const tab = await open()
    await tab.dispatch(setNote({ note: 1, field: 'a', text: 'mine' }))
    await tab.dispatch(restoreNote({ note: 1, field: 'a', text: 'theirs', expected: 'mine' }))
    const before = tab.state().undoTrail
    const { rejected } = await tab.dispatch(undo({ stream }))
    expect(rejected).toBe('Somebody else has written there since.')
    expect(textOf(tab.state(), 1, 'a')).toBe('theirs')
    expect(tab.state().undoTrail).toBe(before)
  })

  it('goes back to any step at once, and forward again', async () => {
    const tab = await open()
    for (const text of ['1', '2', '3', '4']) await tab.dispatch(setNote({ note: 1, field: 'a', text }))
    const through = trail(tab).done[1]?.group ?? ''
    const back = await tab.dispatch(undo({ stream, through }))
    expect(textOf(tab.state(), 1, 'a')).toBe('1')
    expect(back.envelopes.map(({ undo: mark }) => mark.kind)).toEqual(['undo', 'undo', 'undo'])
    expect(trail(tab).undone).toHaveLength(3)
    await tab.dispatch(redo({ stream, through: trail(tab).undone[1]?.group ?? '' }))
    expect(textOf(tab.state(), 1, 'a')).toBe('3')
  })

  it('merges typing in one field until a second of quiet, a blur or another act on the document', async () => {
    const tab = await open()
    const type = async (text: string, after: number) => {
      tab.clock.now += after
      await tab.dispatch(typeNote({ note: 1, field: 'a', text }))
    }
    await type('a', 0)
    await type('ab', 300)
    await type('abc', 1_000)
    expect(trail(tab).done).toHaveLength(1)
    await type('abcd', 1_001)
    expect(trail(tab).done).toHaveLength(2)
    await tab.dispatch(settleTyping({ stream }))
    await type('abcde', 10)
    expect(trail(tab).done).toHaveLength(3)
    await tab.dispatch(lookAtNote({ note: 1 }))
    await type('abcdef', 10)
    expect(trail(tab).done).toHaveLength(4)
    await tab.dispatch(typeNote({ note: 1, field: 'b', text: 'x' }))
    await type('abcdefg', 10)
    expect(trail(tab).done.map(({ label }) => label)).toEqual([
      'Type in a',
      'Type in a',
      'Type in a',
      'Type in a',
      'Type in b',
      'Type in a',
    ])
    for (const left of ['abcdef', 'abcdef', 'abcde', 'abcd', 'abc', '']) {
      await tab.dispatch(undo({ stream }))
      expect(textOf(tab.state(), 1, 'a')).toBe(left)
    }
  })

  it('takes a merged step back with one fact, and makes one step of what one gesture did', async () => {
    const tab = await open()
    for (const text of ['a', 'ab', 'abc']) await tab.dispatch(typeNote({ note: 1, field: 'a', text }))
    const back = await tab.dispatch(undo({ stream }))
    expect(back.envelopes.map(({ payload }) => payload)).toEqual([
      { note: 1, field: 'a', from: 'abc', to: '' },
    ])
    const first = await tab.dispatch(setNote({ note: 1, field: 'a', text: 'both' }))
    await tab.dispatch(setNote({ note: 1, field: 'b', text: 'fields' }), { correlationId: first.commandId })
    expect(trail(tab).done).toHaveLength(1)
    await tab.dispatch(undo({ stream }))
    expect([textOf(tab.state(), 1, 'a'), textOf(tab.state(), 1, 'b')]).toEqual(['', ''])
    await tab.dispatch(redo({ stream }))
    expect([textOf(tab.state(), 1, 'a'), textOf(tab.state(), 1, 'b')]).toEqual(['both', 'fields'])
    // A gesture that writes twice in one place goes back through both, last first.
    const twice = await tab.dispatch(setNote({ note: 1, field: 'a', text: 'once' }))
    await tab.dispatch(setNote({ note: 1, field: 'a', text: 'twice' }), { correlationId: twice.commandId })
    expect((await tab.dispatch(undo({ stream }))).rejected).toBeNull()
    expect(textOf(tab.state(), 1, 'a')).toBe('both')
    expect((await tab.dispatch(redo({ stream }))).rejected).toBeNull()
    expect(textOf(tab.state(), 1, 'a')).toBe('twice')
  })

  it('forgets what could be redone when the document gets a new step, and only there', async () => {
    const tab = await open()
    for (const note of [1, 2]) {
      await tab.dispatch(setNote({ note, field: 'a', text: 'x' }))
      await tab.dispatch(undo({ stream: `document:${note}` }))
    }
    await tab.dispatch(lookAtNote({ note: 1 }))
    expect(trail(tab).undone).toHaveLength(1)
    await tab.dispatch(setNote({ note: 1, field: 'b', text: 'new' }))
    expect(trail(tab).undone).toHaveLength(0)
    expect(trailOf(tab.state().undoTrail, 'document:2').undone).toHaveLength(1)
    expect((await tab.dispatch(redo({ stream }))).rejected).toBe('There is nothing to redo on this document.')
  })

  it('removes nothing: the log holds what was done, undone and redone, with its targets', async () => {
    const tab = await open()
    const done = await tab.dispatch(setNote({ note: 1, field: 'a', text: 'x' }))
    await tab.dispatch(undo({ stream }))
    await tab.dispatch(redo({ stream }))
    const log = await tab.log('project')?.read({ after: 0, limit: 100 })
    expect(log?.map(({ type, undo: { kind, targets } }) => [type, kind, targets])).toEqual([
      ['notes.written', 'do', []],
      ['notes.written', 'undo', [done.commandId]],
      ['notes.written', 'redo', [done.commandId]],
    ])
  })

  it(`keeps the last ${trailLimit} steps of a document at hand`, async () => {
    const tab = await open()
    for (let nth = 0; nth <= trailLimit; nth++) {
      await tab.dispatch(setNote({ note: 1, field: 'a', text: String(nth) }))
    }
    expect(trail(tab).done).toHaveLength(trailLimit)
  })
})
