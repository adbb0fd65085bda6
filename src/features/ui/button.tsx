import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type MouseEvent, memo, type ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { buttonRecipe } from './recipes.ts'
import { Tooltip } from './tooltip.tsx'

const Base = chakra('button', buttonRecipe)
const LinkBase = chakra('a', buttonRecipe)
export type ButtonProps = ComponentProps<typeof Base> & {
  readonly icon?: IconName | undefined
  /** The work it started is under way: it says so and cannot be pressed again, at the same width. */
  readonly busy?: boolean | undefined
  /** It cannot be pressed for the moment. Unlike one that is disabled it keeps the keyboard, which comes back to it. */
  readonly waits?: boolean | undefined
  /** Keys that do the same: shown, and no part of its name. */
  readonly keys?: string | undefined
}

export function Button({
  icon,
  busy = false,
  waits = busy,
  keys,
  children,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <Base type="button" aria-busy={busy || undefined} {...rest} {...(waits ? unpressable : {})}>
      {icon && <Icon name={icon} />}
      {children}
      {keys !== undefined && (
        <span aria-hidden>
          <Kbd keys={keys} inverse />
        </span>
      )}
    </Base>
  )
}

const unpressable = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => {
    // Of a form it would send it; in a row it would open that.
    event.preventDefault()
    event.stopPropagation()
  },
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'busy' | 'aria-label'> & {
  readonly icon: IconName
  /** Its name, shown as tooltip, with its keys. */
  readonly label: string
}

export const IconButton = memo(function IconButton({
  icon,
  label,
  keys,
  waits = false,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} keys={keys}>
      <Base
        type="button"
        look="quiet"
        size="icon"
        aria-label={label}
        {...rest}
        {...(waits ? unpressable : {})}
      >
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
