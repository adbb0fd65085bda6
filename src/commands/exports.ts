/** Starting exports, going on with one, and removing its files. */
import { formSettled, removeAsked, slipAsked, startAsked } from '../events/catalog/exports.ts'
import { command, type DecideContext, type Rejection, reject } from './define.ts'

const never = { capture: 'never' } as const

/** Why it may not be done; null where it may. */
const mayNot = ({ can }: Pick<DecideContext, 'can'>): Rejection | null =>
  can('export.run') ? null : reject('Your role does not export documents.')

export const startExport = command({
  ...never,
  type: 'exports.start',
  payload: startAsked.payload,
  decide: (_state, payload, ctx) => mayNot(ctx) ?? [startAsked(payload)],
  label: ({ name }) => `Start the export ${name}`,
})

export const slipExport = command({
  ...never,
  type: 'exports.slip',
  payload: slipAsked.payload,
  decide: (_state, payload, ctx) => mayNot(ctx) ?? [slipAsked(payload)],
  label: ({ name }) => `Let sheets stand for what failed in the export ${name}`,
})

export const removeExport = command({
  ...never,
  type: 'exports.remove',
  payload: removeAsked.payload,
  decide: (_state, payload, ctx) => mayNot(ctx) ?? [removeAsked(payload)],
  label: ({ name }) => `Remove the files of the export ${name}`,
})

/** By the effect, with what became of a form. */
export const settleForm = command({
  ...never,
  type: 'exports.settle',
  payload: formSettled.payload,
  decide: (_state, payload) => [formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
