/** A table of any length: only the rows in view are drawn, and more are asked for as its end comes near. */
import { chakra } from '@chakra-ui/react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import type { Paged } from '#src/stores/reconstruct-cache.ts'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { counted, number } from '../ui/format.ts'
import { walk } from '../ui/row-keys.ts'
import { RowLayer } from '../ui/row-layer.tsx'
import { useRowWindow } from '../ui/row-window.ts'

export interface PagedColumn<R> {
  readonly id: string
  readonly head: string
  /** A track of the grid: '120px', 'minmax(0, 1fr)'. */
  readonly width: string
  readonly align?: 'end'
  /** Goes away where the table is narrower than so many px. */
  readonly from?: 420 | 560 | 640
  readonly cell: (row: R) => ReactNode
}

const rowHeight = 28
/** Rows before the end at which the next page is asked for. */
const ahead = 60

export const rowAt = <R,>({ pages }: Paged<R>, index: number): R | undefined => {
  const size = pages[0]?.length ?? 0
  return size === 0 ? undefined : pages[Math.floor(index / size)]?.[index % size]
}
export const rowsIn = ({ pages }: Paged<unknown>): number => pages.reduce((sum, page) => sum + page.length, 0)

/** Where the first such row stands; -1: it was not read. */
export function indexOf<R>({ pages }: Paged<R>, is: (row: R) => boolean): number {
  let before = 0
  for (const page of pages) {
    const at = page.findIndex(is)
    if (at >= 0) return before + at
    before += page.length
  }
  return -1
}

export function PagedRows<R>({
  paged,
  columns,
  unit,
  units,
  label,
  keyOf,
  currentKey,
  onChoose,
  onMore,
  total,
  stale,
  faint,
}: {
  readonly paged: Paged<R>
  readonly columns: readonly PagedColumn<R>[]
  /** 'change' */
  readonly unit: string
  /** 'batches': where it is not the unit with an s. */
  readonly units?: string
  readonly label: string
  readonly keyOf: (row: R) => number | string
  readonly currentKey: number | string | null
  readonly onChoose: (row: R) => void
  /** Asks for what follows `next`. */
  readonly onMore: (next: number) => void
  /** How many there are in all, where that is known. */
  readonly total: number | null
  readonly stale: boolean
  /** Stands back: it is not of the moment. */
  readonly faint?: ((row: R) => boolean) | undefined
}): ReactElement {
  const count = rowsIn(paged)
  const rows = useRowWindow(count, rowHeight)
  const id = useId()
  const { next } = paged
  const wanted = next !== null && !stale && rows.end + ahead >= count ? next : null
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    if (wanted !== null) more.current(wanted)
  }, [wanted])
  // Another question's answer begins at its top.
  const first = rowAt(paged, 0)
  const top = first === undefined ? '' : keyOf(first)
  const { reveal } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about which row comes first
  useEffect(() => reveal(0), [top, reveal])
  const at = useMemo(() => indexOf(paged, (row) => keyOf(row) === currentKey), [paged, keyOf, currentKey])
  useEffect(() => {
    if (at >= 0) reveal(at)
  }, [at, reveal])
  const choose = (index: number) => {
    const row = rowAt(paged, index)
    if (row !== undefined) onChoose(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = walk(count, at, event.key, rows.fits)
    if (to === null || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    choose(to)
  }
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    if (row?.dataset.index !== undefined) choose(Number(row.dataset.index))
  }
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0" css={styles(columns)}>
      <div className="line head" aria-hidden="true">
        {columns.map(({ id: name, head, align, from }) => (
          <span key={name} className={classOf(align, from)}>
            {head}
          </span>
        ))}
      </div>
      <FocusFrame flex="1" minH="0">
        <chakra.div
          ref={rows.scroller}
          onScroll={rows.onScroll}
          onKeyDown={onKeyDown}
          onClick={onClick}
          role="listbox"
          aria-label={label}
          aria-busy={stale || undefined}
          aria-activedescendant={at >= rows.first && at < rows.end ? `${id}-${at}` : undefined}
          tabIndex={0}
          height="full"
          overflowY="scroll"
          overflowX="hidden"
        >
          <RowLayer rows={rows}>
            {Array.from({ length: Math.max(0, rows.end - rows.first) }, (_, nth) => {
              const index = rows.first + nth
              const row = rowAt(paged, index)
              return (
                row !== undefined && (
                  <div
                    key={keyOf(row)}
                    id={`${id}-${index}`}
                    role="option"
                    aria-setsize={total ?? -1}
                    aria-posinset={index + 1}
                    aria-selected={index === at}
                    tabIndex={-1}
                    data-index={index}
                    className={faint?.(row) ? 'line faint' : 'line'}
                  >
                    {columns.map(({ id: name, align, from, cell }) => (
                      <span key={name} className={classOf(align, from)}>
                        {cell(row)}{' '}
                      </span>
                    ))}
                  </div>
                )
              )
            })}
          </RowLayer>
        </chakra.div>
      </FocusFrame>
      <chakra.div
        role="status"
        px="3"
        py="1"
        fontSize="xs"
        color="faint"
        borderTopWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        {next === null
          ? count === 1
            ? `1 ${unit}`
            : `All ${counted(count, unit, units)}`
          : `${total === null ? '' : `${number(total)} in all; `}${counted(count, unit, units)} read so far, more come as you scroll`}
      </chakra.div>
    </chakra.div>
  )
}

const classOf = (align: 'end' | undefined, from: number | undefined): string =>
  `cell${align === 'end' ? ' end' : ''}${from === undefined ? '' : ` from-${from}`}`

const widthsFor = (columns: readonly PagedColumn<never>[], width: number): string =>
  columns
    .filter(({ from }) => from === undefined || from <= width)
    .map(({ width: own }) => own)
    .join(' ')

function styles(columns: readonly PagedColumn<never>[]) {
  const narrowerThan = (width: 420 | 560 | 640, fits: number) => ({
    [`@container (max-width: ${width - 1}px)`]: {
      '& .line': { gridTemplateColumns: widthsFor(columns, fits) },
      [`& .from-${width}`]: { display: 'none' },
    },
  })
  return {
    containerType: 'inline-size',
    '& .line': {
      display: 'grid',
      gridTemplateColumns: widthsFor(columns, 640),
      columnGap: '10px',
      alignItems: 'center',
      height: `${rowHeight}px`,
      paddingInline: '12px',
      fontSize: 'sm',
      borderBottom: '1px solid',
      borderColor: 'line',
      cursor: 'default',
    },
    '& .line:not(.head):hover': { background: 'hover' },
    '& .line[aria-selected=true]': { background: 'selected' },
    '& .head': {
      flexShrink: '0',
      // As wide as the rows, whose scroller keeps room for its bar.
      overflowY: 'scroll',
      scrollbarColor: 'transparent transparent',
      background: 'canvas',
      color: 'faint',
      fontSize: 'xs',
      fontWeight: '600',
    },
    '& .cell': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: '0' },
    '& .line.faint .cell, & .line.faint .cell *': { color: 'faint', background: 'transparent' },
    '& .end': { textAlign: 'end' },
    ...narrowerThan(640, 560),
    ...narrowerThan(560, 420),
    ...narrowerThan(420, 0),
  } as const
}
