/** How document lists look: the columns that somebody has chosen in this project, in every tab. */
import type { ListColumn } from '#contracts/list-templates.ts'
import { listShaped } from '../events/catalog/review.ts'
import { on, projection } from './projection.ts'

export interface ListShapeState {
  /** In order; none: the compact list. */
  readonly columns: readonly ListColumn[]
}

export const listShape = projection<ListShapeState>({
  name: 'listShape',
  version: 1,
  log: 'project',
  initial: { columns: [] },
  handlers: [on(listShaped, (_, { columns }) => ({ columns }))],
})

export const $columns = listShape.$state.map(({ columns }) => columns)
