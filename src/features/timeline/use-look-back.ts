/** Turns the whole window to the past. */
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookBack } from '#src/commands/timeline.ts'
import { type LogSource, type Place, pastOpened, type TimelineDoor } from '../../stores/timeline.ts'

export function useLookBack(door: TimelineDoor | null): {
  readonly open: (source: LogSource, place: Place) => void
  readonly failed: boolean
} {
  const [run, show] = useUnit([dispatch, pastOpened])
  const [failed, setFailed] = useState(false)
  const under = useRef(false)
  const from = useRef<Element | null>(null)
  // Runs again when the present shows again: whoever comes back stands where they left.
  useEffect(() => {
    if (from.current instanceof HTMLElement) from.current.focus()
    from.current = null
  }, [])
  return {
    failed,
    open: (source, place) => {
      if (door === null || under.current) return
      under.current = true
      setFailed(false)
      door
        .tools()
        .then((tools) => tools.lookBack(source, place))
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
        })
    },
  }
}
