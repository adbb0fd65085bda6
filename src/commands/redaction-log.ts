/** Acts on redactions of whole documents, from the list of those that are to be checked. */
import { checkAsked } from '../events/catalog/redaction-log.ts'
import { command, reject } from './define.ts'

/** Says that all redactions of a document are right in the file and on the pages that it has now. */
export const checkDocument = command({
  type: 'redactionLog.check',
  capture: 'never',
  payload: checkAsked.payload,
  decide: (_state, payload, { can }) =>
    can('redaction.draw')
      ? [checkAsked(payload)]
      : reject('Your role in this project does not allow redacting.'),
  label: () => 'Say that the redactions of a document are right',
})
