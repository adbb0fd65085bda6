/** Which of the two looks the page wears: the chosen one, or under "system" the one that the machine asks for, as it changes. */
import type { Theme } from '#src/events/catalog/shell.ts'

export type WornTheme = Exclude<Theme, 'system'>

export const darkWanted = '(prefers-color-scheme: dark)'

export const wornTheme = (chosen: Theme, isDarkWanted: boolean): WornTheme =>
  chosen === 'system' ? (isDarkWanted ? 'dark' : 'light') : chosen

/** Dresses the page: at each choice, and under "system" whenever the machine changes its mind. */
export function wearThemes({
  document,
  matchMedia,
}: Pick<Window, 'document' | 'matchMedia'>): (chosen: Theme) => void {
  const wanted = matchMedia(darkWanted)
  let now: Theme | null = null
  const wear = (): void => {
    if (now !== null) document.documentElement.className = wornTheme(now, wanted.matches)
  }
  wanted.addEventListener('change', wear)
  return (chosen) => {
    now = chosen
    wear()
  }
}
