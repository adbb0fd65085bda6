/** Adds what audit rows tell of coding to the history of their project, as they are appended. */

import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { AppendedEntry, AuditSubscriber } from '../../platform/audit/subscribers.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { type CodingChange, changesFrom } from './changes.ts'
import { askAhead, projectHistory } from './spans.ts'

export const codingHistory: AuditSubscriber = (trx, projectId, entries) => {
  const told = entries.map(changesIn)
  const known = askAhead(trx, projectId, told.flat())
  return (rows) =>
    projectHistory(
      trx,
      projectId,
      rows.flatMap((row, nth) => (told[nth] ?? []).map((one) => placed(one, row))),
      known,
    )
}

/** What an entry tells of coding, which has no place in the chain yet. */
function changesIn(entry: AuditEntry): CodingChange[] {
  const { erasable = {} } = entry
  return changesFrom({
    seq: 0,
    auditId: 0,
    at: instantOf(entry.at),
    action: entry.action,
    userId: entry.user?.userId ?? null,
    documentId: entry.documentId ?? null,
    fieldId: entry.fieldId ?? null,
    jobId: entry.jobId ?? null,
    how: entry.how,
    oldValue: entry.oldValue,
    newValue: entry.newValue,
    beside: 'newValue' in erasable ? { value: erasable.newValue } : null,
    facts: entry.facts ?? {},
  })
}

/** The same at the place that the entry has got. */
function placed(told: CodingChange, { seq, auditId }: AppendedEntry): CodingChange {
  if ('change' in told) return { change: { ...told.change, seq, auditId } }
  return 'naming' in told ? { naming: { ...told.naming, seq } } : { standing: { ...told.standing, seq } }
}
