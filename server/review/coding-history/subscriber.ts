/** Adds what audit rows tell of coding to the history of their project, as they are appended. */

import type { AppendedEntry, AuditSubscriber } from '../../platform/audit/subscribers.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { type CodingChange, changesFrom } from './changes.ts'
import { projectHistory } from './spans.ts'

export const codingHistory: AuditSubscriber = (trx, projectId, rows) =>
  projectHistory(trx, projectId, rows.flatMap(changesIn))

/** What an entry tells of coding. */
function changesIn({ seq, auditId, entry }: AppendedEntry): CodingChange[] {
  const { erasable = {} } = entry
  return changesFrom({
    seq,
    auditId,
    at: instantOf(entry.at),
    action: entry.action,
    userId: entry.user?.userId ?? null,
    documentId: entry.documentId ?? null,
    fieldId: entry.fieldId ?? null,
    jobId: entry.jobId ?? null,
    how: entry.how,
    newValue: entry.newValue,
    beside: 'newValue' in erasable ? { value: erasable.newValue } : null,
    facts: entry.facts ?? {},
  })
}
