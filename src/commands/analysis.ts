/** Looking at what stands beside a document. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { comparisonClosed, comparisonOpened } from '../events/catalog/analysis.ts'
import { command, reject } from './define.ts'
import { acting } from './review-moving.ts'

export const compare = command({
  type: 'analysis.compare',
  capture: 'never',
  payload: z.object({ documentId: id, otherId: id }),
  decide: (state, { documentId, otherId }, { tabId }) =>
    documentId === otherId
      ? reject('A document says the same as itself.')
      : [comparisonOpened({ tabId: acting(state, tabId), documentId, otherId })],
  label: () => 'Compare two documents',
})

export const closeComparison = command({
  type: 'analysis.closeComparison',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, { tabId }) => [comparisonClosed({ tabId: acting(state, tabId) })],
  label: () => 'Close the comparison',
})
