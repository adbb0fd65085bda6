/** What the keys and the mouse do in the list, whatever its rows look like. */
import { useUnit } from 'effector-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { clearPicks, pick, pickOn, pickUpTo, turnPanel } from '../../commands/bulk.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { next, openAt, previous } from '../../commands/review.ts'
import { $picks } from '../../stores/bulk.ts'
import { useWho } from '../session/who.ts'
import { dragDocument } from '../ui/dragged-document.ts'
import { walk } from '../ui/row-keys.ts'
import { isDocumentShown } from '../viewer/scroll-document.ts'

const $picking = $picks.map((picks) => picks !== null)

export function useListInput({
  count,
  position,
  fits,
  onChosen,
}: {
  readonly count: number
  /** Of the document that is open. */
  readonly position: number | null
  /** How many rows are in view. */
  readonly fits: number
  readonly onChosen?: (() => void) | undefined
}) {
  const { run, picking } = useUnit({ run: dispatch, picking: $picking })
  const mayPick = useWho().can('coding.bulk')

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onChosen && position !== null) {
      event.preventDefault()
      onChosen()
      return
    }
    if (mayPick && onPickKey(event)) return
    // Beside the document they scroll that: who reads has the keyboard in the list, mostly.
    if (event.key.startsWith('Page') && isDocumentShown()) return
    const to = walk(count, position ?? -1, event.key, fits)
    if (to === null) return
    event.preventDefault()
    // A key that is held comes faster than rows are drawn: a step goes from where the state is, not the drawing.
    run(
      event.key === 'ArrowDown'
        ? next({})
        : event.key === 'ArrowUp'
          ? previous({})
          : openAt({ position: to }),
    )
  }

  /** Once any are picked, Space opens the panel for them; Shift with an arrow picks on, Escape puts all back. */
  const onPickKey = (event: KeyboardEvent): boolean => {
    const steps = event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    if (!steps && !(picking && (event.key === ' ' || event.key === 'Escape'))) return false
    event.preventDefault()
    run(
      steps
        ? pickOn({ by: event.key === 'ArrowDown' ? 1 : -1 })
        : event.key === ' '
          ? turnPanel({ open: true })
          : clearPicks({}),
    )
    return true
  }

  // One listener for all rows: forty of them come and go in every frame of a scroll.
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-position]') : null
    if (row?.dataset.position === undefined) return
    const position = Number(row.dataset.position)
    if (mayPick && event.shiftKey) return run(pickUpTo({ position }))
    const onBox = event.target instanceof Element && event.target.closest('.pick') !== null
    if (mayPick && (onBox || event.ctrlKey || event.metaKey)) return run(pick({ position }))
    run(openAt({ position }))
    onChosen?.()
  }
  // A range is picked, not its text.
  const onMouseDown = (event: MouseEvent) => {
    if (mayPick && event.shiftKey) event.preventDefault()
  }
  return { onKeyDown, onClick, onMouseDown, onDragStart: dragDocument, mayPick, picking }
}
