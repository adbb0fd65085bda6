/** Whether the batch that is worked on is still checked out to this person. */
import { batchStanding, notHeldWords } from '#contracts/batch-standing.ts'
import { batchStood } from '../events/catalog/review.ts'
import { batchOf } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { command, type DecideContext, type Rejection, reject } from './define.ts'
import { acting } from './review-moving.ts'

/** What the server says of a batch. Who manages assignments works in any. */
export const noteStanding = command({
  type: 'review.noteStanding',
  capture: 'never',
  payload: batchStanding,
  decide: ({ lostBatches }, standing, { can }) => {
    if (can('assignment.manage')) return []
    const known = lostBatches.get(standing.batchId)
    const isNews =
      standing.state === 'held' ? known !== undefined : JSON.stringify(known) !== JSON.stringify(standing)
    return isNews ? [batchStood(standing)] : []
  },
  label: (standing) => notHeldWords(standing),
})

/** The batch that the list in view is of: what is saved is saved under it. */
export function batchInList(state: RootState, { tabId }: DecideContext): number | undefined {
  return batchOf(state.review.byTab[acting(state, tabId)]?.list ?? null) ?? undefined
}

/** Why nothing is coded in the batch in view: it is lost. Null: it is not. */
export function inLostBatch(state: RootState, ctx: DecideContext): Rejection | null {
  const standing = state.lostBatches.get(batchInList(state, ctx) ?? 0)
  return standing === undefined ? null : reject(`${notHeldWords(standing)} Nothing was changed.`)
}
