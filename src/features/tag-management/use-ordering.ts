/** Putting tags and categories in order: by keys, from a menu, by dragging. What is moved keeps the keyboard. */
import { useUnit } from 'effector-react'
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { moveCategory, moveTag } from '#src/commands/tag-management.ts'
import type { ShownCategory } from '#src/stores/tag-management.ts'
import { newTry } from './tries.ts'

/** A tag within its category, or a category. */
export interface Movable {
  readonly what: 'tag' | 'category'
  readonly id: number
  readonly name: string
  readonly at: number
  readonly of: number
  /** Only within it. */
  readonly within: string
}

export interface Ordering {
  /** What was moved where, for those who hear it. */
  readonly said: string
  readonly move: (one: Movable, to: number) => void
  /** Alt with an arrow moves what has the keyboard. */
  readonly onKeyDown: (one: Movable) => (event: KeyboardEvent) => void
  readonly dragged: Movable | null
  /** Of what is dragged, and of what it is dropped on. */
  readonly handle: (one: Movable) => {
    readonly draggable: true
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
  readonly target: (one: Movable) => {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

const stepOf: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

export function useOrdering(categories: readonly ShownCategory[]): Ordering {
  const run = useUnit(dispatch)
  const focused = useRef<HTMLElement | null>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<Movable | null>(null)
  const order = categories
    .map(({ tagCategoryId, tags }) => `${tagCategoryId}:${tags.map(({ tagId }) => tagId).join()}`)
    .join(' ')
  // A row that is moved in the page loses the keyboard: it gets it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment at which the order changes
  useLayoutEffect(() => {
    if (focused.current?.isConnected) focused.current.focus()
    focused.current = null
  }, [order])

  const move = (one: Movable, to: number) => {
    if (to < 0 || to >= one.of || to === one.at) return
    const formKey = newTry()
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (one.what === 'tag') run(moveTag({ formKey, tagId: one.id, position: to }))
    else run(moveCategory({ formKey, tagCategoryId: one.id, position: to }))
    setSaid(`${one.name} is now ${to + 1} of ${one.of}.`)
  }
  const accepts = (one: Movable) =>
    dragged !== null && dragged.what === one.what && dragged.within === one.within
  return {
    said,
    move,
    dragged,
    onKeyDown: (one) => (event) => {
      const step = stepOf[event.key]
      if (!event.altKey || event.ctrlKey || event.metaKey || step === undefined) return
      event.preventDefault()
      event.stopPropagation()
      move(one, one.at + step)
    },
    handle: (one) => ({
      draggable: true,
      onDragStart: (event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data; the name is no secret to who drags it.
        event.dataTransfer.setData('text/plain', one.name)
        setDragged(one)
      },
      onDragEnd: () => setDragged(null),
    }),
    target: (one) => ({
      onDragOver: (event) => {
        if (accepts(one)) event.preventDefault()
      },
      onDrop: (event) => {
        if (!accepts(one) || dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        setDragged(null)
        move(dragged, one.at)
      },
    }),
  }
}
