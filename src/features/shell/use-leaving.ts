/** Leaving while something of one's own is not on the server, or nowhere but in this tab: the browser asks first. */
import { combine } from 'effector'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $unsettled } from '#src/stores/coding-view.ts'
import { logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'

const $holds = combine(
  $network,
  logState.$state,
  $unsettled,
  ({ waiting }, { mode }, unsettled) => waiting > 0 || (mode === 'memory' && unsettled.size > 0),
)

export function useLeaving(): void {
  const holds = useUnit($holds)
  useEffect(() => {
    // Only while it is so: a page that listens is not kept for going back to.
    if (!holds) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [holds])
}
