/** The rows in view, whatever they look like; the pages that they need are asked for. */
import { useStoreMap, useUnit } from 'effector-react'
import { memo, useEffect, useMemo } from 'react'
import type { DocumentRow } from '#contracts/documents.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { requestPage } from '../../commands/review-list.ts'
import { isPicked } from '../../events/bulk/picks.ts'
import { choicesIn } from '../../events/coding/forms.ts'
import { $picks } from '../../stores/bulk.ts'
import { $coding, $unsettled, codedNow } from '../../stores/coding-view.ts'
import { $online } from '../../stores/network.ts'
import { $shown, type ListState, pageCache, pageKey, pageOf } from '../../stores/review.ts'
import { $tagsEnabled, type TagsState, taggedNow, tags, tagsIn } from '../../stores/tags.ts'
import { DocumentGridRow } from './document-grid-row.tsx'
import { DocumentListRow } from './document-list-row.tsx'
import type { GridColumn } from './grid-columns.ts'

interface Drawn {
  readonly list: ListState
  readonly timeZone: string
  /** From `first` up to, not including, `end`. */
  readonly first: number
  readonly end: number
  readonly count: number
  readonly current: number | null
  /** None: the compact list. */
  readonly columns: readonly GridColumn[]
}

/** Coding comes with every document: what it changes is drawn in here, the list around it is left as it is. */
export const DrawnRows = memo(function DrawnRows({
  list,
  timeZone,
  first,
  end,
  count,
  current,
  columns,
}: Drawn) {
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
    const shown = {
      row,
      missed: list.missed.has(page),
      away: row === undefined && !online,
      coded:
        row === undefined
          ? nothingCoded
          : sorts
            ? taggedNow(tagged, row.documentId, row.tagIds)
            : (codedNow(coded, row.documentId) ?? row.coding),
      done: sorts ? ('Tagged' as const) : ('Coded' as const),
      unsettled: row && (unsettled.get(row.documentId) ?? unsentTags(tagged, row.documentId)),
      position,
      current: position === current,
      picked: picks === null ? null : row !== undefined && isPicked(picks, row.documentId),
    }
    return columns.length > 0 ? (
      <DocumentGridRow key={position} {...shown} columns={columns} asked={(list.answers ?? list).columns} />
    ) : (
      <DocumentListRow key={position} {...shown} choices={choices} count={count} timeZone={timeZone} />
    )
  })
})

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
