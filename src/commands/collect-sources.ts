/** Where material comes from: looking at sources, making and changing them, and telling them what to do. */
import {
  type CollectQuestion,
  lookAsked,
  sourceAnswered,
  sourceSaveAsked,
  sourceTold,
} from '../events/catalog/collect-sources.ts'
import { command, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

/** About sources, their files, and folders of the server. */
export const lookUp = command({
  ...never,
  type: 'collect.lookUp',
  payload: lookAsked.payload,
  decide: (_state, payload) => [lookAsked(payload)],
  label: ({ question }) => `Look up ${question.about}`,
})

/** The look at a list from its beginning, or at what is no list. */
export const lookAt = (projectId: number, question: CollectQuestion) =>
  lookUp({ projectId, question, after: null })

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
