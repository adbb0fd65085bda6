/** Where moving through the list leads: the facts of opening what stands there, or of asking for its page first. */
import { documentOpened, pageRequested } from '../events/catalog/review.ts'
import type { Draft } from '../events/envelope.ts'
import { hasResult, idAt, type ListState, pageOf, positionOf, shownTab } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { staysOn } from './coding-leaving.ts'
import { type DecideContext, isRejection, type Rejection, reject } from './define.ts'

/** How many neighbours are fetched ahead, going on and going back. */
const readyAhead = 3
const readyBehind = 1

/** In a window that shows another's view, moving moves that one. */
export const acting = ({ review, shell }: RootState, tabId: string): string => shownTab(review, shell, tabId)

/** The tab's list, once there is an answer: to its search, or to the one before where the search was refused. */
export function answeredIn({ review }: RootState, tabId: string): ListState | null {
  const list = review.byTab[tabId]?.list ?? null
  return hasResult(list) && list.phase !== 'searching' ? list : null
}

/** Asks for a page; `position`: opens what stands there as soon as it has come. */
export const requested = (
  tabId: string,
  list: ListState,
  page: number,
  position: number | null = null,
): Draft =>
  pageRequested({
    tabId,
    snapshotId: list.snapshotId,
    page,
    pageSize: list.pageSize,
    ...(list.columns === undefined ? {} : { columns: [...list.columns] }),
    openAt: position,
  })

/** Opens a document, with the neighbours that are worth having ready; at its place in the list where that is known. */
export function opened(
  list: ListState | null,
  tabId: string,
  documentId: number,
  known: number | null,
): Draft {
  const position = known ?? positionOf(list, documentId)
  const ahead: number[] = []
  if (list && position !== null) {
    for (let step = 1; step <= readyAhead; step++) ahead.push(idAt(list, position + step) ?? 0)
    for (let step = 1; step <= readyBehind; step++)
      ahead.push(position < step ? 0 : (idAt(list, position - step) ?? 0))
  }
  return documentOpened({ tabId, documentId, position, ahead: ahead.filter((one) => one !== 0) })
}

/** The facts of moving on by one (or back), for commands that move on as well: Save and next. */
export function stepFrom(state: RootState, by: 1 | -1, ctx: DecideContext): readonly Draft[] | Rejection {
  const view = state.review.byTab[acting(state, ctx.tabId)]
  const position = view?.current ? (view.current.position ?? view.place) : null
  return goTo(state, position === null ? 0 : position + by, ctx)
}

/** The facts of going to a position of the tab's list. */
export function goTo(
  state: RootState,
  position: number,
  { tabId: own }: DecideContext,
): readonly Draft[] | Rejection {
  const tabId = acting(state, own)
  const list = answeredIn(state, tabId)
  return list ? goIn(state, tabId, list, position) : reject('There is no list yet.')
}

/** What was to be opened as soon as its page is there. Where the document in view must not be left, it stays. */
export function opening(
  state: RootState,
  tabId: string,
  list: ListState,
  position: number | null,
): readonly Draft[] {
  const moved = position === null ? [] : goIn(state, tabId, list, position)
  return isRejection(moved) ? [] : moved
}

function goIn(
  state: RootState,
  tabId: string,
  list: ListState,
  position: number,
): readonly Draft[] | Rejection {
  if (list.totalCount === 0) return reject('There is no document in the list.')
  if (position < 0) return reject('This is the first document.')
  if (position >= list.totalCount) return reject('This is the last document.')
  const documentId = idAt(list, position)
  const stays = staysOn(state, state.review.byTab[tabId]?.current?.documentId, documentId)
  if (stays) return stays
  if (documentId === null) return [requested(tabId, list, pageOf(list, position), position)]
  const page = pageOf(list, position + readyAhead)
  const drafts = [opened(list, tabId, documentId, position)]
  const wanted =
    (page - 1) * list.pageSize < list.totalCount && !list.ids.has(page) && !list.pending.has(page)
  // The next page is asked for before its first document is, so that the step over its edge is as quick.
  return wanted ? [...drafts, requested(tabId, list, page)] : drafts
}
