/**
 * A button whose menu is fetched when a hand or the keyboard comes near: most menus of a screen are never opened, and what
 * draws them is as much as the rest of a small screen.
 */
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

export type Trigger = ReactElement<HTMLAttributes<HTMLElement>>

export function OnDemand({
  trigger,
  load,
  list,
}: {
  readonly trigger: Trigger
  readonly load: () => Promise<unknown>
  /** The menu, open at first, with its trigger: in the place of the button from then on. */
  readonly list: (trigger: Trigger) => ReactNode
}): ReactElement {
  const [asked, setAsked] = useState(false)
  // What cannot be fetched now is asked for again when it is opened.
  const near = () => void load().catch(() => undefined)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': asked,
    onPointerEnter: near,
    onFocus: near,
    onClick: () => setAsked(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked(true)
    },
  })
  return asked ? <Suspense fallback={button}>{list(trigger)}</Suspense> : button
}
