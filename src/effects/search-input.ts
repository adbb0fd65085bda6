/** The first search of a tab: what was searched last in this browser and project, or everything. */
import { search } from '../commands/review-list.ts'
import { begun } from '../events/catalog/review.ts'
import { lastPlace } from '../events/review/views.ts'
import { type AnyEffect, effect } from './define.ts'
import type { Storages } from './storages.ts'

export const searchInputEffects = ({
  storages,
}: {
  readonly storages: Pick<Storages, 'reviewSearchInput'>
}): readonly AnyEffect[] => [
  effect({
    name: 'review.begin',
    on: begun,
    strategy: 'first',
    scope: 'project',
    request: async () => storages.reviewSearchInput.get(),
    done: (_, found, { network, review }) => {
      const queryString = found ?? ''
      // Without the network the browser may have been closed and opened again: what was in hand is what is kept.
      const openAt = network.online ? 0 : lastPlace(review, { queryString, objectId: null, type: null })
      return { commands: [search({ queryString, openAt, first: true })] }
    },
    fail: () => ({}),
  }),
]
