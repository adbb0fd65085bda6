/** Keyword lists: saving and deleting one. */
import { listAsked, listDeletionAsked, listSettled } from '../events/catalog/keywords.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noManaging = reject('Litigation support and stronger roles change keyword lists.')

export const saveKeywordList = command({
  ...never,
  type: 'keywords.save',
  payload: listAsked.payload,
  decide: (_state, payload, { can }) => (can('collect.manage') ? [listAsked(payload)] : noManaging),
  label: ({ name, over }) => `${over === null ? 'Make' : 'Change'} the keyword list ${name}`,
})

/** By the effect, with what became of it. */
export const settleKeywordList = command({
  ...never,
  type: 'keywords.settle',
  payload: listSettled.payload,
  decide: (_state, payload) => [listSettled(payload)],
  label: ({ message }) => message ?? 'The keyword list is saved',
})

export const deleteKeywordList = command({
  ...never,
  type: 'keywords.delete',
  payload: listDeletionAsked.payload,
  decide: (_state, payload, { can }) => (can('collect.manage') ? [listDeletionAsked(payload)] : noManaging),
  label: ({ name }) => `Delete the keyword list ${name}`,
})
