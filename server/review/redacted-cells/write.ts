/** Writes what was decided, with its rows of the trail, in the transaction of the caller. */
import { type DocumentEdit, placeWords, redactedCellsKind } from '#contracts/redacted-cells.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { markChanged } from '../coding-values/changed.ts'
import type { Act, NewRow } from './decide.ts'
import { piecesIn } from './rows.ts'

export interface Written {
  /** The number that the document's redactions have now. */
  readonly revision: number
  readonly edit: DocumentEdit | null
}

export async function writeActs(
  trx: Writer,
  ctx: ProjectContext,
  {
    documentId,
    gesture,
    acts,
    covering,
    revision,
  }: {
    readonly documentId: number
    readonly gesture: string
    readonly acts: readonly Act[]
    /** In force before, without what is kept open. */
    readonly covering: number
    /** Before. */
    readonly revision: number
  },
): Promise<Written> {
  if (acts.length === 0) return { revision, edit: null }
  await insertAll(
    trx,
    'redacted_cells',
    acts.flatMap(({ done, after }) => (done === 'added' ? [after] : [])),
  )
  for (const { before, after } of acts) {
    if (before === null) continue
    const { label, reason, sha256, version, removed_by, removed_at } = after
    await trx
      .updateTable('redacted_cells')
      .set({ label, reason, sha256, version, removed_by, removed_at })
      .where('redacted_cells_id', '=', before.redacted_cells_id)
      .execute()
  }
  const grown = revision + 1
  await trx
    .updateTable('document')
    .set({ redaction_revision: grown })
    .where('document_id', '=', documentId)
    .execute()
  const edit = editOf(covering, acts)
  const { projectId } = ctx.project
  // Fields say whether there are any: more of them are nothing new to the index.
  await markChanged(trx, projectId, edit === null ? [] : [documentId], ctx.now().toISOString(), 'facts')
  await appendAudit(
    trx,
    `project:${projectId}`,
    acts.map((act) => entryOf(ctx, documentId, gesture, act, edit)),
  )
  return { revision: grown, edit }
}

/** The first one sets the fields of the document, and the last that goes takes them away. */
function editOf(before: number, acts: readonly Act[]): DocumentEdit | null {
  let covering = before
  for (const { done, after } of acts) if (after.kind !== 'kept') covering += growth[done] ?? 0
  if (covering > 0 === before > 0) return null
  return {
    category: 'document-edits',
    action: covering > 0 ? 'addupdate' : 'remove',
    fields: { Redaction: covering > 0 ? 1 : null, Redaction_Type: 'Manual Native' },
  }
}

const growth: Readonly<Partial<Record<Act['done'], number>>> = { added: 1, restored: 1, removed: -1 }

/**
 * The row of the trail: where it is and what it is called, never what stands there. A reason is a sentence that somebody
 * typed: it may have to go by law one day.
 */
function entryOf(
  ctx: ProjectContext,
  documentId: number,
  gesture: string,
  { done, before, after }: Act,
  edit: DocumentEdit | null,
): AuditEntry {
  const isChange = done === 'changed' || done === 'checked'
  const kind = redactedCellsKind.parse(after.kind)
  const place = placeWords({ sheet: after.sheet, kind, range: after.cell_range ?? null })
  return {
    ...byCaller(ctx),
    action: `redaction.${done}`,
    documentId,
    correlationId: gesture,
    how: 'manual',
    field: place,
    ...(done === 'added' || done === 'restored' ? {} : { oldValue: labelWords((before ?? after).label) }),
    ...(done === 'removed' ? {} : { newValue: labelWords(after.label) }),
    facts: {
      key: after.key,
      sheet: after.sheet,
      cells: place,
      kind,
      origin: 'hand',
      version: after.version,
      ...lookOf(after),
      ...(edit === null ? {} : { edit }),
      ...(isChange && before !== null
        ? { before: lookOf(before), checked: before.sha256 !== after.sha256 }
        : {}),
    },
    erasable: {
      reason: after.reason,
      ...(isChange && before !== null ? { reasonBefore: before.reason } : {}),
    },
  }
}

const lookOf = ({ cell_range = null, pieces, label }: Pick<NewRow, 'cell_range' | 'pieces' | 'label'>) => ({
  range: cell_range,
  pieces: piecesIn(pieces),
  label,
})

const labelWords = (label: string): string => (label === '' ? 'No Label' : label)
