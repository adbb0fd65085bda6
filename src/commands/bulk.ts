/** Picking documents of the list, and changing all that are picked: one step, which is undone as one. */
import * as z from 'zod/mini'
import { type BulkDocuments, maxNamed } from '#contracts/bulk-changes.ts'
import { id } from '#contracts/ids.ts'
import { nextPage, pagingItem } from '../events/bulk/paging-item.ts'
import { isPicked, lastChange, type Picks, pickCount, picksOf } from '../events/bulk/picks.ts'
import {
  type BulkChangeAsked,
  bulkBegun,
  bulkChange,
  bulkControlled,
  bulkEnded,
  bulkRefused,
  bulkRequested,
  panelTurned,
  picked,
  picksCleared,
  progressAsked,
  resultPicked,
} from '../events/catalog/bulk.ts'
import type { Draft } from '../events/envelope.ts'
import { idAt, type ListState, pageOf } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { inLostBatch } from './batch-standing.ts'
import { command, type DecideContext, isRejection, type Rejection, reject } from './define.ts'
import { acting, answeredIn, goTo, requested } from './review-moving.ts'

const never = { capture: 'never' } as const

interface SelectedList {
  readonly tabId: string
  readonly list: ListState
  readonly picks: Picks | null
}

function placed(state: RootState, { tabId: own, can }: DecideContext): SelectedList | Rejection {
  if (!can('coding.bulk')) return reject('Your role does not change many documents at once.')
  const list = answeredIn(state, acting(state, own))
  if (list === null || list.totalCount === 0) return reject('There is no document in the list.')
  return { tabId: own, list, picks: picksOf(state.bulk, own, list.snapshotId) }
}

/** Picks the document at a position, or puts it back; the one in view where none is named. */
export const pick = command({
  ...never,
  type: 'bulk.pick',
  payload: z.object({ position: z.optional(z.int()) }),
  decide: (state, { position }, ctx) => {
    const at = position ?? currentPosition(state, ctx)
    const place = placed(state, ctx)
    if (isRejection(place)) return place
    const documentId = idAt(place.list, at)
    if (documentId === null) return reject('This document has not been fetched yet.')
    return isPicked(place.picks, documentId)
      ? marked(place, [], [documentId], at)
      : marked(place, [documentId], [], at)
  },
  label: () => 'Select a document, or clear it',
})

/** Picks all from where the last one was picked up to a position. */
export const pickUpTo = command({
  ...never,
  type: 'bulk.pickUpTo',
  payload: z.object({ position: z.int() }),
  decide: (state, { position }, ctx) => {
    const place = placed(state, ctx)
    if (isRejection(place)) return place
    const anchor = place.picks?.anchor ?? currentPosition(state, ctx)
    const ids = idsBetween(place.list, anchor, position)
    if (ids === null)
      return reject('Some of these documents have not been fetched yet: scroll through them, or select all.')
    return marked(place, ids, [], anchor)
  },
  label: () => 'Select a range of documents',
})

/** The keyboard's range: one further from where it began, or one back, and there. */
export const pickOn = command({
  ...never,
  type: 'bulk.pickOn',
  payload: z.object({ by: z.union([z.literal(1), z.literal(-1)]) }),
  decide: (state, { by }, ctx) => {
    const place = placed(state, ctx)
    if (isRejection(place)) return place
    const from = currentPosition(state, ctx)
    const to = from + by
    const [here, there] = [idAt(place.list, from), idAt(place.list, to)]
    if (here === null || there === null) return goTo(state, to, ctx)
    const anchor = place.picks?.anchor ?? from
    const further = Math.abs(to - anchor) > Math.abs(from - anchor)
    const drafts = further ? marked(place, [here, there], [], anchor) : marked(place, [there], [here], anchor)
    const moved = goTo(state, to, ctx)
    return isRejection(drafts) || isRejection(moved) ? moved : [...drafts, ...moved]
  },
  label: () => 'Select the next document too',
})

export const pickAll = command({
  ...never,
  type: 'bulk.pickAll',
  payload: z.object({}),
  decide: (state, _, ctx) => {
    const place = placed(state, ctx)
    return isRejection(place)
      ? place
      : [resultPicked({ tabId: place.tabId, snapshotId: place.list.snapshotId })]
  },
  label: () => 'Select all documents of the result',
})

/** Picks the page in view whole; where it is picked already, the one after. Pages that have not arrived are asked for first. */
export const pickPage = command({
  ...never,
  type: 'bulk.pickPage',
  payload: z.object({}),
  decide: (state, _, ctx) => {
    const place = placed(state, ctx)
    if (isRejection(place)) return place
    const { list, picks } = place
    const page = nextPage(list, pagingItem(list, picks, pageOf(list, currentPosition(state, ctx))))
    if (page === null) return reject('All pages from here on are selected.')
    const ids = list.ids.get(page)
    if (ids === undefined) return [requested(acting(state, ctx.tabId), list, page)]
    return marked(place, ids, [], (page - 1) * list.pageSize + ids.length - 1)
  },
  label: () => 'Select the page',
})

export const clearPicks = command({
  ...never,
  type: 'bulk.clearPicks',
  payload: z.object({}),
  decide: (_, __, { tabId }) => [picksCleared({ tabId })],
  label: () => 'Clear selection',
})

