/** What somebody types over a value that is kept: it begins anew whenever that value changes. */
import { useState } from 'react'

/**
 * `kept` names the value. It is compared as the screen is drawn, not in an effect: the first effect may run after the first
 * key, and what was typed would be gone.
 */
export function useDraft<T>(kept: string, begin: () => T): readonly [T, (draft: T) => void] {
  const [state, setState] = useState(() => ({ kept, draft: begin() }))
  let now = state
  if (state.kept !== kept) {
    now = { kept, draft: begin() }
    setState(now)
  }
  return [now.draft, (draft) => setState({ kept, draft })]
}
