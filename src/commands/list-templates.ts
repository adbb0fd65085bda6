/** Templates of the document list: saving and deleting one. */
import { deletionAsked, saveAsked, saveSettled } from '../events/catalog/list-templates.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const saveListTemplate = command({
  ...never,
  type: 'listTemplates.save',
  payload: saveAsked.payload,
  decide: (_state, payload, { can }) =>
    payload.template.shared && !can('search.share')
      ? reject('Review managers and stronger roles share templates.')
      : [saveAsked(payload)],
  label: ({ template: { name, over } }) =>
    `${over === null ? 'Save' : 'Save over'} the list template ${name}`,
})

/** By the effect, with what became of it. */
export const settleListTemplate = command({
  ...never,
  type: 'listTemplates.settle',
  payload: saveSettled.payload,
  decide: (_state, payload) => [saveSettled(payload)],
  label: ({ message }) => message ?? 'The list template is saved',
})

export const deleteListTemplate = command({
  ...never,
  type: 'listTemplates.delete',
  payload: deletionAsked.payload,
  decide: (_state, payload) => [deletionAsked(payload)],
  label: ({ name }) => `Delete the list template ${name}`,
})
