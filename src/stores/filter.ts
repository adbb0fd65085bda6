/** Which documents early data assessment looks at. */
import type { ChosenDocuments } from '#contracts/filter.ts'
import { allDocuments, filterChanged } from '../events/catalog/filter.ts'
import { on, projection } from './projection.ts'

export const filter = projection<ChosenDocuments>({
  name: 'filter',
  version: 1,
  log: 'project',
  initial: allDocuments,
  handlers: [on(filterChanged, (_, chosen) => chosen)],
})
