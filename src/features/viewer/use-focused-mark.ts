import { useEffect } from 'react'

/** Shows which hit is looked at, and brings it into view. */
export function useFocusedMark(marks: readonly HTMLElement[], focused: number | null): void {
  useEffect(() => {
    const mark = focused === null ? undefined : marks[focused]
    if (!mark) return
    mark.classList.add('focused')
    mark.scrollIntoView({ block: 'center' })
    return () => mark.classList.remove('focused')
  }, [marks, focused])
}
