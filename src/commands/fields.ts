/** Custom fields of a project: looking at them, making, changing and removing one. */
import { fieldAsked, fieldRemovalAsked, fieldSettled, fieldsRequested } from '../events/catalog/fields.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noManaging = reject('Review managers and stronger roles change fields.')

export const requestFields = command({
  ...never,
  type: 'fields.request',
  payload: fieldsRequested.payload,
  decide: (_state, payload) => [fieldsRequested(payload)],
  label: () => 'Look up custom fields',
})

export const saveField = command({
  ...never,
  type: 'fields.save',
  payload: fieldAsked.payload,
  decide: (_state, payload, { can }) => (can('codingForm.manage') ? [fieldAsked(payload)] : noManaging),
  label: ({ fieldId, name }) => `${fieldId === null ? 'Add' : 'Change'} the field ${name}`,
})

/** By the effect, with what became of it. */
export const settleField = command({
  ...never,
  type: 'fields.settle',
  payload: fieldSettled.payload,
  decide: (_state, payload) => [fieldSettled(payload)],
  label: ({ message }) => message ?? 'The field is saved',
})

export const removeField = command({
  ...never,
  type: 'fields.remove',
  payload: fieldRemovalAsked.payload,
  decide: (_state, payload, { can }) =>
    can('codingForm.manage') ? [fieldRemovalAsked(payload)] : noManaging,
  label: ({ name }) => `Delete the field ${name}`,
})
