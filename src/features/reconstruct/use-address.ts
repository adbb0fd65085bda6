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

/** When an address was written from here, in ms on a clock that goes on across reloads: it goes with the address. */
interface Written {
  readonly lookWritten: number
}
const now = (): number => performance.timeOrigin + performance.now()
const writtenAt = (state: unknown): number => (state as Partial<Written> | null)?.lookWritten ?? 0

export function useAddress(projectId: number): void {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const navigate = useNavigate()
  const { search, state, key } = useLocation()
  const here = search.replace(/^\?/, '')
  const wanted = addressOf(view, projectId)
  const drawn = useRef<string | null>(null)
  /** The router draws an address when it gets round to it, and may leave some out: when the newest drawn was written. */
  const arrived = useRef(now())
  const last = useRef({ address: here, at: 0 })
  /** What was looked at when an address was taken: until it has become what the address says, that one leads. */
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (drawn.current !== key) {
      const isFirst = drawn.current === null
      drawn.current = key
      // One that comes again, by going back, is somebody's wish like any other.
      const isOwn = !isFirst && writtenAt(state) > arrived.current
      if (isOwn) arrived.current = writtenAt(state)
      const named = isOwn ? null : viewIn(here)
      if (named !== null && addressOf(named, projectId) !== wanted) {
        before.current = wanted
        run(look(named))
        return
      }
    }
    if (before.current === wanted) return
    before.current = null
    const isOnItsWay = last.current.at > arrived.current
    if (wanted === (isOnItsWay ? last.current.address : here)) return
    const write = () => {
      last.current = { address: wanted, at: now() }
      const written: Written = { lookWritten: last.current.at }
      void navigate({ search: wanted }, { replace: true, state: written })
    }
    const since = now() - last.current.at
    if (since > pause) {
      write()
      return
    }
    const timer = setTimeout(write, pause - since)
    return () => clearTimeout(timer)
  }, [key, here, state, wanted, projectId, navigate, run])
}
