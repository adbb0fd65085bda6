/** Local storage `affiant.theme`: what the page is painted in before its program runs (public/first-paint.js reads it). */
import type { KeyValues } from './browser.ts'

const key = 'affiant.theme'

export interface ThemeMirror {
  readonly get: () => 'light' | 'dark'
  readonly set: (theme: 'light' | 'dark') => void
}

export const createThemeMirror = (area: KeyValues): ThemeMirror => ({
  get: () => (area.getItem(key) === 'dark' ? 'dark' : 'light'),
  set: (theme) => area.setItem(key, theme),
})
