/** The list with columns: its rows are as high as those of the compact list, and scroll sideways under their names. */
import { Box } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { projectFields } from '#src/reads/review.ts'
import { $columns } from '../../stores/list-shape.ts'
import { $current, type ListState } from '../../stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { RowLayer } from '../ui/row-layer.tsx'
import { useRowWindow } from '../ui/row-window.ts'
import { gridStyles } from './document-grid-row.tsx'
import { useFollowed } from './document-list.tsx'
import { listStyles, rowHeight } from './document-list-row.tsx'
import { DrawnRows } from './drawn-rows.tsx'
import { gridColumns } from './grid-columns.ts'
import { GridHead, headHeight } from './grid-head.tsx'
import { useListInput } from './use-list-input.ts'

const body = { role: 'rowgroup' } as const

const styles = { ...listStyles, ...gridStyles, '& .row:hover': { background: 'hover' } } as const

export function DocumentGrid({
  list,
  timeZone,
  onChosen,
}: {
  readonly list: ListState
  readonly timeZone: string
  readonly onChosen?: (() => void) | undefined
}) {
  const { current, chosen } = useUnit({ current: $current, chosen: $columns })
  const { value: fields } = useRead(projectFields, {}, { once: true })
  const columns = useMemo(() => gridColumns(chosen, fields), [chosen, fields])
  const position = current?.position ?? null
  const count = Math.max(0, list.totalCount)
  const rows = useRowWindow(count, rowHeight, 6, headHeight)
  useFollowed(list, position, rows.reveal)
  const { onKeyDown, onClick, onMouseDown, onDragStart, mayPick, picking } = useListInput({
    count,
    position,
    fits: rows.fits,
    onChosen,
  })
  return (
    <FocusFrame flex="1" minH="0">
      <Box
        role="grid"
        aria-label="Documents"
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={position === null ? undefined : `row-${position}`}
        tabIndex={0}
        onKeyDown={(event) => {
          if (!(event.target instanceof Element) || event.target.closest('[role=columnheader]') === null)
            onKeyDown(event)
        }}
        onClick={onClick}
        onMouseDown={onMouseDown}
        onDragStart={onDragStart}
        data-picks={mayPick || undefined}
        data-picking={picking || undefined}
        css={styles}
        ref={rows.scroller}
        onScroll={rows.onScroll}
        height="full"
        overflow="auto"
        position="relative"
        data-testid="document-list"
      >
        <GridHead columns={columns} sort={list.sort} />
        <div {...body}>
          <RowLayer rows={rows}>
            <DrawnRows
              list={list}
              timeZone={timeZone}
              first={rows.first}
              end={rows.end}
              count={count}
              current={position}
              columns={columns}
            />
          </RowLayer>
        </div>
      </Box>
    </FocusFrame>
  )
}
