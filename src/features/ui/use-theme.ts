import { useUnit } from 'effector-react'
import { $theme } from '#src/stores/shell.ts'
import { useMedia } from './use-media.ts'
import { darkWanted, type WornTheme, wornTheme } from './worn-theme.ts'

/** The look that the page wears now, whoever has asked for it. */
export function useTheme(): WornTheme {
  const chosen = useUnit($theme)
  const isDarkWanted = useMedia(darkWanted)
  return wornTheme(chosen, isDarkWanted)
}
