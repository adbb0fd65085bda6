/**
 * Stands in the place of a list to type into while its code is on its way. What is typed meanwhile is meant for that list:
 * it is no key of the screen, and the list begins with it. After a second it says that it waits. Escape, a press, and whatever
 * is typed into another input go on without the list.
 */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { isWriting } from './keys.ts'

/** What a list begins with: its text, and whether Enter came after it. */
export interface Typed {
  readonly text: string
  readonly entered: boolean
}

const nothing: Typed = { text: '', entered: false }
let typed = nothing

/** Whether a key writes a character. */
export const writes = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/** What was typed ahead, once. */
export function takeTyped(): Typed {
  const ahead = typed
  typed = nothing
  return ahead
}

/** For so many ms whoever asked for the list need not see that it is on its way. */
const unseen = 1_000

export function TypedAhead({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [late, setLate] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  // It hears nothing more in the moment in which the list is there: what is typed into that is no other place.
  useLayoutEffect(() => {
    typed = nothing
    const from = document.activeElement
    const goOn = () => {
      typed = nothing
      close.current()
    }
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
      else if (!writes(event) && event.key !== 'Enter') return
      // What is written in another place than the list was asked for in is meant for that place.
      else if (event.target === from || !isWriting(event.target)) {
        if (event.key === 'Enter') typed = { ...typed, entered: true }
        else typed = { text: typed.text + event.key, entered: false }
        event.preventDefault()
        return
      }
      goOn()
    }
    const timer = setTimeout(setLate, unseen, true)
    addEventListener('keydown', hear, true)
    addEventListener('pointerdown', goOn, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', hear, true)
      removeEventListener('pointerdown', goOn, true)
    }
  }, [])
  // As behind any dialog, the keys of the screen wait.
  return (
    <div role="dialog" aria-modal="true" aria-label="Opening">
      {late && (
        <chakra.p
          role="status"
          position="fixed"
          top="15vh"
          insetX="0"
          mx="auto"
          width="fit-content"
          px="4"
          py="3"
          zIndex="toast"
          borderRadius="md"
          background="surface"
          boxShadow="pop"
        >
          Opening. Escape cancels.
        </chakra.p>
      )}
    </div>
  )
}
