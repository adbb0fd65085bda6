/** Keeps the address and what is looked at the same, whichever was changed. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { look } from '#src/commands/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { addressOf, viewIn } from './address.ts'

/** Ms between two writings: browsers refuse an address that changes with every step of a drag. */
const pause = 400

export function useAddress(projectId: number): void {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const navigate = useNavigate()
  const here = useLocation().search.replace(/^\?/, '')
  const wanted = addressOf(view, projectId)
  /** The address that was read or written last. */
  const known = useRef<string | null>(null)
  /** What was looked at when an address was taken: until it has become what the address says, that one leads. */
  const before = useRef<string | null>(null)
  const written = useRef(0)
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
    const write = () => {
      known.current = wanted
      written.current = performance.now()
      void navigate({ search: wanted }, { replace: true })
    }
    const since = performance.now() - written.current
    if (since > pause) {
      write()
      return
    }
    const timer = setTimeout(write, pause - since)
    return () => clearTimeout(timer)
  }, [here, wanted, projectId, navigate, run])
}
