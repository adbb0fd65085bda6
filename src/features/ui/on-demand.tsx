/**
 * A button whose menu is fetched when a hand or the keyboard comes near: most menus of a screen are never opened, and what
 * draws them is as much as the rest of a small screen.
 */
import { useUnit } from 'effector-react'
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { messages } from '#contracts/errors.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { addToast } from '#src/commands/toasts.ts'

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
  const run = useUnit(dispatch)
  const [asked, setAsked] = useState(false)
  // What cannot be fetched now is asked for again when it is opened.
  const near = () => void load().catch(() => undefined)
  const open = () =>
    void load().then(
      () => setAsked(true),
      () => run(addToast({ kind: 'error', message: messages.chunkFailed })),
    )
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: near,
    onFocus: near,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
    },
  })
  return asked ? <Suspense fallback={button}>{list(trigger)}</Suspense> : button
}
