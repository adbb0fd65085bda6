/** Turns the whole window to the past. */
import { useUnit } from 'effector-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookBack } from '#src/commands/timeline.ts'
import { type LogSource, type PastMoment, pastOpened, type TimelineDoor } from '../../stores/timeline.ts'
import { type FoldingState, useFolding } from './folding.tsx'

export function useLookBack(door: TimelineDoor | null): {
  readonly open: (source: LogSource, place: PastMoment) => void
  readonly failed: boolean
  /** How far a fold that takes its time has come. */
  readonly folding: FoldingState | null
} {
  const [run, show] = useUnit([dispatch, pastOpened])
  const [failed, setFailed] = useState(false)
  const [folding, watch] = useFolding()
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const from = useRef<Element | null>(null)
  // Runs again when the present shows again: whoever comes back stands where they left.
  useEffect(() => {
    if (from.current instanceof HTMLElement) from.current.focus()
    from.current = null
  }, [])
  const open = useCallback(
    (source: LogSource, place: PastMoment) => {
      if (door === null || under.current) return
      under.current = true
      setBusy(true)
      setFailed(false)
      door
        .tools()
        .then((tools) => tools.lookBack(source, place, watch()))
        .then(
          (opened) => {
            const { log, seq, at } = opened.standing
            if (source.imported === null) run(lookBack({ log, seq, at }))
            from.current = document.activeElement
            show(opened)
          },
          () => setFailed(true),
        )
        .finally(() => {
          under.current = false
          setBusy(false)
        })
    },
    [door, run, show, watch],
  )
  return {
    failed,
    folding: busy ? folding : null,
    open,
  }
}
