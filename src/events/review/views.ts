/** What each tab has searched and shows, and how it is read: by decisions, and by the store that folds it. Pure. */
import type { SearchQuery, Sort } from '#contracts/documents.ts'
import { isSameWidening, type Widened } from '#contracts/widened.ts'

export type Pane = 'document' | 'pages' | 'sheet' | 'text' | 'metadata' | 'related' | 'history'

export interface ListState {
  readonly searchId: string
  /** The command that asked for it: whoever stops the search names it. */
  readonly askedBy: string
  readonly query: SearchQuery
  readonly sort: Sort
  readonly viewer: 'parentsAndChildren' | 'parentsOnly' | 'childrenOnly'
  readonly filter: 'all' | 'reviewed' | 'unreviewed' | 'tagged' | 'untagged'
  readonly pageSize: number
  /** Fields whose values come with the rows; absent: none. */
  readonly columns?: readonly string[] | undefined
  readonly curlyQuotes: boolean
  readonly phase: 'searching' | 'answered' | 'failed'
  readonly fault: {
    readonly message: string
    readonly detail: string
    readonly position: number | null
    /** The same search may be answered when it is asked again: the network failed, not the query. */
    readonly transient?: boolean | undefined
    /** Somebody has stopped it. */
    readonly stopped?: boolean | undefined
  } | null
  /** The search whose answer stands in the list: an older one while, or because, the newest has none. */
  readonly answers: Asked | null
  /** Empty until anything was answered. */
  readonly snapshotId: string
  /** -1 until anything was answered. */
  readonly totalCount: number
  readonly hitCount: number
  readonly reading: string
  /** Noise words that it was read by; absent: the usual ones. */
  readonly noise?: readonly string[] | undefined
  /** What was brought beside what matches; absent: nothing. */
  readonly widened?: readonly Widened[] | undefined
  readonly notes: readonly { readonly code: string; readonly message: string }[]
  readonly withoutText: number
  readonly indexedAsOf: string | null
  readonly tookMs: number
  /** Ids of the pages that have arrived, one-based; the oldest go beyond `listCacheSize` rows. */
  readonly ids: ReadonlyMap<number, readonly number[]>
  /** Pages on their way. */
  readonly pending: ReadonlySet<number>
  /** Pages that did not come when they were asked for last. */
  readonly missed: ReadonlySet<number>
  /** What is to be opened as soon as its page is there: the position that was asked for last. */
  readonly opening: number | null
}

export interface TabView {
  readonly list: ListState | null
  readonly current: { readonly documentId: number; readonly position: number | null } | null
  /**
   * The list was changed, and the document in view has not been found in it: it is coded only by somebody who says so, or it
   * would be coded by mistake for one of the list.
   */
  readonly outside: boolean
  /** The last place in the list that is known: where moving goes on from a document whose own place is not. */
  readonly place: number | null
  /** Where the tab stood in the lists before this one, the latest last: who comes back to one goes on there. */
  readonly places: readonly Place[]
  /** What was in view when another project or client was chosen: where the tab goes on when it comes back. */
  readonly left: TabView['current']
  readonly failed: { readonly documentId: number; readonly message: string } | null
  readonly pane: Pane
  /** A spreadsheet as itself is its sheets, unless somebody has asked for the document of one. */
  readonly showsSheets: boolean
  readonly hit: { readonly documentId: number; readonly index: number } | null
  readonly follows: string | null
}

export interface Place {
  readonly of: Asked
  readonly position: number
}

export interface ReviewState {
  readonly byTab: Readonly<Record<string, TabView>>
}

/** As much of the frame as says whose view is shown: the lead's under "same view in all tabs". */
export interface Following {
  readonly following: boolean
  readonly lead: string
}

/**
 * Whose view a tab shows and acts on: its opener's where it was pulled out of one, the lead's under "same view in all
 * tabs", else its own.
 */
export function shownTab({ byTab }: ReviewState, { following, lead }: Following, tabId: string): string {
  const opener = formTab({ byTab }, tabId)
  if (opener !== tabId) return opener
  return following && byTab[lead] ? lead : tabId
}

/**
 * Whose form a tab's keys are about: its own, with its own focus and its own open sections, whatever view it shares; only
 * a window that was pulled out has none, and is about its opener's.
 */
export function formTab({ byTab }: ReviewState, tabId: string): string {
  const opener = byTab[tabId]?.follows
  return opener && byTab[opener] ? opener : tabId
}

/** The page that a position stands on, one-based. */
export const pageOf = ({ pageSize }: Pick<ListState, 'pageSize'>, position: number): number =>
  Math.floor(position / pageSize) + 1

/** The id at a position, or null where its page has not arrived. */
export const idAt = (list: ListState, position: number): number | null =>
  list.ids.get(pageOf(list, position))?.[position % list.pageSize] ?? null

