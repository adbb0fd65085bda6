/** Where values came from: what the trail says of the last change of a field of a document. */
import * as z from 'zod/mini'
import { how } from '#contracts/audit.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** What a row of the trail says of a value that was propagated, or that came back when that was undone. */
export const propagated = z.object({
  /** The document that was coded, and the row of its change. */
  documentId: z.int(),
  auditId: z.int(),
  /** The command that propagated it first, whatever was undone and redone since. */
  root: z.string(),
  /** By what the documents are related. */
  through: z.optional(z.array(z.string())),
  /** Somebody had coded this document directly before: what was added to it leaves it that. */
  onDirect: z.optional(z.literal(true)),
  /** The propagation whose value stood there before, and stands again once this one is undone. */
  under: z.optional(z.string()),
})
export type Propagated = z.infer<typeof propagated>

const said = z.object({
  how: z.optional(how),
  facts: z.optional(z.object({ propagated: z.optional(propagated) })),
})

export interface LastChange {
  readonly auditId: number
  readonly how: z.infer<typeof how>
  readonly propagated: Propagated | null
}

/** What a row says of where its value came from. */
export function provenanceIn(auditId: number, text: string): LastChange {
  const { how: came = 'manual', facts } = said.parse(JSON.parse(text))
  return { auditId, how: came, propagated: facts?.propagated ?? null }
}

/** Whether somebody decided on this very document: by hand, in bulk, from a file. */
export const isDirect = ({ how: came, propagated: from }: LastChange): boolean =>
  from === null ? came !== 'propagation' : from.onDirect === true

/** The propagation whose value stands there; undefined where none does. */
export const standingRoot = ({ how: came, propagated: from }: LastChange): string | undefined =>
  came === 'undo' ? from?.under : from?.root

/** The row by which it was decided: of what was propagated, that of the document that was coded, whenever it came there. */
export const decidedBy = ({ auditId, how: came, propagated: from }: LastChange): number =>
  came === 'propagation' ? (from?.auditId ?? auditId) : auditId

export const valueKey = (documentId: number, fieldId: number): string => `${documentId} ${fieldId}`

/** The last change of each field of documents, by `valueKey`. */
export async function lastChanges(
  read: Reader,
  projectId: number,
  documentIds: readonly number[],
  fieldIds: readonly number[],
): Promise<ReadonlyMap<string, LastChange>> {
  const found = new Map<string, LastChange>()
  if (fieldIds.length === 0) return found
  for (const ids of slices(documentIds, 1)) {
    const newest = await read
      .selectFrom('audit')
      .select((eb) => ['document_id', 'field_id', eb.fn.max('audit_id').as('audit_id')])
      .where('document_id', 'in', ids)
      .where('field_id', 'in', fieldIds)
      // What somebody gave up for another's value never stood.
      .where('action', '<>', 'coding.gaveUp')
      .where(checkedOnly('project_id'), '=', projectId)
      .groupBy(['document_id', 'field_id'])
      .execute()
    for (const rows of slices(newest, 1)) {
      const texts = await read
        .selectFrom('audit')
        .select(['audit_id', 'document_id', 'field_id', 'text'])
        .where(
          'audit_id',
          'in',
          rows.map(({ audit_id }) => Number(audit_id)),
        )
        .execute()
      for (const { audit_id, document_id, field_id, text } of texts)
        if (document_id !== null && field_id !== null)
          found.set(valueKey(document_id, field_id), provenanceIn(audit_id, text))
    }
  }
  return found
}
