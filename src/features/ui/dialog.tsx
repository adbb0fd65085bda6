import { Dialog as Parts, Portal } from '@chakra-ui/react'
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { dialogRecipe } from './dialog-recipe.ts'
import { Foreign } from './foreign.tsx'
import { goOnNear } from './kept-focus.ts'

/**
 * Nobody can leave a dialog by moving the focus: it comes back. What moves it is the dialog before, which gives it back a
 * moment after it has closed, and must not close this one with it.
 */
export const stayOpen = (event: { readonly preventDefault: () => void }): void => event.preventDefault()

/** What opened the dialogs that are there. */
const openers = new WeakMap<Element, Element | null>()

/** One dialog may take the place of another, with a button of which it was opened: what opened that one is still there. */
function openerOf(element: Element | null): Element | null {
  const dialog = element?.closest('[role=dialog]') ?? null
  return dialog === null ? null : (openers.get(dialog) ?? null)
}

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body

/** A question that must be answered before going on. Escape and the cross close it; focus returns to where it was. */
export function Dialog({
  open,
  title,
  onClose,
  onSubmit,
  children,
  actions,
  size = 'md',
}: {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  /** Where given, the content is a form: Enter sends it. */
  readonly onSubmit?: (() => void) | undefined
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg'
}): ReactElement {
  const content = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const [before] = useState(() => openerOf(opener))
  const [goOn] = useState(() => (opener === null ? () => false : goOnNear(opener)))
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      content.current = element
      if (element !== null) openers.set(element, before ?? opener)
    },
    [before, opener],
  )
  // It goes in one piece with what shows it, before the library could give the focus back. Where what opened it is gone too
  // (an item of a menu, the buttons for rows that were chosen), the keyboard goes on near it, or else in the page.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const back = [opener, before].find(isThere)
        if (back !== undefined) back.focus({ preventScroll: true })
        else if (!goOn()) document.getElementById('main')?.focus()
      })
    },
    [opener, before, goOn],
  )
  const inside = (
    <>
      <Parts.Header>
        <Parts.Title>
          <Foreign text={title} />
        </Parts.Title>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </Parts.Header>
      <Parts.Body>{children}</Parts.Body>
      {actions !== undefined && <Parts.Footer>{actions}</Parts.Footer>}
    </>
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <Parts.Root
      recipe={dialogRecipe}
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      size={size}
      // What is marked to be filled in first; else the dialog itself, so that no button is pressed by mistake.
      initialFocusEl={() => content.current?.querySelector<HTMLElement>('[data-first]') ?? content.current}
      onFocusOutside={stayOpen}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Parts.Backdrop />
        <Parts.Positioner>
          <Parts.Content ref={hold}>
            {onSubmit ? (
              <form onSubmit={send} noValidate>
                {inside}
              </form>
            ) : (
              inside
            )}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
