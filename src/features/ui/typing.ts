/** Typing is local: a controlled input fed by an asynchronous store loses letters and the caret. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** Ms of quiet after which what was typed is said. */
export const typingQuiet = 300

export interface Typing {
  /** What the input shows: keystrokes first, the store's value once they are said. */
  readonly text: string
  readonly type: (text: string) => void
  /** Says at once what has not been said (blur, save, undo). */
  readonly flush: () => void
}

/**
 * Keeps keystrokes here and says them after 300 ms of quiet, on blur, when the page is left and when the input goes.
 * A value that comes from elsewhere is taken over only while nothing is waiting to be said.
 */
export function useTyping(value: string, say: (text: string) => void): Typing {
  const [text, setText] = useState(value)
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const latest = useRef(say)
  latest.current = say

  const flush = useCallback(() => {
    const pending = waiting.current
    if (!pending) return
    clearTimeout(pending.timer)
    waiting.current = null
    latest.current(pending.text)
  }, [])

  const type = useCallback(
    (next: string) => {
      setText(next)
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { text: next, timer: setTimeout(flush, typingQuiet) }
    },
    [flush],
  )

  useEffect(() => {
    if (!waiting.current) setText(value)
  }, [value])

  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { text, type, flush }
}
