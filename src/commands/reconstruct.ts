/** Looking back on how a project was coded: a view for each tab. Nothing of it changes the record. */
import * as z from 'zod/mini'
import { id, instant } from '#contracts/ids.ts'
import {
  firstLook,
  type LookView,
  looked,
  lookFilter,
  lookList,
  lookPane,
  lookView,
  pastMoment,
  stepBy,
  stepSought,
} from '../events/catalog/reconstruct.ts'
import type { Draft } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'
import { command, type DecideContext, reject } from './define.ts'

const never = { capture: 'never' } as const

const viewIn = ({ reconstruct }: RootState, tabId: string): LookView => reconstruct.byTab[tabId] ?? firstLook

/** The view with something changed. */
const turned = (state: RootState, { tabId }: DecideContext, change: Partial<LookView>): readonly Draft[] => [
  looked({ tabId, view: { ...viewIn(state, tabId), ...change } }),
]

/** What an address says. */
export const look = command({
  ...never,
  type: 'reconstruct.look',
  payload: lookView,
  decide: (_state, view, { tabId }) => [looked({ tabId, view })],
  label: () => 'Look at a moment of the record',
})

export const filterActivity = command({
  ...never,
  type: 'reconstruct.filter',
  payload: lookFilter,
  decide: (state, filter, ctx) => turned(state, ctx, { filter }),
  label: () => 'Filter the activity',
})

export const choosePeriod = command({
  ...never,
  type: 'reconstruct.choosePeriod',
  payload: z.strictObject({ from: z.nullable(instant), to: z.nullable(instant) }),
  decide: (state, period, ctx) => {
    if (period.from !== null && period.to !== null && Date.parse(period.from) >= Date.parse(period.to))
      return reject('A period ends after it begins.')
    return turned(state, ctx, { filter: { ...viewIn(state, ctx.tabId).filter, ...period } })
  },
  label: ({ from, to }) => (from === null && to === null ? 'The whole record' : 'Choose a period'),
})

export const movePlayhead = command({
  ...never,
  type: 'reconstruct.movePlayhead',
  payload: z.strictObject({ to: z.nullable(pastMoment), documentId: z.optional(id) }),
  decide: (state, { to, documentId }, ctx) =>
    turned(state, ctx, { playhead: to, ...(documentId === undefined ? {} : { documentId }) }),
  label: ({ to }) => (to === null ? 'Look at now' : 'Move the playhead'),
})

/** Putting the second playhead down shows what it is put down for. */
export const compareWith = command({
  ...never,
  type: 'reconstruct.compareWith',
  payload: z.strictObject({ other: z.nullable(pastMoment) }),
  decide: (state, { other }, ctx) => {
    const { pane, other: before } = viewIn(state, ctx.tabId)
    if (other === null) return turned(state, ctx, { other, pane: pane === 'compare' ? 'activity' : pane })
    return turned(state, ctx, { other, pane: before === null ? 'compare' : pane })
  },
  label: ({ other }) => (other === null ? 'Take the second playhead away' : 'Move the second playhead'),
})

export const chooseDocument = command({
  ...never,
  type: 'reconstruct.chooseDocument',
  payload: z.strictObject({ documentId: z.nullable(id) }),
  decide: (state, chosen, ctx) => turned(state, ctx, chosen),
  label: ({ documentId }) => (documentId === null ? 'Close the document' : 'Look at a document of the past'),
})

export const chooseLook = command({
  ...never,
  type: 'reconstruct.choosePane',
  payload: z.strictObject({ pane: lookPane }),
  decide: (state, chosen, ctx) => turned(state, ctx, chosen),
  label: ({ pane }) => `Show ${pane}`,
})

export const filterList = command({
  ...never,
  type: 'reconstruct.filterList',
  payload: z.strictObject({ list: lookList }),
  decide: (state, { list }, ctx) => turned(state, ctx, { list, pane: 'asof' }),
  label: () => 'Narrow the list of that moment',
})

/** To the change before or after the playhead. */
export const stepPlayhead = command({
  ...never,
  type: 'reconstruct.step',
  payload: z.strictObject({ by: stepBy }),
  decide: (state, { by }, { tabId }) => {
    const { filter, playhead } = viewIn(state, tabId)
    if (by === 1 && playhead === null) return reject('This is the last change so far.')
    return [stepSought({ tabId, by, filter })]
  },
  label: ({ by }) => (by === 1 ? 'To the next change' : 'To the change before'),
})
