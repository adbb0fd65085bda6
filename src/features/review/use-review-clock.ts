/** Runs the review clock for the document in view, where the project records review time. */
import { useUnit } from 'effector-react'
import { useEffect, useMemo } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { noteTime } from '../../commands/review.ts'
import { $current } from '../../stores/review.ts'
import { $timed } from '../../stores/selection.ts'
import { reviewClock } from './review-clock.ts'

/** `frameinput`: in the frame of a message, whose own events stay there. */
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'scroll', 'frameinput']

export function useReviewClock(): void {
  const { run, minutes, current } = useUnit({ run: dispatch, minutes: $timed, current: $current })
  const documentId = current?.documentId ?? null
  const clock = useMemo(
    () =>
      minutes === null
        ? null
        : reviewClock({
            now: Date.now,
            idleMs: minutes * 60_000,
            report: (on, seconds) => run(noteTime({ documentId: on, seconds })),
          }),
    [minutes, run],
  )
  useEffect(() => {
    if (clock === null) return
    const seen = () => {
      if (document.hidden) clock.rest()
    }
    // The focus goes into a frame of this window, as that of a message, without leaving it.
    const left = () => {
      if (!document.hasFocus()) clock.rest()
    }
    for (const kind of inputs) window.addEventListener(kind, clock.act, { passive: true, capture: true })
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('blur', left)
    return () => {
      for (const kind of inputs) window.removeEventListener(kind, clock.act, { capture: true })
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('blur', left)
      clock.rest()
    }
  }, [clock])
  useEffect(() => clock?.show(documentId), [clock, documentId])
}
