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
 * A value that comes from elsewhere is taken over only while nothing is waiting to be said or answered.
 */
export function useTyping(value: string, say: (text: string) => void): Typing {
  const [text, setText] = useState(value)
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  /** Said, and not yet come back as the value. */
  const unanswered = useRef<string[]>([])
  const latest = useRef(say)
  latest.current = say

  const flush = useCallback(() => {
    const pending = waiting.current
    if (!pending) return
    clearTimeout(pending.timer)
    waiting.current = null
    unanswered.current.push(pending.text)
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
    const at = unanswered.current.indexOf(value)
    // An answer to something said earlier must not take away what was typed since; anything else is news.
    unanswered.current = at < 0 ? [] : unanswered.current.slice(at + 1)
    if (!waiting.current && unanswered.current.length === 0) setText(value)
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
