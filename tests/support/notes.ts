/** A small area with everything an area can have, so that the kernel is tested apart from the product's areas. */
import * as z from 'zod/mini'
import type { Areas } from '#src/app.ts'
import { command, reject } from '#src/commands/define.ts'
import * as effectCommands from '#src/commands/effects.ts'
import * as kernelCommands from '#src/commands/kernel.ts'
import { registryOf } from '#src/commands/registry.ts'
import * as undoCommands from '#src/commands/undo.ts'
import { catalogOf } from '#src/events/catalog/catalog.ts'
import * as effectEvents from '#src/events/catalog/effects.ts'
import * as kernelEvents from '#src/events/catalog/kernel.ts'
import { event } from '#src/events/define.ts'
import { type Buckets, getIn, noBuckets, putIn } from '#src/stores/buckets.ts'
import { logState } from '#src/stores/logState.ts'
import { network } from '#src/stores/network.ts'
import { on, projection } from '#src/stores/projection.ts'
import type { RootState } from '#src/stores/root.ts'
import { undoTrail } from '#src/stores/undo.ts'

const written = z.object({
  note: z.int(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
})
export const noteWritten = event({
  type: 'notes.written',
  log: 'project',
  retention: 'audit',
  version: 2,
  // Version 1 did not know what stood there before.
  upcasts: [(payload) => ({ from: '', ...(payload as object) })],
  payload: written,
  stream: ({ note }) => `document:${note}`,
})
export const noteLooked = event({
  type: 'notes.looked',
  log: 'project',
  retention: 'session',
  payload: z.object({ note: z.int(), tabId: z.string() }),
  stream: ({ note }) => `document:${note}`,
})
export const greeted = event({
  type: 'notes.greeted',
  log: 'account',
  retention: 'audit',
  payload: z.object({ name: z.string() }),
  stream: () => 'greetings',
})

/** Note → field → text. */
export type Notes = Buckets<Readonly<Record<string, string>>>
export const notes = projection<Notes>({
  name: 'notes',
  version: 1,
  log: 'project',
  initial: noBuckets,
  handlers: [
    on(noteWritten, (state, { note, field, to }) =>
      putIn(state, String(note), { ...getIn(state, String(note)), [field]: to }),
    ),
  ],
})
export const views = projection<{ readonly looks: number; readonly byTab: Readonly<Record<string, number>> }>(
  {
    name: 'views',
    version: 1,
    log: 'project',
    initial: { looks: 0, byTab: {} },
    handlers: [
      on(noteLooked, (state, { note, tabId }) => ({
        looks: state.looks + 1,
        byTab: { ...state.byTab, [tabId]: note },
      })),
    ],
  },
)
export const greetings = projection<readonly string[]>({
  name: 'greetings',
  version: 1,
  log: 'account',
  initial: [],
  handlers: [on(greeted, (state, { name }) => [...state, name])],
})

interface NotesRoot {
  readonly notes: Notes
  readonly views: { readonly looks: number; readonly byTab: Readonly<Record<string, number>> }
  readonly greetings: readonly string[]
}
/** The test's own table stands where the product's does. */
export const notesOf = (state: RootState): NotesRoot => state as unknown as NotesRoot
export const textOf = (state: RootState, note: number, field: string): string =>
  getIn(notesOf(state).notes, String(note))?.[field] ?? ''

const place = z.strictObject({ note: z.int(), field: z.string(), text: z.string() })
const writeDraft = (state: RootState, { note, field, text }: z.infer<typeof place>) => {
  const from = textOf(state, note, field)
  return from === text ? [] : [noteWritten({ note, field, from, to: text })]
}

/** Takes back what a step wrote, unless somebody has written there since. */
export const restoreNote = command({
  type: 'notes.restore',
  capture: 'never',
  payload: z.strictObject({ ...place.shape, expected: z.string() }),
  decide: (state, { expected, ...payload }) =>
    textOf(state, payload.note, payload.field) === expected
      ? writeDraft(state, payload)
      : reject('Somebody else has written there since.'),
  inverse: inverseOf,
  label: () => 'Restore',
})

export const setNote = command({
  type: 'notes.set',
  capture: 'step',
  payload: place,
  decide: writeDraft,
  inverse: inverseOf,
  label: ({ field }) => `Write ${field}`,
})

export const typeNote = command({
  type: 'notes.type',
  capture: 'merge',
  mergeKey: ({ note, field }) => `${note}/${field}`,
  payload: place,
  decide: writeDraft,
  inverse: inverseOf,
  label: ({ field }) => `Type in ${field}`,
})

export const lookAtNote = command({
  type: 'notes.look',
  capture: 'never',
  payload: z.strictObject({ note: z.int() }),
  decide: (_state, { note }, { tabId }) => [noteLooked({ note, tabId })],
  label: () => 'Look',
})

export const greet = command({
  type: 'notes.greet',
  capture: 'never',
  secret: ['password'],
  payload: z.strictObject({ name: z.string(), password: z.string() }),
  // A careless decision: all it has goes into the event.
  decide: (_state, { name, password }) => [greeted({ name: name + password })],
  label: ({ name, password }) => `Greet ${name} ${password}`,
})

export const refuse = command({
  type: 'notes.refuse',
  capture: 'never',
  payload: z.strictObject({ reason: z.string() }),
  decide: (_state, { reason }) => reject(reason),
  label: () => 'Ask for a refusal',
})

export const stumble = command({
  type: 'notes.stumble',
  capture: 'never',
  payload: z.strictObject({}),
  decide: () => {
    throw new Error('a fault of the program')
  },
  label: () => 'Stumble',
})

function inverseOf(done: readonly { readonly payload: unknown }[]) {
  const first = written.parse(done[0]?.payload)
  const last = written.parse(done.at(-1)?.payload)
  return restoreNote({ note: first.note, field: first.field, text: first.from, expected: last.to })
}

export const noteAreas: Areas = {
  registry: registryOf([
    kernelCommands,
    undoCommands,
    effectCommands,
    { restoreNote, setNote, typeNote, lookAtNote, greet, refuse, stumble },
  ]),
  catalog: catalogOf([kernelEvents, effectEvents, { noteWritten, noteLooked, greeted }]),
  projections: { notes, views, greetings, undoTrail, logState, network },
  effects: [],
  who: () => ({ userId: 7, role: 'Reviewer', projectId: null, can: () => true }),
  place: () => ({ userId: null, projectId: null }),
}
