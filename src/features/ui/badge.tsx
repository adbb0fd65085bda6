import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { badgeRecipe } from './recipes.ts'

const Base = chakra('span', badgeRecipe)
export type Tone = 'neutral' | 'accent' | 'ok' | 'attention' | 'danger' | 'info'

/** A word with a meaning; the tone never stands without the word. */
export function Badge({
  icon,
  children,
  ...rest
}: ComponentProps<typeof Base> & { readonly icon?: IconName | undefined }): ReactElement {
  return (
    <Base {...rest}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </Base>
  )
}
