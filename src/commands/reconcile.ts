/** Reconciliation of the log as a whole: asked for in idle time, answered by the record, reported to the review manager. */
import * as z from 'zod/mini'
import { checked, checkRequested, reopened, reportRequested, verdicts } from '../events/catalog/reconcile.ts'
import { command } from './define.ts'

/** Looks up what was acknowledged; where there is nothing to look up, says how the log stands. */
export const check = command({
  type: 'reconcile.check',
  capture: 'never',
  payload: z.object({}),
  decide: (state, payload, ctx) =>
    state.reconcile.acknowledged > 0 || Object.keys(state.reconcile.odd).length > 0
      ? [checkRequested({})]
      : sendReport.decide(state, payload, ctx),
  label: () => 'Hold the log against the record',
})

export const takeChecked = command({
  type: 'reconcile.takeChecked',
  capture: 'never',
  payload: verdicts,
  decide: (_, payload, { now }) => [
    checked({ ...payload, offset: Math.round(Date.parse(payload.at) - now.getTime()) }),
  ],
  label: ({ matched, odd }) =>
    `Held against the record: ${matched.length} match${odd.length > 0 ? `, ${odd.length} do not` : ''}`,
})

/** The record was put back to an earlier state: what had matched is looked up again. */
export const reopen = command({
  type: 'reconcile.reopen',
  capture: 'never',
  payload: reopened.payload,
  decide: (_, payload) => [reopened(payload)],
  label: ({ entries }) => `Look up ${entries.length} entries again`,
})

export const sendReport = command({
  type: 'reconcile.sendReport',
  capture: 'never',
  payload: z.object({}),
  decide: ({ reconcile }, _, { newId }) => [reportRequested({ log: reconcile.logId ?? newId() })],
  label: () => 'Report how the log stands',
})
