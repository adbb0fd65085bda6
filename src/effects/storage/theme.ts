/** Local storage `affiant.theme`: what the page is painted in before its program runs (public/first-paint.js reads it). */
import type { Theme } from '../../events/catalog/shell.ts'
import type { KeyValues } from './browser.ts'

const key = 'affiant.theme'

export interface ThemeMirror {
  readonly set: (theme: Theme) => void
}

export const createThemeMirror = (area: KeyValues): ThemeMirror => ({
  set: (theme) => area.setItem(key, theme),
})
