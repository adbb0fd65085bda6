/** A place on a screen that addresses lead to. */
import { type RefObject, useEffect, useRef } from 'react'

/** What it stands on comes into view once this is so: it is asked for, and has its content. Before, the page may be too short. */
export function usePlace(isDue: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDue) place.current?.scrollIntoView({ block: 'start' })
  }, [isDue])
  return place
}
