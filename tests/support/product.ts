/** The product's own areas, opened without a server: whoever is asked is user 7, who may do everything. */
import fc from 'fast-check'
import type { Areas } from '#src/app.ts'
import type { CommandInput } from '#src/commands/define.ts'
import type { EventDef } from '#src/events/define.ts'
import type { Envelope, Undo } from '#src/events/envelope.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { valuesOf } from './arbitrary.ts'
import { placed } from './envelopes.ts'

export const productAreas: Areas = {
  ...areas,
  // What is delivered would wait for a server; the kernel is tested here.
  effects: [],
  who: () => ({ userId: 7, role: 'Reviewer', projectId: 1, can: () => true }),
}

/** Any command of the registry with any payload that its schema accepts. */
export const anyCommand = (from: Areas): fc.Arbitrary<CommandInput> =>
  fc.oneof(
    ...[...from.registry.values()].map((def) =>
      valuesOf(def.payload).map((payload): CommandInput => ({ type: def.type, payload })),
    ),
  )

const group = fc.constantFrom('command-1', 'command-2', 'command-3')
const anyUndo: fc.Arbitrary<Undo> = fc.oneof(
  fc.constant<Undo>({ kind: 'none', group: '', targets: [] }),
  fc.record({ kind: fc.constant('do' as const), group, targets: fc.constant([]) }),
  fc.record({
    kind: fc.constant('do' as const),
    group,
    targets: fc.constant([]),
    merge: fc.constant('typing'),
  }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const), group, targets: fc.tuple(group) }),
)

const eventOf = (def: EventDef) =>
  fc.tuple(valuesOf(def.payload), anyUndo, group).map(([payload, undo, commandId]) => {
    const { type, version, log, retention } = def
    return { type, version, payload, stream: def.stream(payload), log, retention, undo, commandId }
  })

/** The product's events by area: those of one area meet each other. */
export const eventsByArea: ReadonlyMap<string, readonly EventDef[]> = Map.groupBy(
  areas.catalog.values(),
  ({ type }) => type.split('.')[0] ?? '',
)

/** Logs with any of these events, whatever their schemas let through: also what no command would write. */
export const anyEvents = (defs: readonly EventDef[]): fc.Arbitrary<readonly Envelope[]> =>
  fc
    .array(fc.oneof(...defs.map(eventOf)), { minLength: 1, maxLength: 150, size: 'max' })
    .map((events) => events.map((one, index) => placed(index + 1, one)))
