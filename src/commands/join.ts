/** A tab takes its place. By itself, because signing in ends with it and needs nothing else of choosing projects. */
import * as z from 'zod/mini'
import * as happened from '../events/catalog/selection.ts'
import { choiceOf } from '../events/choice.ts'
import { command } from './define.ts'

/** Said once by each tab when its account's log is open: from now on its choice is its own. */
export const join = command({
  capture: 'never',
  type: 'selection.join',
  payload: z.strictObject({}),
  decide: ({ selection }, _, { tabId }) => [happened.tabJoined({ tabId, ...choiceOf(selection, tabId) })],
  label: () => 'Open the chosen project',
})
