/**
 * Leaving while something of one's own is not on the server, changes or files on their way: the browser asks first, in its own
 * words.
 */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $network } from '#src/stores/network.ts'
import { $tabWorks } from '#src/stores/tab-work.ts'

const $unsent = $network.map(({ waiting }) => waiting > 0)

export function useLeaving(): void {
  const [changes, files] = useUnit([$unsent, $tabWorks])
  const unsent = changes || files
  useEffect(() => {
    // Only while it is so: a page that listens is not kept for going back to.
    if (!unsent) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsent])
}
