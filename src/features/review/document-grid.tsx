/** The list with columns: its rows are as high as those of the compact list, and scroll sideways under their names. */
import { Box } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { useMemo, useRef } from 'react'
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
import { GridHead } from './grid-head.tsx'
import { useListInput } from './use-list-input.ts'

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
  const rows = useRowWindow(count, rowHeight)
  useFollowed(list, position, rows.reveal)
  const { onKeyDown, onClick, onMouseDown, mayPick, picking } = useListInput({
    count,
    position,
    fits: rows.fits,
    onChosen,
  })
  const head = useRef<HTMLDivElement>(null)
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
        data-picks={mayPick || undefined}
        data-picking={picking || undefined}
        css={{ ...listStyles, ...gridStyles }}
        height="full"
        display="flex"
        flexDirection="column"
        data-testid="document-list"
      >
        <Box ref={head} role="rowgroup" overflow="hidden" flexShrink={0}>
          <GridHead columns={columns} sort={list.sort} queryString={list.query.queryString} />
        </Box>
        <Box
          ref={rows.scroller}
          role="rowgroup"
          tabIndex={-1}
          onScroll={(event) => {
            if (head.current !== null) head.current.scrollLeft = event.currentTarget.scrollLeft
            rows.onScroll()
          }}
          flex="1"
          minH="0"
          overflow="auto"
          position="relative"
        >
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
        </Box>
      </Box>
    </FocusFrame>
  )
}
