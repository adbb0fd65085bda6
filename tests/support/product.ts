/** The product's own areas, opened without a server: whoever is asked is user 7, who may do everything. */
import fc from 'fast-check'
import type { Areas } from '#src/app.ts'
import { areas } from '#src/areas.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { valuesOf } from './arbitrary.ts'

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
