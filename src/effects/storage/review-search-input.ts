/** Local storage `reviewSearchInput`: the query of the review search, and the marker of a change of project. */
import type { KeyValues } from './browser.ts'

const key = 'reviewSearchInput'
/** Stands in the place of a query: whoever reads it begins the new project without one. */
const projectChangeMarker = '__CHANGE_PROJECT__'

export interface ReviewSearchInput {
  /** Null where there is none, or where the project has changed since. */
  readonly get: () => string | null
  readonly set: (query: string) => void
  readonly markProjectChange: () => void
  readonly remove: () => void
}

export const createReviewSearchInput = (area: KeyValues): ReviewSearchInput => ({
  get: () => {
    const value = area.getItem(key)
    return value === projectChangeMarker ? null : value
  },
  set: (query) => area.setItem(key, query),
  markProjectChange: () => area.setItem(key, projectChangeMarker),
  remove: () => area.removeItem(key),
})
