/**
 * Stands in the place of a list to type into while its code is on its way. What is typed meanwhile is meant for that list:
 * it is no key of the screen, and the list begins with it.
 */
import { type ReactElement, useEffect } from 'react'

let typed = ''

/** Whether a key writes a character. */
export const writes = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/** What was typed ahead, once. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

export function TypedAhead(): ReactElement {
  useEffect(() => {
    typed = ''
    const hear = (event: KeyboardEvent) => {
      if (!writes(event)) return
      typed += event.key
      event.preventDefault()
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [])
  // As behind any dialog, the keys of the screen wait.
  return <div role="dialog" aria-modal="true" aria-label="Opening" />
}