/** Opens the panel in which many documents are changed; where none is picked, with the one in view. */
export const turnPanel = command({
  ...never,
  type: 'bulk.turnPanel',
  payload: z.object({ open: z.boolean() }),
  decide: (state, { open }, ctx) => {
    const { tabId } = ctx
    if (!open) return [panelTurned({ tabId, open })]
    const place = placed(state, ctx)
    if (isRejection(place)) return place
    const at = currentPosition(state, ctx)
    const inView = pickCount(place.picks, place.list.totalCount) === 0 ? idAt(place.list, at) : null
    const first = inView === null ? [] : marked(place, [inView], [], at)
    return [...(isRejection(first) ? [] : first), panelTurned({ tabId, open })]
  },
  label: ({ open }) => (open ? 'Change many documents' : 'Close the bulk panel'),
})

/** Changes what is picked: said once to the server, which does it step by step. It never propagates. */
export const applyBulk = command({
  ...never,
  type: 'bulk.apply',
  payload: z.object({
    title: z.string(),
    families: z.boolean(),
    change: bulkChange,
  }),
  decide: (state, { title, families, change }, ctx) => {
    const place = inLostBatch(state, ctx) ?? placed(state, ctx)
    if (isRejection(place)) return place
    const { tabId, list, picks } = place
    const count = pickCount(picks, list.totalCount)
    if (picks === null || count === 0) return reject('No document is picked.')
    if (isEmpty(change)) return reject('Choose what is to change.')
    const documents = documentsOf(picks)
    return [
      bulkRequested({
        bulkId: ctx.newId(),
        tabId,
        title,
        count,
        ask: { what: 'change', documents, families, change },
      }),
    ]
  },
  label: ({ title }) => title,
})

function isEmpty(change: BulkChangeAsked): boolean {
  switch (change.what) {
    case 'coding':
      return change.changes.length === 0
    case 'tags':
      return change.add.length + change.remove.length === 0
    case 'folders':
      return false
  }
}

/** Takes a change back as one step, or puts it forth again; without a job: the one that this tab has just made. */
export const reverseBulk = command({
  ...never,
  type: 'bulk.reverse',
  payload: z.object({
    kind: z.enum(['undo', 'redo']),
    of: z.optional(z.object({ jobId: id, title: z.string(), count: z.int() })),
  }),
  decide: ({ bulk }, { kind, of }, { tabId, newId }) => {
    const last = lastChange(bulk, tabId)
    const known = of ?? (last && last.jobId !== null && last.ended !== null && { ...last, jobId: last.jobId })
    if (!known)
      return reject(
        last === null
          ? `There is nothing to ${kind}.`
          : 'The change is still under way: wait until it is done, or cancel it.',
      )
    const ask = { what: 'reverse', kind, jobId: known.jobId } as const
    const title = `${kind === 'undo' ? 'Undo' : 'Redo'}: ${known.title.replace(/^(Undo|Redo): /, '')}`
    return [bulkRequested({ bulkId: newId(), tabId, title, count: known.count, ask })]
  },
  label: ({ kind, of }) =>
    `${kind === 'undo' ? 'Undo' : 'Redo'} ${of?.title ?? 'the last change of many documents'}`,
})

/** The record's answers, by the effect. */
export const beginBulk = command({
  ...never,
  type: 'bulk.begin',
  payload: bulkBegun.payload,
  decide: (_, payload) => [bulkBegun(payload)],
  label: ({ jobId }) => `Job ${jobId} does it`,
})

export const refuseBulk = command({
  ...never,
  type: 'bulk.refuse',
  payload: bulkRefused.payload,
  decide: (_, payload) => [bulkRefused(payload)],
  label: ({ message }) => message,
})

export const endBulk = command({
  ...never,
  type: 'bulk.end',
  payload: bulkEnded.payload,
  decide: ({ bulk }, payload) =>
    bulk.changes.some(({ bulkId, ended }) => bulkId === payload.bulkId && ended === null)
      ? [bulkEnded(payload)]
      : reject('Its end is known.'),
  label: ({ written, left }) => `${written} values written, ${left} left as they were`,
})

export const askProgress = command({
  ...never,
  type: 'bulk.askProgress',
  payload: progressAsked.payload,
  decide: (_, payload) => [progressAsked(payload)],
  label: () => 'Look how far the change is',
})

export const controlBulk = command({
  ...never,
  type: 'bulk.control',
  payload: bulkControlled.payload,
  decide: (_, payload) => [bulkControlled(payload)],
  label: ({ action, jobId }) => `Tell job ${jobId} to ${action}`,
})

function marked(
  { tabId, list, picks }: SelectedList,
  on: readonly number[],
  off: readonly number[],
  anchor: number,
): readonly Draft[] | Rejection {
  const most = (picks?.marked.size ?? 0) + (picks?.all ? off : on).length
  if (most > maxNamed)
    return reject(
      `At most ${maxNamed.toLocaleString('en-US')} documents are picked one by one: search for them, and select all.`,
    )
  return [picked({ tabId, snapshotId: list.snapshotId, on: [...on], off: [...off], anchor })]
}

const currentPosition = (state: RootState, { tabId }: DecideContext): number =>
  state.review.byTab[acting(state, tabId)]?.current?.position ?? 0

function idsBetween(list: ListState, from: number, to: number): number[] | null {
  const ids: number[] = []
  for (let at = Math.min(from, to); at <= Math.max(from, to); at++) {
    const documentId = idAt(list, at)
    if (documentId === null || ids.length > maxNamed) return null
    ids.push(documentId)
  }
  return ids
}

/** How the server is told which they are. */
export const documentsOf = ({ all, snapshotId, marked: ids }: Picks): BulkDocuments =>
  all ? { snapshotId, except: [...ids] } : { ids: [...ids] }
