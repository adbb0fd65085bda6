/** What happens in a property about the test area: commands of all kinds, with time passing between them. */
import fc from 'fast-check'
import type { CommandInput } from '#src/commands/define.ts'
import { redo, settleTyping, undo } from '#src/commands/undo.ts'
import { greet, lookAtNote, refuse, restoreNote, setNote, stumble, typeNote } from './notes.ts'
import type { Tab } from './tabs.ts'

export interface Act {
  readonly input: CommandInput
  readonly after: number
}

const note = fc.integer({ min: 1, max: 3 })
const field = fc.constantFrom('a', 'b')
const text = fc.constantFrom('', 'x', 'y', 'xy', 'xyz')
const place = fc.record({ note, field, text }, { noNullPrototype: true })
const stream = note.map((one) => `document:${one}`)

export const anyAct: fc.Arbitrary<Act> = fc.record({
  after: fc.constantFrom(0, 0, 400, 5_000),
  input: fc.oneof<fc.Arbitrary<CommandInput>[]>(
    place.map((payload) => setNote(payload)),
    place.map((payload) => typeNote(payload)),
    place.map((payload) => typeNote(payload)),
    fc.record({ place, expected: text }).map((one) => restoreNote({ ...one.place, expected: one.expected })),
    note.map((one) => lookAtNote({ note: one })),
    stream.map((one) => undo({ stream: one })),
    stream.map((one) => undo({ stream: one })),
    stream.map((one) => redo({ stream: one })),
    stream.map((one) => settleTyping({ stream: one })),
    fc.constant(greet({ name: 'Ada', password: 'never-to-be-seen' })),
    fc.constant(refuse({ reason: 'Not today.' })),
    fc.constant(stumble({})),
    fc.constant({ type: 'notes.set', payload: { note: 'one' } }),
    fc.constant({ type: 'nobody.knows', payload: {} }),
  ),
})
export const acts = (maxLength: number): fc.Arbitrary<Act[]> => fc.array(anyAct, { minLength: 1, maxLength })

export async function perform(
  tab: Tab,
  script: readonly Act[],
  each: () => void = () => undefined,
): Promise<void> {
  for (const { input, after } of script) {
    tab.clock.now += after
    await tab.dispatch(input)
    each()
  }
}
