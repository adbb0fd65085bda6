/** The first search of a tab: what was searched last in this browser and project, or everything. */
import { search } from '../commands/review-list.ts'
import { begun } from '../events/catalog/review.ts'
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
    done: (_, query) => ({ commands: [search({ queryString: query ?? '', openAt: 0 })] }),
    fail: () => ({}),
  }),
]
