/** What assignments and batches put on the record. */

import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { BatchChange } from '../coding-history/changes.ts'

export interface Act {
  readonly action: `assignment.${string}` | `batch.${string}`
  readonly correlationId?: string
  readonly jobId?: number
  readonly facts: Readonly<Record<string, unknown>> & { readonly assignmentId: number }
  /** How batches stand from then on. */
  readonly batches?: BatchChange['batches']
}

/** So many batches stand in one row of the trail, at most. */
export const batchesInRow = 500

/** An act as entries of the project's chain: by this caller, now. */
export function entriesOf(ctx: ProjectContext, { batches = [], facts, ...act }: Act): AuditEntry[] {
  const said = {
    ...byCaller(ctx),
    ...act,
  }
  const rows = Math.max(1, Math.ceil(batches.length / batchesInRow))
  return Array.from({ length: rows }, (_, row) => {
    const own = batches.slice(row * batchesInRow, (row + 1) * batchesInRow)
    return { ...said, facts: own.length === 0 ? facts : { ...facts, batches: own } }
  })
}
