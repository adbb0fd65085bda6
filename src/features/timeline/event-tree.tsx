/** The tree of the event log: rows in view alone are drawn, and a scroll draws nothing but them. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useCallback, useEffect } from 'react'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { walk } from '../ui/row-keys.ts'
import { RowLayer } from '../ui/row-layer.tsx'
import { useRowWindow } from '../ui/row-window.ts'
import type { GestureRows, ShownRow } from './gesture-rows.ts'
import { rowElement, rowHeight, TreeRow, treeStyles } from './tree-row.tsx'

interface Props {
  readonly rows: GestureRows
  /** Ids of the gestures whose insides show. */
  readonly open: ReadonlySet<string>
  /** Opens a gesture, or closes it; without `on` the other way round. */
  readonly onTurn: (id: string, on?: boolean) => void
  /** The chosen row and where it stands; -1: none shows. */
  readonly at: number
  readonly row: ShownRow | null
  readonly onChoose: (id: string) => void
}

export function EventTree({ rows, open, onTurn, at, row, onChoose }: Props): ReactElement {
  const view = useRowWindow(rows.count, rowHeight)
  const { reveal } = view
  useEffect(() => {
    if (at >= 0) reveal(at)
  }, [at, reveal])

  const choose = useCallback(
    (one: ShownRow) => {
      onChoose(one.id)
      if (one.kind === 'gesture') onTurn(one.id)
    },
    [onChoose, onTurn],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const move = (to: number) => {
      const next = rows.at(to)
      if (next) onChoose(next.id)
    }
    const isOpen = row?.kind === 'gesture' && open.has(row.id)
    const to = walk(rows.count, at, event.key, view.fits)
    if (to !== null) move(to)
    else if (event.key === 'ArrowRight' && row?.kind === 'gesture')
      isOpen ? move(at + 1) : onTurn(row.id, true)
    else if (event.key === 'ArrowLeft' && row) isOpen ? onTurn(row.id, false) : move(rows.parentOf(at))
    else if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'gesture') onTurn(row.id)
    else return
    event.preventDefault()
  }

  return (
    <FocusFrame height="full" minHeight="0">
      <chakra.div
        ref={view.scroller}
        onScroll={view.onScroll}
        onKeyDown={onKeyDown}
        tabIndex={0}
        role="tree"
        aria-label="Events"
        aria-activedescendant={row === null ? undefined : rowElement(row.id)}
        overflowY="auto"
        height="full"
        css={treeStyles}
      >
        <RowLayer rows={view}>
          {Array.from({ length: view.end - view.first }, (_, offset) => {
            const one = rows.at(view.first + offset)
            return (
              one && (
                <TreeRow
                  key={view.slotOf(view.first + offset)}
                  row={one}
                  open={one.kind === 'gesture' ? open.has(one.id) : undefined}
                  chosen={one.id === row?.id}
                  onChoose={choose}
                />
              )
            )
          })}
        </RowLayer>
      </chakra.div>
    </FocusFrame>
  )
}
