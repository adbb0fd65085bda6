/** What every gesture leaves besides its rows: the document's next revision, news for the index, and its rows of the trail. */
import { redactionWords } from '#contracts/redactions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Writer } from '../../platform/records/records.ts'
import { markChanged } from '../coding-values/changed.ts'
import type { ActOf } from './gestures.ts'

/** Who writes, as what, and how it came to be: a person's hand, or a job in somebody's name. */
export interface Drawer {
  readonly projectId: number
  readonly by: Pick<AuditEntry, 'at' | 'user' | 'commandId' | 'sessionId' | 'ip' | 'jobId'>
  readonly how: 'manual' | 'bulk' | 'undo' | 'redo'
}

export const byHand = (ctx: ProjectContext): Drawer => ({
  projectId: ctx.project.projectId,
  by: byCaller(ctx),
  how: 'manual',
})

/** Answers the number that the document's redactions have now. */
export async function recordGesture(
  trx: Writer,
  { projectId, by }: Drawer,
  {
    documentId,
    revision,
    isNews,
    entries,
  }: {
    readonly documentId: number
    /** Before. */
    readonly revision: number
    /** What fields say of the document has changed: more redactions are nothing new to the index. */
    readonly isNews: boolean
    readonly entries: readonly AuditEntry[]
  },
): Promise<number> {
  const grown = revision + 1
  await trx
    .updateTable('document')
    .set({ redaction_revision: grown })
    .where('document_id', '=', documentId)
    .execute()
  await markChanged(trx, projectId, isNews ? [documentId] : [], by.at.toISOString(), 'facts')
  await appendAudit(trx, `project:${projectId}`, entries)
  return grown
}

interface Told {
  readonly key: string
  readonly version: number
  readonly label: string
  readonly reason: string
}

/**
 * The row of the trail: where it is and what it is called, never what stands there. A reason is a sentence that somebody
 * typed: it may have to go by law one day.
 */
export function entryOf<Old extends Told, New extends Told>(
  { projectId, by, how }: Drawer,
  { documentId, gesture }: { readonly documentId: number; readonly gesture: string },
  { done, before, after }: ActOf<Old, New>,
  {
    field,
    facts,
    lookOf,
    isChecked,
  }: {
    /** The place in words. */
    readonly field: string
    readonly facts: Readonly<Record<string, unknown>>
    readonly lookOf: (row: Old | New) => Readonly<Record<string, unknown>>
    /** Somebody said that it is right in what the document is now. */
    readonly isChecked: (before: Old, after: Old | New) => boolean
  },
): AuditEntry {
  const was = done === 'changed' || done === 'checked' ? before : null
  return {
    ...by,
    projectId,
    action: `redaction.${done}`,
    documentId,
    correlationId: gesture,
    how,
    field,
    ...(done === 'added' || done === 'restored' ? {} : { oldValue: labelWords((before ?? after).label) }),
    ...(done === 'removed' ? {} : { newValue: labelWords(after.label) }),
    facts: {
      ...{ key: after.key, version: after.version },
      ...facts,
      ...lookOf(after),
      ...(was === null ? {} : { before: lookOf(was), checked: isChecked(was, after) }),
    },
    erasable: {
      reason: after.reason,
      ...(was === null ? {} : { reasonBefore: was.reason }),
    },
  }
}

const labelWords = (label: string): string => (label === '' ? redactionWords.noLabel : label)
