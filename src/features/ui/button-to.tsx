import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from './icon.tsx'
import { buttonRecipe } from './recipes.ts'

const Base = chakra(Link, buttonRecipe)

/** Goes to another screen, looks like a button, and can be opened in another tab. */
export function ButtonTo({
  to,
  icon,
  look = 'plain',
  size = 'md',
  children,
}: {
  readonly to: string
  readonly icon?: IconName
  readonly look?: 'primary' | 'plain' | 'quiet'
  readonly size?: 'sm' | 'md'
  readonly children: ReactNode
}): ReactElement {
  return (
    <Base to={to} look={look} size={size}>
      {icon && <Icon name={icon} />}
      {children}
    </Base>
  )
}
