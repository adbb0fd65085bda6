/** Session storage `broadCastId`: names this tab. A duplicated tab begins with a copy, and takes a new one. */
import type { KeyValues } from './browser.ts'
import type { IdStore } from './client-id.ts'

const key = 'broadCastId'

export const createTabIdStore = (session: KeyValues): IdStore => ({
  get: () => session.getItem(key) || null,
  set: (id) => session.setItem(key, id),
})
