/** Values of related documents, written in the transaction of the save that they belong to. */
import type { PropagationDone } from '#contracts/coding.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { SaveContext } from '../coding/save.ts'
import { markChanged } from '../coding-values/changed.ts'
import { putValues } from '../coding-values/values.ts'
import type { Outcome } from '../propagation/outcomes.ts'

/** A value that is written, with its row of the trail. */
export interface Writing extends Pick<Outcome, 'documentId' | 'rule' | 'value' | 'before'> {
  readonly entry: AuditEntry
}

export const nothingDone: PropagationDone = { documents: 0, left: 0, inJobs: 0, values: [] }

/** Writes them, each in its next version; answers what stands now. */
export async function writeValues(
  trx: Writer,
  ctx: SaveContext,
  writings: readonly Writing[],
): Promise<Pick<PropagationDone, 'documents' | 'values'>> {
  if (writings.length === 0) return nothingDone
  const at = instantOf(ctx.at)
  const byDocument = Map.groupBy(writings, ({ documentId }) => documentId)
  await putValues(
    trx,
    writings.map(({ documentId, rule, value, before }) => ({
      document_id: documentId,
      field_id: rule.fieldId,
      project_id: ctx.projectId,
      value: JSON.stringify(value),
      version: before.version + 1,
      by_user: ctx.user.userId,
      at,
      form_version: rule.formVersion,
    })),
  )
  await markChanged(trx, ctx.projectId, [...byDocument.keys()], at)
  await appendAudit(
    trx,
    `project:${ctx.projectId}`,
    writings.map(({ entry }) => entry),
  )
  return {
    documents: byDocument.size,
    values: [...byDocument].map(([documentId, own]) => ({
      documentId,
      values: own.map(({ rule, value, before }) => ({
        fieldId: rule.fieldId,
        value,
        version: before.version + 1,
        by: ctx.user.name,
        at,
      })),
    })),
  }
}

/** What two parts of a save have done to related documents, together. */
export const together = (one: PropagationDone, other: PropagationDone): PropagationDone => ({
  documents: new Set([...one.values, ...other.values].map(({ documentId }) => documentId)).size,
  left: one.left + other.left,
  inJobs: one.inJobs + other.inJobs,
  values: [...one.values, ...other.values],
})
