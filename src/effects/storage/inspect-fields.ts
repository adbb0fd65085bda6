/** Session storage `inspect-fields`: which fields the tab's list shows. */
import * as z from 'zod/mini'
import type { KeyValues } from './browser.ts'

const key = 'inspect-fields'
const names = z.array(z.string())

export interface InspectFields {
  readonly get: () => readonly string[] | null
  readonly set: (fields: readonly string[]) => void
  readonly remove: () => void
}

export const createInspectFields = (area: KeyValues): InspectFields => ({
  get: () => {
    try {
      return names.safeParse(JSON.parse(area.getItem(key) ?? 'null')).data ?? null
    } catch {
      return null
    }
  },
  set: (fields) => area.setItem(key, JSON.stringify(fields)),
  remove: () => area.removeItem(key),
})
