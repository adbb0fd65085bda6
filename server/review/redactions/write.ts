/** Writes what was decided, with its rows of the trail, in the transaction of the caller. */
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { markChanged } from '../coding-values/changed.ts'
import type { Act, NewRow } from './decide.ts'
import { boxesIn } from './of-document.ts'

/** Who writes, as what, and how it came to be: a person's hand, or a job in somebody's name. */
export interface Drawer {
  readonly projectId: number
  readonly by: Pick<AuditEntry, 'at' | 'user' | 'commandId' | 'sessionId' | 'ip' | 'jobId'>
  readonly how: 'manual' | 'bulk' | 'undo'
}

export const byHand = (ctx: ProjectContext): Drawer => ({
  projectId: ctx.project.projectId,
  by: byCaller(ctx),
  how: 'manual',
})

/** Answers the number that the document's redactions have now. */
export async function writeActs(
  trx: Writer,
  drawer: Drawer,
  {
    documentId,
    gesture,
    acts,
    inForce,
    revision,
  }: {
    readonly documentId: number
    readonly gesture: string
    readonly acts: readonly Act[]
    /** In force before. */
    readonly inForce: number
    /** Before. */
    readonly revision: number
  },
): Promise<number> {
  if (acts.length === 0) return revision
  const { projectId } = drawer
  const entries = acts.map((act) => entryOf(drawer, documentId, gesture, act))
  await insertAll(
    trx,
    'redaction',
    acts.flatMap(({ done, after }) => (done === 'added' ? [after] : [])),
  )
  await Promise.all(
    acts.flatMap(({ before, after }) => {
      if (before === null) return []
      const { boxes, label, reason, sha256, pages_version, version, removed_by, removed_at } = after
      return trx
        .updateTable('redaction')
        .set({ boxes, label, reason, sha256, pages_version, version, removed_by, removed_at })
        .where('redaction_id', '=', before.redaction_id)
        .execute()
    }),
  )
  const grown = revision + 1
  await trx
    .updateTable('document')
    .set({ redaction_revision: grown })
    .where('document_id', '=', documentId)
    .execute()
  const left = acts.reduce((sum, { done }) => sum + (growth[done] ?? 0), inForce)
  // Fields say whether there are any: more of them are nothing new to the index.
  const isNews = left > 0 !== inForce > 0
  const at = drawer.by.at.toISOString()
  await markChanged(trx, projectId, isNews ? [documentId] : [], at, 'facts')
  await appendAudit(trx, `project:${projectId}`, entries)
  return grown
}

const growth: Readonly<Partial<Record<Act['done'], number>>> = { added: 1, restored: 1, removed: -1 }

/**
 * The row of the trail: where it is and what it is called, never what stands there. A reason is a sentence that somebody
 * typed: it may have to go by law one day.
 */
function entryOf(
  { projectId, by, how }: Drawer,
  documentId: number,
  gesture: string,
  { done, before, after }: Act,
): AuditEntry {
  const isChange = done === 'changed' || done === 'checked'
  return {
    ...by,
    projectId,
    action: `redaction.${done}`,
    documentId,
    correlationId: gesture,
    how,
    field: `Page ${after.page}`,
    ...(done === 'added' || done === 'restored' ? {} : { oldValue: labelWords((before ?? after).label) }),
    ...(done === 'removed' ? {} : { newValue: labelWords(after.label) }),
    facts: {
      key: after.key,
      page: after.page,
      kind: after.kind,
      origin: after.origin,
      version: after.version,
      ...shapeOf(after),
      ...(isChange && before !== null ? { before: shapeOf(before), checked: wasChecked(before, after) } : {}),
    },
    erasable: {
      reason: after.reason,
      ...(isChange && before !== null ? { reasonBefore: before.reason } : {}),
    },
  }
}

type Shape = Pick<NewRow, 'boxes' | 'label' | 'sha256' | 'pages_version'>

const shapeOf = ({ boxes, label }: Shape) => ({ boxes: boxesIn(boxes), label })

const wasChecked = (before: Shape, after: Shape): boolean =>
  before.sha256 !== after.sha256 || before.pages_version !== after.pages_version

const labelWords = (label: string): string => (label === '' ? 'No Label' : label)
