/** Local storage `clientId`: names this browser. */
import type { KeyValues } from './browser.ts'

const key = 'clientId'

export interface IdStore {
  readonly get: () => string | null
  readonly set: (id: string) => void
}

export const createClientIdStore = (local: KeyValues): IdStore => ({
  get: () => local.getItem(key) || null,
  set: (id) => local.setItem(key, id),
})
