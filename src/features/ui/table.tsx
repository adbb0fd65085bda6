import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'

export interface Column<R> {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: R) => ReactNode
  /** Figures stand at the right, each on one line with its unit. */
  readonly align?: 'start' | 'end'
  readonly width?: string
  /** Goes away in windows narrower than this breakpoint. */
  readonly from?: 'sm' | 'md' | 'lg'
}

const shownFrom = (from: 'sm' | 'md' | 'lg' | undefined) =>
  from === undefined ? {} : { display: { base: 'none', [from]: 'table-cell' } }

/** Rows of 32 px with a head that stays. A row that can be opened is so with click, Enter and Space. */
export function Table<R>({
  rows,
  columns,
  keyOf,
  label,
  onOpen,
  onDrop,
  currentKey,
}: {
  readonly rows: readonly R[]
  readonly columns: readonly Column<R>[]
  readonly keyOf: (row: R) => string | number
  readonly label: string
  readonly onOpen?: ((row: R) => void) | undefined
  /** Files may be dropped on a row. */
  readonly onDrop?: ((row: R, dropped: DataTransfer) => void) | undefined
  readonly currentKey?: string | number | null
}): ReactElement {
  const [over, setOver] = useState<string | number | null>(null)
  const open = (row: R) => (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onOpen?.(row)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const sibling =
        event.key === 'ArrowDown'
          ? event.currentTarget.nextElementSibling
          : event.currentTarget.previousElementSibling
      if (sibling instanceof HTMLElement) {
        event.preventDefault()
        sibling.focus()
      }
    }
  }
  return (
    <chakra.table width="full" borderCollapse="collapse" aria-label={label}>
      <chakra.thead>
        <tr>
          {columns.map((column) => (
            <chakra.th
              key={column.id}
              scope="col"
              // What only readers of the screen see stays within the head, and cannot widen the page.
              position="relative"
              textAlign={column.align ?? 'start'}
              fontSize="xs"
              fontWeight={600}
              color="faint"
              height="row"
              px="3"
              _first={{ pl: '4' }}
              _last={{ pr: '4' }}
              borderBottomWidth="1px"
              borderColor="line"
              whiteSpace="nowrap"
              {...shownFrom(column.from)}
              {...(column.width === undefined ? {} : { width: column.width })}
            >
              {column.head}
            </chakra.th>
          ))}
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          const current = currentKey !== undefined && currentKey !== null && currentKey === key
          return (
            <chakra.tr
              key={key}
              borderBottomWidth="1px"
              borderColor="line"
              _last={{ borderBottomWidth: '0' }}
              background={over === key ? 'accentGround' : current ? 'selected' : 'transparent'}
              aria-current={current || undefined}
              {...(onDrop && {
                onDragOver: (event) => {
                  event.preventDefault()
                  setOver(key)
                },
                onDragLeave: () => setOver(null),
                onDrop: (event) => {
                  event.preventDefault()
                  setOver(null)
                  onDrop(row, event.dataTransfer)
                },
              })}
              {...(onOpen
                ? {
                    tabIndex: 0,
                    cursor: 'pointer',
                    _hover: { background: current ? 'selected' : 'hover' },
                    _focusVisible: { outlineOffset: '-2px' },
                    onClick: () => onOpen(row),
                    onKeyDown: open(row),
                  }
                : {})}
            >
              {columns.map((column) => (
                <chakra.td
                  key={column.id}
                  textAlign={column.align ?? 'start'}
                  height="32px"
                  px="3"
                  py="1"
                  _first={{ pl: '4' }}
                  _last={{ pr: '4' }}
                  verticalAlign="middle"
                  whiteSpace={column.align === 'end' ? 'nowrap' : undefined}
                  {...shownFrom(column.from)}
                >
                  {column.cell(row)}
                </chakra.td>
              ))}
            </chakra.tr>
          )
        })}
      </tbody>
    </chakra.table>
  )
}

/** The name of a fact in a table of them, which stands before what is said of it. */
export const RowHead = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.th
    scope="row"
    textAlign="start"
    fontWeight={400}
    color="muted"
    py="1"
    pr="4"
    width="200px"
    // A long value beside it takes what there is otherwise.
    minWidth="140px"
    verticalAlign="top"
  >
    {children}
  </chakra.th>
)
