import { chakra } from '@chakra-ui/react'
import { type ComponentProps, memo, type ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { buttonRecipe } from './recipes.ts'
import { Tooltip } from './tooltip.tsx'

const Base = chakra('button', buttonRecipe)
const LinkBase = chakra('a', buttonRecipe)
export type ButtonProps = ComponentProps<typeof Base> & {
  readonly icon?: IconName | undefined
  /** The work it started is under way: it says so and cannot be pressed again, at the same width. */
  readonly busy?: boolean | undefined
}

export function Button({ icon, busy = false, children, disabled, ...rest }: ButtonProps): ReactElement {
  return (
    <Base type="button" disabled={disabled || busy} aria-busy={busy || undefined} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Base>
  )
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  readonly icon: IconName
  /** Its name, shown as tooltip. */
  readonly label: string
  /** Shown in the tooltip beside the name. */
  readonly keys?: string | undefined
}

export const IconButton = memo(function IconButton({
  icon,
  label,
  keys,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} keys={keys}>
      <Base type="button" look="quiet" size="icon" aria-label={label} {...rest}>
        <Icon name={icon} />
      </Base>
    </Tooltip>
  )
})

/** A link that looks like a button, for addresses that are no screens (downloads). Screens: ButtonTo. */
export function ButtonLink({
  icon,
  children,
  ...rest
}: ComponentProps<typeof LinkBase> & { readonly icon?: IconName }): ReactElement {
  return (
    <LinkBase {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </LinkBase>
  )
}
