/** The names of the columns: a click sorts by one, with Shift by one more; their edges are dragged, or moved with the keys. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react'
import type { FieldSort, Sort } from '#contracts/documents.ts'
import { columnWidths } from '#contracts/list-templates.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { sizeColumn } from '../../commands/list-shape.ts'
import { sortList } from '../../commands/review-list.ts'
import { Icon } from '../ui/icon.tsx'
import { type GridColumn, leadWidth, totalWidth } from './grid-columns.ts'
import { sortedBy } from './sorted-by.ts'

export const headHeight = 28
/** How far a key moves an edge. */
const step = 16

export function GridHead({
  columns,
  sort,
}: {
  readonly columns: readonly GridColumn[]
  readonly sort: Sort
}): ReactElement {
  const run = useUnit(dispatch)
  const by: FieldSort['by'] = typeof sort === 'string' ? [] : sort.by
  return (
    <chakra.div
      role="row"
      aria-rowindex={1}
      display="flex"
      position="sticky"
      top="0"
      zIndex={2}
      height={`${headHeight}px`}
      minWidth="full"
      background="sunken"
      borderBottomWidth="1px"
      borderColor="line"
      fontSize="xs"
      fontWeight={600}
      color="muted"
      style={{ width: totalWidth(columns) }}
    >
      <chakra.span
        role="columnheader"
        width={`${leadWidth}px`}
        flexShrink={0}
        position="sticky"
        left="0"
        zIndex={2}
        background="inherit"
      >
        <chakra.span srOnly>Coding</chakra.span>
      </chakra.span>
      {columns.map((column) => (
        <Head
          key={column.field}
          column={column}
          place={by.findIndex(({ field }) => field === column.field)}
          levels={by}
          onSort={(more) => run(sortList({ sort: sortedBy(sort, column.field, more) }))}
          onWidth={(width) => run(sizeColumn({ field: column.field, width }))}
        />
      ))}
    </chakra.div>
  )
}

function Head({
  column: { width, label, isNumber, pinned, left },
  place,
  levels,
  onSort,
  onWidth,
}: {
  readonly column: GridColumn
  /** Among the fields that the list is sorted by; -1: it is not one. */
  readonly place: number
  readonly levels: FieldSort['by']
  readonly onSort: (more: boolean) => void
  readonly onWidth: (width: number) => void
}): ReactElement {
  const [dragged, setDragged] = useState<{ readonly from: number; readonly by: number } | null>(null)
  const level = levels[place]
  const said = level === undefined ? '' : level.descending ? 'descending' : 'ascending'
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined || !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    onWidth(width + by)
  }
  const edge = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ from: event.clientX, by: 0 })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      setDragged((before) => before && { ...before, by: event.clientX - before.from }),
    onPointerUp: () => {
      if (dragged !== null && dragged.by !== 0) onWidth(width + dragged.by)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
  }
  return (
    <chakra.div
      role="columnheader"
      aria-sort={place === 0 && level ? (level.descending ? 'descending' : 'ascending') : undefined}
      position={pinned ? 'sticky' : 'relative'}
      zIndex={pinned ? 2 : undefined}
      background="inherit"
      flexShrink={0}
      style={pinned ? { width, left } : { width }}
    >
      <chakra.button
        type="button"
        title={`Sort by ${label}; with Shift, also by it. Shift with an arrow key changes the width.`}
        aria-label={`${label}${said === '' ? '' : `, ${said}${levels.length > 1 ? `, ${place + 1} of ${levels.length}` : ''}`}`}
        onClick={(event) => onSort(event.shiftKey)}
        onKeyDown={onKeyDown}
        display="flex"
        alignItems="center"
        justifyContent={isNumber ? 'flex-end' : 'flex-start'}
        gap="1"
        width="full"
        height="full"
        px="8px"
        _hover={{ color: 'ink' }}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <chakra.span truncate>{label}</chakra.span>
        {level !== undefined && <Icon name={level.descending ? 'down' : 'up'} size={12} />}
        {level !== undefined && levels.length > 1 && <span>{place + 1}</span>}
      </chakra.button>
      <chakra.span
        aria-hidden
        {...edge}
        position="absolute"
        right="-3px"
        top="0"
        bottom="0"
        width="7px"
        cursor="col-resize"
        zIndex={3}
        _after={{
          content: '""',
          position: 'absolute',
          left: '3px',
          top: '6px',
          bottom: '6px',
          borderInlineEndWidth: '1px',
          borderColor: 'control',
        }}
        style={
          dragged === null
            ? undefined
            : {
                // The edge shows where the column will end.
                right:
                  -3 - Math.max(columnWidths.least - width, Math.min(columnWidths.most - width, dragged.by)),
                background: 'var(--af-colors-accent)',
              }
        }
      />
    </chakra.div>
  )
}
