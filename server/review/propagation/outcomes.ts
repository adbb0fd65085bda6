/**
 * What becomes of the fields of related documents, by the same rules for the preview, the save and the job: a decision that
 * somebody has made on a document itself stays, a claim of privilege stays, and what somebody is working on is left alone.
 */
import type { LeftReason } from '#contracts/bulk.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { recorded, sameValue } from '#contracts/coding-values.ts'
import { keepsChoices, lowersPrivilege, propagatedValue } from '#contracts/propagation.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Rule } from '../coding/rules.ts'
import { isEmpty } from '../coding-history/changes.ts'
import { decidedBy, isDirect, lastChanges, standingRoot, valueKey } from './provenance.ts'
import { heldByOthers, type Standing, standingOf } from './standing.ts'

/** A field whose change goes to other documents. */
export interface PropagatedField {
  readonly rule: Rule
  /** What the coded document had, and what it has now. */
  readonly before: CodedValue
  readonly after: CodedValue
}

export interface Outcome {
  readonly documentId: number
  readonly rule: Rule
  readonly before: Standing
  /** What it is to become. */
  readonly value: CodedValue
  readonly outcome: 'written' | 'alreadySo' | LeftReason
  /** Somebody had coded it directly, and what is added leaves his choices. */
  readonly onDirect: boolean
  /** The propagation whose value stands there now. */
  readonly under: string | undefined
}

export interface Whose {
  readonly projectId: number
  readonly userId: number
}

/** `origin`: the row of what is propagated later than it was saved. What was decided after it stays, and be it that nothing stands. */
export async function outcomesOf(
  read: Reader,
  { projectId, userId }: Whose,
  fields: readonly PropagatedField[],
  documentIds: readonly number[],
  origin?: number,
): Promise<Outcome[]> {
  const fieldIds = fields.map(({ rule }) => rule.fieldId)
  const standing = await standingOf(read, documentIds, fieldIds)
  const held = await heldByOthers(read, projectId, userId, documentIds)
  // Where nothing stands, nobody has decided anything; unless it was emptied after what comes late.
  const coded = documentIds.filter(
    (documentId) =>
      origin !== undefined || fieldIds.some((fieldId) => !isEmpty(standing(documentId, fieldId).value)),
  )
  const last = await lastChanges(read, projectId, coded, fieldIds)
  return documentIds.flatMap((documentId) =>
    fields.map((field): Outcome => {
      const { rule } = field
      const before = standing(documentId, rule.fieldId)
      const change = last.get(valueKey(documentId, rule.fieldId))
      const direct = !isEmpty(before.value) && (change === undefined || isDirect(change))
      const wanted = propagatedValue(rule, field, before.value)
      const kept = recorded(rule, wanted)
      const value = 'fault' in kept ? wanted : kept.value
      const since = origin !== undefined && change !== undefined && decidedBy(change) > origin
      const outcome = outcomeOf({ rule, before, value, since, direct, held: held.has(documentId) })
      return {
        documentId,
        rule,
        before,
        value,
        outcome: 'fault' in kept && outcome === 'written' ? 'refused' : outcome,
        onDirect: direct,
        under: change === undefined || direct ? undefined : standingRoot(change),
      }
    }),
  )
}

function outcomeOf({
  rule,
  before,
  value,
  since,
  direct,
  held,
}: {
  readonly rule: Rule
  readonly before: Standing
  readonly value: CodedValue
  readonly since: boolean
  readonly direct: boolean
  readonly held: boolean
}): Outcome['outcome'] {
  if (sameValue(value, before.value)) return 'alreadySo'
  if (since) return 'changed'
  if (rule.is_read_only) return 'readOnly'
  if (lowersPrivilege(rule, before.value, value)) return 'privilege'
  if (direct && !keepsChoices(before.value, value)) return 'direct'
  return held ? 'held' : 'written'
}
