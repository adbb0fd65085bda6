import { type RefObject, useEffect, useRef } from 'react'

/**
 * For what holds a form's fields: after each try that finds faults, and after each answer that does, the first faulty
 * field has the focus.
 */
export function useFaultFocus<E extends HTMLElement>(
  tries: number,
  answer: unknown = null,
): RefObject<E | null> {
  const fields = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is not read, only heard.
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries, answer])
  return fields
}
