import { type RefObject, useEffect, useRef } from 'react'

/** For what holds a form's fields: after each try that finds faults, the first faulty field has the focus. */
export function useFaultFocus<E extends HTMLElement>(tries: number): RefObject<E | null> {
  const fields = useRef<E>(null)
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  return fields
}
