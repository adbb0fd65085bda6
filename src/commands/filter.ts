/** Choosing documents in early data assessment. What a click makes of the choice is worked out where it is clicked. */
import { chosenDocuments } from '#contracts/filter.ts'
import { filterChanged } from '../events/catalog/filter.ts'
import { command, reject } from './define.ts'

export const chooseDocuments = command({
  capture: 'never',
  type: 'filter.choose',
  payload: chosenDocuments,
  decide: (_state, payload, { can }) =>
    can('document.search') ? [filterChanged(payload)] : reject('Your role does not search documents.'),
  label: () => 'Choose documents',
})
