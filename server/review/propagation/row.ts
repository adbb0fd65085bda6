/** The row of the trail of a value that came from another document. */
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { entryOf, type SaveContext } from '../coding/save.ts'
import type { Outcome } from './outcomes.ts'
import type { Propagated } from './provenance.ts'

/** What was coded, by the row of the document that it was coded on. */
export interface Origin {
  readonly documentId: number
  readonly auditId: number
  /** The command that coded it. */
  readonly root: string
}

/** What a row says of where its value came from. */
export const propagatedFact = (
  origin: Origin,
  { onDirect, under }: Pick<Outcome, 'onDirect' | 'under'>,
  through?: readonly string[],
): Propagated => ({
  ...origin,
  ...(through === undefined ? {} : { through: [...through] }),
  ...(onDirect ? { onDirect: true as const } : {}),
  ...(under === undefined ? {} : { under }),
})

type Said = Omit<Parameters<typeof entryOf>[1], 'documentId'>

/** A change of coding like any other, with where it came from. */
export function propagatedRow(
  ctx: SaveContext,
  said: Said,
  { documentId, rule, value, before }: Pick<Outcome, 'documentId' | 'rule' | 'value' | 'before'>,
  propagated: Propagated,
): AuditEntry {
  const { correlationId, coding_form_id } = said
  const entry = entryOf(ctx, { correlationId, coding_form_id, documentId }, { target: rule, value, before })
  return { ...entry, facts: { ...entry.facts, propagated } }
}
