/** A picture that the keyboard can walk over: a list of its figures lies under it, and arrows point at one of them. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useId, useRef } from 'react'
import { part } from '../ui/part.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { DrawingProps } from './drawing.tsx'

const Drawing = part<DrawingProps>(async () => (await import('./drawing.tsx')).Drawing, <Skeleton rows={4} />)

export interface Item {
  readonly key: string
  /** All that is to be known of it: `Email: 12 documents`. */
  readonly said: string
  readonly chosen: boolean
}

export function Picture({
  label,
  items,
  at,
  onAt,
  onChoose,
  isMany = onChoose !== undefined,
  ...drawing
}: Omit<DrawingProps, 'onPoint' | 'onPress' | 'size'> & {
  readonly label: string
  readonly items: readonly Item[]
  /** Which of them is pointed at. */
  readonly at: number | null
  readonly onAt: (at: number | null) => void
  /** Absent: nothing can be chosen. */
  readonly onChoose?: ((index: number) => void) | undefined
  /** Whether several can be chosen; without, choosing one leads to it. */
  readonly isMany?: boolean
}): ReactElement {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const keys = (event: KeyboardEvent) => {
    const last = items.length - 1
    const to = {
      ArrowDown: Math.min(last, (at ?? -1) + 1),
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      ArrowUp: Math.max(0, (at ?? 0) - 1),
      ArrowLeft: Math.max(0, (at ?? 0) - 1),
      Home: 0,
      End: last,
    }[event.key]
    if (to !== undefined) onAt(to)
    else if ((event.key === 'Enter' || event.key === ' ') && at !== null) onChoose?.(at)
    else return
    event.preventDefault()
  }
  return (
    <chakra.div position="relative">
      <chakra.div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={isMany || undefined}
        aria-activedescendant={at === null ? undefined : `${id}${at}`}
        onKeyDown={keys}
        onBlur={() => onAt(null)}
        position="absolute"
        inset="0"
        borderRadius="sm"
        pointerEvents="none"
        _focusVisible={{ outlineOffset: '2px' }}
      >
        {items.map(({ key, said, chosen }, index) => (
          <chakra.div key={key} id={`${id}${index}`} role="option" aria-selected={chosen} srOnly>
            {said}
          </chakra.div>
        ))}
      </chakra.div>
      <Drawing
        {...drawing}
        size={items.length}
        onPoint={(spot) => onAt(spot === null ? null : indexIn(items, spot.name, spot.index))}
        onPress={
          onChoose &&
          ((spot) => {
            const index = indexIn(items, spot.name, spot.index)
            if (index !== null) onChoose(index)
          })
        }
      />
    </chakra.div>
  )
}

/** By name where the picture knows names, else by place; what is none of them is nothing. */
function indexIn(items: readonly Item[], name: string, index: number): number | null {
  const named = name === '' ? index : items.findIndex(({ key }) => key === name)
  return named >= 0 && named < items.length ? named : null
}
