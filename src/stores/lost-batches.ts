/** Batches that were worked on here and are not checked out to this person any more: what is in them is read-only. */
import { combine } from 'effector'
import type { BatchStanding } from '#contracts/batch-standing.ts'
import { batchStood } from '../events/catalog/review.ts'
import { on, projection } from './projection.ts'
import { putLatest } from './put-latest.ts'
import { $listBatchId } from './review.ts'

/** So many are remembered. */
const kept = 50

export const lostBatches = projection<ReadonlyMap<number, BatchStanding>>({
  name: 'lostBatches',
  version: 1,
  log: 'project',
  initial: new Map(),
  handlers: [
    on(batchStood, (state, standing) => {
      if (standing.state !== 'held') return putLatest(state, standing.batchId, standing, kept)
      const next = new Map(state)
      next.delete(standing.batchId)
      return next
    }),
  ],
})

/** The batch of this tab's list, where it is lost. */
export const $lostBatch = combine($listBatchId, lostBatches.$state, (batchId, lost) =>
  batchId === null ? null : (lost.get(batchId) ?? null),
)