/** What the server answers to a search. */
type Answer = Pick<
  ListState,
  'snapshotId' | 'totalCount' | 'hitCount' | 'reading' | 'notes' | 'withoutText' | 'indexedAsOf' | 'tookMs'
> & { readonly ids: readonly number[] }

/** The list with the answer to its search: its first page. */
export const answered = (list: ListState, { ids, ...answer }: Answer): ListState => ({
  ...list,
  noise: undefined,
  widened: undefined,
  ...answer,
  phase: 'answered',
  fault: null,
  answers: askedIn(list),
  ids: new Map([[1, ids]]),
  pending: new Set(),
  missed: new Set(),
  opening: null,
})

/** Whether something of the list is on its way, or was when the tab was left. */
export const isWaiting = ({ phase, pending, opening }: ListState): boolean =>
  phase === 'searching' || pending.size > 0 || opening !== null

export type Asked = Pick<ListState, 'query' | 'sort' | 'viewer' | 'filter' | 'columns'>
const askedIn = ({ query, sort, viewer, filter, columns }: Asked): Asked => ({
  ...{ query, sort, viewer, filter, columns },
})

/** The batch that a list is of; where its search was refused, that of what still stands in it. */
export function batchOf(list: ListState | null): number | null {
  const query = (list?.phase === 'failed' ? (list.answers ?? list) : list)?.query
  return query?.type === 'batch' ? (query.objectId ?? null) : null
}

/** Whether there is a result to show and to move in. */
export const hasResult = (list: ListState | null): list is ListState =>
  list !== null && list.snapshotId !== ''

/** Whether everything was asked for, and there is nothing. */
export const isEmptyProject = (list: ListState | null): boolean =>
  list?.totalCount === 0 &&
  list.answers?.query.queryString === '' &&
  list.answers.query.objectId === null &&
  list.answers.filter === 'all'

/** Where a document stands among the pages that have arrived; null where it is not there. */
export function positionOf(list: ListState | null, documentId: number): number | null {
  for (const [page, ids] of list?.ids ?? []) {
    const row = ids.indexOf(documentId)
    if (list && row >= 0) return (page - 1) * list.pageSize + row
  }
  return null
}

/** Where the tab that was opened last stood in what this query found; the first place where none did. */
export function lastPlace(
  { byTab }: ReviewState,
  { queryString, objectId, type }: Pick<SearchQuery, 'queryString' | 'objectId' | 'type'>,
): number {
  const places = Object.values(byTab).flatMap(({ list, current, place }) =>
    list?.query.queryString === queryString && list.query.objectId === objectId && list.query.type === type
      ? [current?.position ?? place ?? 0]
      : [],
  )
  return places.at(-1) ?? 0
}

const placesKept = 8

/** The places with that of the list which is left for another one. */
export function placesAfter({ list, current, places }: TabView, next: Asked): readonly Place[] {
  const of = list?.answers ?? null
  if (of === null || isSameOrder(of, next)) return places
  const others = places.filter((place) => !isSameOrder(place.of, of))
  const position = current?.position ?? null
  return (position === null ? others : [...others, { of, position }]).slice(-placesKept)
}

/** Where the tab stood when it left such a list for the one it has now; null: it has none, or it is the same list. */
export function placeLeft({ list, places }: TabView, next: Asked): number | null {
  const now = list?.answers ?? null
  if (now === null || isSameOrder(now, next)) return null
  return places.find(({ of }) => isSameOrder(of, next))?.position ?? null
}

/** Whether both give the same documents in the same order, as far as the record has not changed. */
export const isSameOrder = (one: Asked, other: Asked): boolean =>
  isSameSet(one, other) && isSameSort(one.sort, other.sort)

export const isSameSort = (one: Sort, other: Sort): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether both give the same documents, as far as the record has not changed. */
export const isSameSet = (one: Asked, other: Asked): boolean =>
  one.query.queryString === other.query.queryString &&
  isSameWidening(one.query, other.query) &&
  one.query.objectId === other.query.objectId &&
  one.query.type === other.query.type &&
  one.viewer === other.viewer &&
  one.filter === other.filter

/**
 * Where to go on in a new answer to the same search. Documents that have left it since (coded, where those are shown that
 * are not) stood before this position for all that is known: as many places earlier, nothing is passed over, and at worst
 * a document is seen twice. Null where it would lie before the first.
 */
export function placeIn(
  list: ListState,
  answer: Pick<ListState, 'totalCount'>,
  position: number,
): number | null {
  const again = list.answers !== null && isSameOrder(list.answers, list)
  const gone = again ? Math.max(0, list.totalCount - answer.totalCount) : 0
  return position < gone ? null : position - gone
}

/** A document is the last one when its position across pages is the total; not known while the total is not. */
export const isLast = (list: ListState | null, position: number | null): boolean =>
  list !== null && position !== null && list.totalCount >= 0 && position + 1 === list.totalCount
