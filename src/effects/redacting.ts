/** Says in a cookie whether the tool that redacts is held. */
import { redactingTurned } from '../events/redacting.ts'
import { type AnyEffect, effect } from './define.ts'
import type { Storages } from './storages.ts'

export const redactingEffects = ({
  storages,
}: {
  readonly storages: Pick<Storages, 'redactStay'>
}): readonly AnyEffect[] => [
  effect({
    name: 'review.keepRedacting',
    on: redactingTurned,
    strategy: 'every',
    request: async ({ payload: { on } }) => storages.redactStay.set(on),
    done: () => ({}),
    fail: () => ({}),
  }),
]
