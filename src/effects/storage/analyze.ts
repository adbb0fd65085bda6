/** Local storage `analyze`: whether the analysis panel is open. Open unless it is missing or says 'close'. */
import type { KeyValues } from './browser.ts'

const key = 'analyze'

export interface AnalyzeFlag {
  /** As it stands: null where it is missing. */
  readonly get: () => 'open' | 'close' | null
  readonly set: (value: 'open' | 'close') => void
}

export const createAnalyzeFlag = (area: KeyValues): AnalyzeFlag => ({
  get: () => {
    const value = area.getItem(key)
    return value === null ? null : value === 'close' ? 'close' : 'open'
  },
  set: (value) => area.setItem(key, value),
})
