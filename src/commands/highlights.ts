/** Highlight sets: making, ordering, deleting and restoring them, and turning them on or off for oneself. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  deletionAsked,
  orderAsked,
  restoreAsked,
  saveAsked,
  saveSettled,
  switched,
} from '../events/catalog/highlights.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noManaging = reject('Review managers and stronger roles change highlight sets.')

export const saveHighlightSet = command({
  ...never,
  type: 'highlights.save',
  payload: saveAsked.payload,
  decide: (_state, payload, { can }) => (can('search.share') ? [saveAsked(payload)] : noManaging),
  label: ({ name, over }) => `${over === null ? 'Make' : 'Change'} the highlight set ${name}`,
})

/** By the effect, with what became of it. */
export const settleHighlightSet = command({
  ...never,
  type: 'highlights.settle',
  payload: saveSettled.payload,
  decide: (_state, payload) => [saveSettled(payload)],
  label: ({ message }) => message ?? 'The highlight set is saved',
})

export const orderHighlightSets = command({
  ...never,
  type: 'highlights.order',
  payload: orderAsked.payload,
  decide: (_state, payload, { can }) => (can('search.share') ? [orderAsked(payload)] : noManaging),
  label: () => 'Order the highlight sets',
})

export const deleteHighlightSet = command({
  ...never,
  type: 'highlights.delete',
  payload: deletionAsked.payload,
  decide: (_state, payload, { can }) => (can('search.share') ? [deletionAsked(payload)] : noManaging),
  label: ({ name }) => `Delete the highlight set ${name}`,
})

export const restoreHighlightSet = command({
  ...never,
  type: 'highlights.restore',
  payload: restoreAsked.payload,
  decide: (_state, payload, { can }) => (can('search.share') ? [restoreAsked(payload)] : noManaging),
  label: ({ name }) => `Restore the highlight set ${name}`,
})

export const switchHighlights = command({
  ...never,
  type: 'highlights.switch',
  payload: z.strictObject({ highlightSetIds: z.array(id), off: z.boolean() }),
  decide: (_state, payload) => [switched(payload)],
  label: ({ off }) => (off ? 'Turn highlights off' : 'Turn highlights on'),
})
