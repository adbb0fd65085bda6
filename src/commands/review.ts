/** Moving through documents, and looking at them. Searching is in review-list.ts. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  begun,
  documentFailed,
  documentPlaced,
  documentWanted,
  hitFocused,
  openerFollowed,
  outsideTaken,
  pane,
  paneChosen,
  timeSpent,
  viewQueued,
} from '../events/catalog/review.ts'
import { staysOn } from './coding-leaving.ts'
import { command, reject } from './define.ts'
import { acting, goTo, opened, stepFrom } from './review-moving.ts'

/** Coming to the review screen: a tab goes on where it was, and one that has shown nothing begins. */
export const takeUp = command({
  type: 'review.takeUp',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, { tabId: own }) => {
    const tabId = acting(state, own)
    const view = state.review.byTab[tabId]
    if (!view?.list) return [begun({ tabId })]
    const { current, left, list } = view
    return current === null && left !== null ? [opened(list, tabId, left.documentId, left.position)] : []
  },
  label: () => 'Go on with the review',
})

/** Opens a document: from the list (with its position), or from elsewhere. */
export const open = command({
  type: 'review.open',
  capture: 'never',
  payload: z.object({ documentId: id, position: z.nullable(z.int()) }),
  decide: (state, { documentId, position }, { tabId }) => {
    const shown = acting(state, tabId)
    const view = state.review.byTab[shown]
    return (
      staysOn(state, view?.current?.documentId, documentId) ?? [
        opened(view?.list ?? null, shown, documentId, position),
      ]
    )
  },
  label: () => 'Open document',
})

/** Opens what stands at a position of the list; its page is fetched first where it has not arrived. */
export const openAt = command({
  type: 'review.openAt',
  capture: 'never',
  payload: z.object({ position: z.int().check(z.nonnegative()) }),
  decide: (state, { position }, ctx) => goTo(state, position, ctx),
  label: ({ position }) => `Open document ${position + 1} of the list`,
})

export const next = command({
  type: 'review.next',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, ctx) => stepFrom(state, 1, ctx),
  label: () => 'Next document',
  shortcut: 'j',
  group: 'Documents',
})

export const previous = command({
  type: 'review.previous',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, ctx) => stepFrom(state, -1, ctx),
  label: () => 'Previous document',
  shortcut: 'k',
  group: 'Documents',
})

export const placeDocument = command({
  type: 'review.placeDocument',
  capture: 'never',
  payload: documentPlaced.payload,
  decide: (_, placed) => [documentPlaced(placed)],
  label: ({ position }) => `The document in view is ${position + 1} of the list`,
})

/** The list was changed, and the document in view is not in it any more: it is meant all the same. */
export const codeOutside = command({
  type: 'review.codeOutside',
  capture: 'never',
  payload: z.object({ documentId: id }),
  decide: (state, { documentId }, { tabId }) => {
    const shown = acting(state, tabId)
    const view = state.review.byTab[shown]
    return view?.outside && view.current?.documentId === documentId
      ? [outsideTaken({ tabId: shown, documentId })]
      : []
  },
  label: () => 'Code a document that is not in the list',
})

export const failDocument = command({
  type: 'review.failDocument',
  capture: 'never',
  payload: documentFailed.payload,
  decide: (_, failed) => [documentFailed(failed)],
  label: () => 'The document could not be shown',
})

/** By the effect: the record could not be told of the opening. */
export const queueView = command({
  type: 'review.queueView',
  capture: 'never',
  payload: viewQueued.payload,
  decide: (_, opening) => [viewQueued(opening)],
  label: () => 'Tell the record of the opening later',
})

export const noteTime = command({
  type: 'review.noteTime',
  capture: 'never',
  payload: timeSpent.payload,
  decide: (_, spent) => [timeSpent(spent)],
  label: () => 'Note the time on a document',
})

export const choosePane = command({
  type: 'review.choosePane',
  capture: 'never',
  payload: z.object({ pane, /** A spreadsheet is in view. */ ofSheets: z.optional(z.boolean()) }),
  decide: (state, { pane: chosen, ofSheets = false }, { tabId }) => [
    paneChosen({ tabId: acting(state, tabId), pane: chosen, ofSheets }),
  ],
  label: ({ pane: chosen }) => `Show ${chosen}`,
})

export const focusHit = command({
  type: 'review.focusHit',
  capture: 'never',
  payload: z.object({ documentId: id, index: z.int().check(z.nonnegative()) }),
  decide: (state, { documentId, index }, { tabId }) => [
    hitFocused({ tabId: acting(state, tabId), documentId, index }),
  ],
  label: ({ index }) => `Go to hit ${index + 1}`,
})

/** Brings a document into this window's cache without opening it anew. */
export const wantDocument = command({
  type: 'review.wantDocument',
  capture: 'never',
  payload: z.object({ documentId: id }),
  decide: (_, { documentId }, { tabId }) => [documentWanted({ tabId, documentId })],
  label: () => 'Fetch the document in view',
})

/** Makes this window show what another one shows, or (null) stand for itself again. */
export const follow = command({
  type: 'review.follow',
  capture: 'never',
  payload: z.object({ openerTabId: z.nullable(z.string()) }),
  decide: (_, { openerTabId }, { tabId }) =>
    openerTabId === tabId
      ? reject('A window cannot follow itself.')
      : [openerFollowed({ tabId, openerTabId })],
  label: ({ openerTabId }) => (openerTabId === null ? 'Stop following' : 'Follow the other window'),
})
