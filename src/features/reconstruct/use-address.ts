/** Keeps the address and what is looked at the same, whichever was changed. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { look } from '#src/commands/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { addressOf, viewIn } from './address.ts'

/** Ms of quiet: browsers refuse an address that changes with every step of a drag. */
const quiet = 400

export function useAddress(projectId: number): void {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const navigate = useNavigate()
  const here = useLocation().search.replace(/^\?/, '')
  const wanted = addressOf(view, projectId)
  /** The address that was read or written last. */
  const known = useRef<string | null>(null)
  /** What was looked at when an address was taken: until it has become what the address says, that one leads. */
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (known.current !== here) {
      known.current = here
      const named = viewIn(here)
      if (named !== null && addressOf(named, projectId) !== wanted) {
        before.current = wanted
        run(look(named))
        return
      }
    }
    if (before.current === wanted) return
    before.current = null
    if (wanted === here) return
    const timer = setTimeout(() => {
      known.current = wanted
      void navigate({ search: wanted }, { replace: true })
    }, quiet)
    return () => clearTimeout(timer)
  }, [here, wanted, projectId, navigate, run])
}
