/** Where material comes from: making sources and changing them, and telling them what to do. */
import { sourceAnswered, sourceSaveAsked, sourceTold } from '../events/catalog/collect-sources.ts'
import { command, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

export const saveSource = command({
  ...never,
  type: 'collect.saveSource',
  payload: sourceSaveAsked.payload,
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [sourceSaveAsked(payload)] : reject(noCollecting),
  label: ({ sourceId, name }) => `${sourceId === null ? 'Add' : 'Change'} the source ${name}`,
})

/** By the effect, with what became of it. */
export const answerSource = command({
  ...never,
  type: 'collect.answerSource',
  payload: sourceAnswered.payload,
  decide: (_state, payload) => [sourceAnswered(payload)],
  label: ({ answer }) => (typeof answer === 'number' ? 'The source is kept' : answer.message),
})

const orders = {
  delete: 'Delete',
  process: 'Process what waits in',
  collect: 'Collect a folder into',
} as const

export const tellSource = command({
  ...never,
  type: 'collect.tellSource',
  payload: sourceTold.payload,
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [sourceTold(payload)] : reject(noCollecting),
  label: ({ order, name }) => `${orders[order.is]} ${name}`,
})
