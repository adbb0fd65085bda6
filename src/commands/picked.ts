/** The documents that a job is asked for in a tab: those that are picked; where none are, all of the result. */
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import { pickCount, picksOf } from '../events/bulk/picks.ts'
import type { RootState } from '../stores/root.ts'
import { documentsOf } from './bulk.ts'
import { acting, answeredIn } from './review-moving.ts'

/** Null where there is no result. */
export function pickedDocuments(state: RootState, tabId: string): BulkDocuments | null {
  const list = answeredIn(state, acting(state, tabId))
  if (list === null) return null
  const picks = picksOf(state.bulk, tabId, list.snapshotId)
  return picks === null || pickCount(picks, list.totalCount) === 0
    ? { snapshotId: list.snapshotId, except: [] }
    : documentsOf(picks)
}
