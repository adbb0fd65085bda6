/** The list of found documents: one row of 28 px each, whatever their number, fetched as they come into view. */
import { Box } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $current, type ListState } from '../../stores/review.ts'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { RowLayer } from '../ui/row-layer.tsx'
import { type RowWindow, useRowWindow } from '../ui/row-window.ts'
import { listStyles, rowHeight } from './document-list-row.tsx'
import { DrawnRows } from './drawn-rows.tsx'
import type { GridColumn } from './grid-columns.ts'
import { useListInput } from './use-list-input.ts'

const noColumns: readonly GridColumn[] = []

interface Props {
  readonly list: ListState
  readonly timeZone: string
  /** Where the document is not in view beside the list: one was asked for, with a click on its row or with Enter. */
  readonly onChosen?: (() => void) | undefined
}

export function DocumentList({ list, timeZone, onChosen }: Props) {
  const current = useUnit($current)
  const position = current?.position ?? null
  const count = Math.max(0, list.totalCount)
  const rows = useRowWindow(count, rowHeight)
  const { reveal } = rows

  useFollowed(list, position, reveal)
  const { onKeyDown, onClick, onMouseDown, onDragStart, mayPick, picking } = useListInput({
    count,
    position,
    fits: rows.fits,
    onChosen,
  })

  return (
    <FocusFrame flex="1" minH="0">
      <Box
        ref={rows.scroller}
        onScroll={rows.onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseDown={onMouseDown}
        onDragStart={onDragStart}
        data-picks={mayPick || undefined}
        data-picking={picking || undefined}
        role="listbox"
        aria-label="Documents"
        aria-activedescendant={position === null ? undefined : `row-${position}`}
        tabIndex={0}
        css={listStyles}
        height="full"
        overflowY="auto"
        overflowX="hidden"
        position="relative"
        data-testid="document-list"
      >
        <RowLayer rows={rows}>
          <DrawnRows
            list={list}
            timeZone={timeZone}
            first={rows.first}
            end={rows.end}
            count={count}
            current={position}
            columns={noColumns}
          />
        </RowLayer>
      </Box>
    </FocusFrame>
  )
}

/** Keeps the document that is open in view; a new result starts at its top. */
export function useFollowed(list: ListState, position: number | null, reveal: RowWindow['reveal']): void {
  useEffect(() => {
    if (position !== null) reveal(position)
  }, [position, reveal])
  // A new result starts at its top, also where the old one had been scrolled far down; one come back to does not.
  const snapshot = useRef(list.snapshotId)
  useEffect(() => {
    if (list.snapshotId === snapshot.current) return
    snapshot.current = list.snapshotId
    reveal(0)
  }, [list.snapshotId, reveal])
}
