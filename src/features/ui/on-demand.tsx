/**
 * A button whose menu is fetched when a hand or the keyboard comes near: most menus of a screen are never opened, and what
 * draws them is as much as the rest of a small screen.
 */
import { useUnit } from 'effector-react'
import { type ComponentType, cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { addToast } from '#src/commands/toasts.ts'

export type Trigger = ReactElement<HTMLAttributes<HTMLElement>>

/** What a menu gets that takes the place of its button: it is open at first. */
export interface Opened {
  readonly trigger: Trigger
  /** Which of its items the keyboard asked for; null: it was opened by hand. */
  readonly begins: 'first' | 'last' | null
}

export function OnDemand<P extends object>({
  trigger,
  load,
  props,
}: {
  readonly trigger: Trigger
  readonly load: () => Promise<ComponentType<P & Opened>>
  /** The menu's own. */
  readonly props: P
}): ReactElement {
  const run = useUnit(dispatch)
  const [opened, setOpened] = useState<{
    readonly List: ComponentType<P & Opened>
    readonly begins: Opened['begins']
  } | null>(null)
  if (opened !== null) return <opened.List {...props} trigger={trigger} begins={opened.begins} />

  const open = (begins: Opened['begins'], button: HTMLElement) =>
    void load().then(
      (List) => {
        // Whoever has gone on to something else meanwhile is left in peace.
        const focused = document.activeElement
        if (focused === button || focused === document.body) setOpened({ List, begins })
      },
      () =>
        run(
          addToast({
            kind: 'error',
            message: 'The menu could not be loaded. Try again once the server can be reached.',
          }),
        ),
    )
  // What cannot be fetched now is asked for again when it is opened.
  const near = () => void load().catch(() => undefined)
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: near,
    onFocus: near,
    // A key that presses a button is a click of no pointer.
    onClick: (event) => open(event.detail === 0 ? 'first' : null, event.currentTarget),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open(event.key === 'ArrowDown' ? 'first' : 'last', event.currentTarget)
    },
  })
}
