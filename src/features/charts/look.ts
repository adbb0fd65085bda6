/** How charts look: the product's colours and type, in the theme that is on; still where motion is not wanted. */
import { dark, light, type Palette } from '../ui/palette.ts'
import { useMedia } from '../ui/use-media.ts'
import { useTheme } from '../ui/use-theme.ts'

export interface Look {
  readonly colours: Palette
  readonly moves: boolean
}

export function useLook(): Look {
  const theme = useTheme()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  return { colours: theme === 'dark' ? dark : light, moves: !still }
}
