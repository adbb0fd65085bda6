/** How charts look: the product's colours and type, in the theme that is on; still where motion is not wanted. */
import { useUnit } from 'effector-react'
import { $theme } from '#src/stores/shell.ts'
import { dark, light, type Palette } from '../ui/palette.ts'
import { useMedia } from '../ui/use-media.ts'

export interface Look {
  readonly colours: Palette
  readonly moves: boolean
}

export function useLook(): Look {
  const theme = useUnit($theme)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  return { colours: theme === 'dark' ? dark : light, moves: !still }
}
