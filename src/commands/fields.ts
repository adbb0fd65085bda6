/** Custom fields of a project: making, changing and removing one, and setting one on a document. */
import {
  fieldAsked,
  fieldRemovalAsked,
  fieldSettled,
  fieldValue,
  fieldValueAsked,
} from '../events/catalog/fields.ts'
import { fieldIn } from '../events/coding/document.ts'
import { isSetByHand } from '../events/coding/forms.ts'
import { getIn } from '../stores/buckets.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noManaging = reject('Review managers and stronger roles change fields.')

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

/**
 * Sets one field of a document that no form lets anybody code; what a form codes is coded there, where its rules and its
 * undo are. Rests on the value that is known here: where somebody has set it meanwhile, nothing is written.
 */
export const setFieldValue = command({
  ...never,
  type: 'fields.setValue',
  payload: fieldValue,
  decide: ({ coding }, payload, { can }) => {
    if (!can('codingForm.manage') || !can('coding.save')) return noManaging
    const doc = getIn(coding.documents, String(payload.documentId))
    if (doc === undefined) return reject('The document is not loaded yet.')
    if (!isSetByHand(coding.forms, payload.fieldId))
      return reject(`A coding form shows ${payload.name}: code it there.`)
    return [fieldValueAsked({ ...payload, seen: fieldIn(doc, payload.fieldId).version })]
  },
  label: ({ name }) => `Set ${name}`,
})
