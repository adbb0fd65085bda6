/** A box for the ticks of several places: all of them, some, or none. */
import { type ReactElement, useEffect, useRef } from 'react'

export function Tick({
  label,
  state,
  disabled = false,
  onTick,
}: {
  readonly label: string
  readonly state: 'all' | 'some' | 'none'
  readonly disabled?: boolean
  readonly onTick: (ticked: boolean) => void
}): ReactElement {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      data-tick
      aria-label={label}
      checked={state === 'all'}
      disabled={disabled}
      onChange={() => onTick(state !== 'all')}
    />
  )
}

/** Arrows go from box to box among those that are shown; the space bar ticks. */
export function goAmongTicks(list: HTMLElement, key: string): boolean {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (by === 0) return false
  const all = [...list.querySelectorAll<HTMLInputElement>('input[data-tick]:not(:disabled)')]
  const at = all.findIndex((one) => one.matches(':focus'))
  if (at < 0) return false
  const next = all[at + by]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
  return true
}
