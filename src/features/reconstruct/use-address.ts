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
  /** The address that was drawn last. */
  const drawn = useRef<string | null>(null)
  /** Written from here, and not drawn yet: the router draws an address when it gets round to it, and may leave some out. */
  const onTheirWay = useRef<readonly string[]>([])
  /** What was looked at when an address was taken: until it has become what the address says, that one leads. */
  const before = useRef<string | null>(null)
  const written = useRef(0)
  useEffect(() => {
    if (drawn.current !== here) {
      drawn.current = here
      const own = onTheirWay.current.indexOf(here)
      onTheirWay.current = own === -1 ? [] : onTheirWay.current.slice(own + 1)
      const named = own === -1 ? viewIn(here) : null
      if (named !== null && addressOf(named, projectId) !== wanted) {
        before.current = wanted
        run(look(named))
        return
      }
    }
    if (before.current === wanted) return
    before.current = null
    if (wanted === (onTheirWay.current.at(-1) ?? here)) return
    const write = () => {
      onTheirWay.current = [...onTheirWay.current, wanted]
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
