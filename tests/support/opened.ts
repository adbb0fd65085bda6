/** States for comparing: buckets opened, packed or not, because what counts is what is in them. */
import { type Buckets, entriesOf } from '#src/stores/buckets.ts'
import type { States } from '#src/stores/runtime.ts'

const isList = (value: unknown): value is Buckets<unknown> => Array.isArray(value) && value.length === 256

export const opened = (states: States): ReadonlyMap<string, unknown> =>
  new Map(
    [...states].map(([name, state]) => [
      name,
      isList(state)
        ? new Map(entriesOf(state))
        : Object.fromEntries(
            Object.entries(state as object).map(([key, value]) => [
              key,
              isList(value) ? new Map(entriesOf(value)) : value,
            ]),
          ),
    ]),
  )
