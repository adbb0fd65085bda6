/** The list of found documents: one row of 28 px each, whatever their number, fetched as they come into view. */
import { Box } from '@chakra-ui/react'
import { useStoreMap, useUnit } from 'effector-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef } from 'react'
import type { DocumentRow } from '#contracts/documents.ts'
import { clearPicks, pick, pickOn, pickUpTo, turnPanel } from '../../commands/bulk.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { next, openAt, previous } from '../../commands/review.ts'
import { requestPage } from '../../commands/review-list.ts'
import { isPicked } from '../../events/bulk/picks.ts'
import { choicesIn } from '../../events/coding/forms.ts'
import { $picks } from '../../stores/bulk.ts'
import { $coding, $unsettled, codedNow } from '../../stores/coding-view.ts'
import { $online } from '../../stores/network.ts'
import { $current, $shown, type ListState, pageCache, pageKey, pageOf } from '../../stores/review.ts'
import { $tagsEnabled, type TagsState, taggedNow, tags, tagsIn } from '../../stores/tags.ts'
import { useWho } from '../session/who.ts'
import { FocusFrame } from '../ui/focus-frame.tsx'
import { walk } from '../ui/row-keys.ts'
import { RowLayer } from '../ui/row-layer.tsx'
import { useRowWindow } from '../ui/row-window.ts'
import { isDocumentShown } from '../viewer/scroll-document.ts'
import { DocumentListRow, listStyles, rowHeight } from './document-list-row.tsx'

interface Props {
  readonly list: ListState
  readonly timeZone: string
  /** Where the document is not in view beside the list: one was asked for, with a click on its row or with Enter. */
  readonly onChosen?: (() => void) | undefined
}

export function DocumentList({ list, timeZone, onChosen }: Props) {
  const { current, run, picking } = useUnit({ current: $current, run: dispatch, picking: $picking })
  const mayPick = useWho().can('coding.bulk')
  const position = current?.position ?? null
  const count = Math.max(0, list.totalCount)
  const rows = useRowWindow(count, rowHeight)
  const { reveal } = rows

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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onChosen && position !== null) {
      event.preventDefault()
      onChosen()
      return
    }
    if (mayPick && onPickKey(event)) return
    // Beside the document they scroll that: who reads has the keyboard in the list, mostly.
    if (event.key.startsWith('Page') && isDocumentShown()) return
    const to = walk(count, position ?? -1, event.key, rows.fits)
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

  return (
    <FocusFrame flex="1" minH="0">
      <Box
        ref={rows.scroller}
        onScroll={rows.onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        // A range is picked, not its text.
        onMouseDown={(event) => {
          if (mayPick && event.shiftKey) event.preventDefault()
        }}
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
          />
        </RowLayer>
      </Box>
    </FocusFrame>
  )
}

interface Drawn {
  readonly list: ListState
  readonly timeZone: string
  /** From `first` up to, not including, `end`. */
  readonly first: number
  readonly end: number
  readonly count: number
  readonly current: number | null
}

/** Coding comes with every document: what it changes is drawn in here, the list around it is left as it is. */
const DrawnRows = memo(function DrawnRows({ list, timeZone, first, end, count, current }: Drawn) {
  const { pages, coded, unsettled, tagged, sorts, online, picks } = useUnit({
    online: $online,
    picks: $picks,
    pages: pageCache.$entries,
    coded: $coding,
    unsettled: $unsettled,
    tagged: tags.$state,
    sorts: $tagsEnabled,
  })
  const { categories } = tagged
  const choices = useMemo(
    () =>
      sorts
        ? new Map(categories?.map((category) => [category.name, category.tags.map((tag) => tag.name)]))
        : choicesIn(coded.forms),
    [sorts, categories, coded.forms],
  )
  useMissingPages(list, first, end, pages)
  return Array.from({ length: Math.max(0, end - first) }, (_, nth) => {
    const position = first + nth
    const page = pageOf(list, position)
    const row = pages.get(pageKey(list.snapshotId, list.pageSize, page))?.[position % list.pageSize]
    return (
      <DocumentListRow
        key={position}
        row={row}
        missed={list.missed.has(page)}
        away={row === undefined && !online}
        coded={
          row === undefined
            ? nothingCoded
            : sorts
              ? taggedNow(tagged, row.documentId, row.tagIds)
              : (codedNow(coded, row.documentId) ?? row.coding)
        }
        choices={choices}
        done={sorts ? 'Tagged' : 'Coded'}
        unsettled={row && (unsettled.get(row.documentId) ?? unsentTags(tagged, row.documentId))}
        position={position}
        count={count}
        current={position === current}
        picked={picks === null ? null : row !== undefined && isPicked(picks, row.documentId)}
        timeZone={timeZone}
      />
    )
  })
})

const $picking = $picks.map((picks) => picks !== null)

const nothingCoded: DocumentRow['coding'] = []

/** What is on its way is no work that waits for the reviewer, but the row says that the server has not got it. */
const unsentTags = (state: TagsState, documentId: number): 'saving' | undefined =>
  (tagsIn(state, documentId)?.changes.length ?? 0) > 0 ? 'saving' : undefined

/**
 * Asks for the pages of the rows in view once the scroll has rested, so that a drag past a million asks for few. What
 * counts is which pages are missed: being drawn again, however often, does not put off asking for the same ones.
 */
function useMissingPages(
  list: ListState,
  first: number,
  end: number,
  pages: ReadonlyMap<string, readonly DocumentRow[]>,
): void {
  const pending = useStoreMap($shown, (view) => view.list?.pending ?? noPages)
  const missing: number[] = []
  const late: number[] = []
  const failed: number[] = []
  if (list.phase !== 'searching' && end > first)
    for (let page = pageOf(list, first); page <= pageOf(list, end - 1); page++) {
      if (pages.has(pageKey(list.snapshotId, list.pageSize, page))) continue
      ;(pending.has(page) ? late : list.missed.has(page) ? failed : missing).push(page)
    }
  useRequests(list.snapshotId, missing, 60)
  // A run that is still alive is not repeated; one that was lost is.
  useRequests(list.snapshotId, late, 2_500, true)
  // What was refused would be refused again at once.
  useRequests(list.snapshotId, failed, 5_000)
}

/** Asks for these pages of the result when they have been wanted for `after` ms; and `again`, as often as it takes. */
function useRequests(snapshotId: string, wanted: readonly number[], after: number, again?: true): void {
  const run = useUnit(dispatch)
  const key = wanted.join(' ')
  useEffect(() => {
    if (snapshotId === '' || key === '') return
    const timer = setInterval(() => {
      if (!again) clearInterval(timer)
      for (const page of key.split(' ')) run(requestPage({ page: Number(page), ...(again && { again }) }))
    }, after)
    return () => clearInterval(timer)
  }, [snapshotId, key, after, again, run])
}

const noPages: ReadonlySet<number> = new Set()
