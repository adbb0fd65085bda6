/** A button with a list under it: arrows, type-ahead, Escape. */
import type { ReactElement, ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { OnDemand, type Trigger } from './on-demand.tsx'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** Shown at its right; the same registry that the keyboard reads. */
  readonly keys?: string | undefined
  /** Second line. */
  readonly note?: string | undefined
  readonly checked?: boolean | undefined
  readonly run: () => void
}
export interface MenuGroup {
  readonly label?: string | undefined
  readonly items: readonly MenuItem[]
}

export interface MenuProps {
  readonly groups: readonly MenuGroup[]
  readonly head?: ReactNode
  /** Several of its items may be turned on and off: it stays open until it is left. */
  readonly stays?: boolean
  /** Aligned with the trigger's right edge. */
  readonly end?: boolean
}

/** Fetches what draws a menu's list. */
export const menuList = () => import('./menu-list.tsx').then(({ MenuList }) => MenuList)

export function Menu({
  trigger,
  ...props
}: MenuProps & {
  readonly trigger: Trigger
}): ReactElement {
  return <OnDemand trigger={trigger} load={menuList} props={props} />
}
