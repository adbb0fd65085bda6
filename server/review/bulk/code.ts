/** One step of a bulk change of coding: some documents, in one transaction, in a few statements however many they are. */

import type { LeftReason } from '#contracts/bulk.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { checkedOf, type FieldRule, recorded, sameValue } from '#contracts/coding-values.ts'
import { ApiError } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { renamedIn } from '../coding/choices.ts'
import { type Rule, rulesOf } from '../coding/rules.ts'
import { entryOf, targetsOf } from '../coding/save.ts'
import { putValues, storedValue, type WrittenValue } from '../coding-values/values.ts'
import { outcomesOf } from '../propagation/outcomes.ts'
import { lastChanges, type Propagated, valueKey } from '../propagation/provenance.ts'
import { propagatedFact } from '../propagation/row.ts'
import { heldByOthers } from '../propagation/standing.ts'
import { type CodingChanges, codingChanges } from './changes.ts'
import type { BulkRowTable } from './tables.ts'
import type { BulkValues } from './values.ts'
import { type BulkWork, contextOf, howOf, leftRow, newStep, type Step } from './work.ts'
import { writtenRows } from './written.ts'

interface CurrentValue {
  readonly value: CodedValue
  readonly version: number
  readonly byUser: number | null
  readonly at: string | null
}
const never: CurrentValue = { value: null, version: 0, byUser: null, at: null }
type StandingOf = (documentId: number, fieldId: number) => CurrentValue

/** What is to become of one value of one document. */
interface Wish {
  readonly documentId: number
  readonly rule: Rule
  readonly value: CodedValue
  /** Why it cannot be so. */
  readonly refusal: LeftReason | null
  /** As the bulk change left it that is being taken back: whatever else stands there is somebody's later decision. */
  readonly expected: BulkRowTable | null
  readonly before: CurrentValue
  /** Where it comes from, or came from before it is taken back. */
  readonly propagated?: Propagated | undefined
}

/** Codes documents, or takes back what was coded in them. */
export async function codeStep(
  trx: Writer,
  work: BulkWork,
  documentIds: readonly number[],
  now: Date,
): Promise<Step> {
  const changes = codingChanges.parse(work.changes)
  const wishes = await wishesOf(trx, work, changes, documentIds)
  const { formId, propagation } = changes
  const step = newStep()
  const at = instantOf(now)
  const ctx = contextOf(work, now)
  const values: WrittenValue[] = []
  for (const { documentId, rule, value, refusal, expected, before, propagated } of wishes) {
    const { fieldId } = rule
    if (refusal === null && sameValue(value, before.value)) {
      step.alreadySo += 1
      continue
    }
    const reason = refusal ?? (expected === null || isUnchanged(rule, expected, before) ? null : 'changed')
    if (reason !== null) {
      step.rows.push(
        leftRow(work.jobId, { documentId, targetId: fieldId, reason, wanted: value, standing: before }),
      )
      continue
    }
    const version = before.version + 1
    const written = { value: JSON.stringify(value), version, by_user: work.user.userId, at }
    const form_version = rule.formVersion
    values.push({
      document_id: documentId,
      field_id: fieldId,
      project_id: work.projectId,
      ...written,
      form_version,
    })
    step.rows.push({
      job_id: work.jobId,
      document_id: documentId,
      target_id: fieldId,
      outcome: 'written',
      before: JSON.stringify(before.value),
      before_version: before.version,
      after: written.value,
      after_version: version,
      by_user: work.user.userId,
      at,
    })
    const { undo, correlationId } = work
    const body = { documentId, coding_form_id: formId, correlationId }
    const entry = entryOf(ctx, body, { target: rule, value, before })
    step.entries.push({
      ...entry,
      ...(propagated === undefined ? {} : { facts: { ...entry.facts, propagated } }),
      how: propagation !== undefined && work.kind === 'do' ? 'propagation' : howOf(work),
      undo,
      jobId: work.jobId,
    })
    step.changed.add(documentId)
    step.written += 1
  }
  await putValues(trx, values)
  return step
}

async function wishesOf(
  trx: Writer,
  work: BulkWork,
  { propagation }: CodingChanges,
  documentIds: readonly number[],
): Promise<Wish[]> {
  if (work.reverses !== null) {
    const wishes = await wishesToReverse(trx, work, work.reverses, documentIds)
    return propagation === undefined
      ? wishes
      : await withOrigins(trx, work, await withoutHeld(trx, work, wishes))
  }
  if (propagation !== undefined) return await wishesToPropagate(trx, work, propagation, documentIds)
  return await (work.values === null
    ? wishesToCode(trx, work, documentIds)
    : wishesToLoad(trx, work, work.values, documentIds))
}

/** By the rules of propagation, as they find the documents now: what was decided since the save is newer, and stays. */
async function wishesToPropagate(
  trx: Writer,
  { projectId, changes, user }: BulkWork,
  { before: had, ...origin }: NonNullable<CodingChanges['propagation']>,
  documentIds: readonly number[],
): Promise<Wish[]> {
  const { formId, fields } = codingChanges.parse(changes)
  const [field] = fields
  if (field === undefined) throw new Error('A propagation names no field.')
  const shown = formId === null ? undefined : (await targetsOf(trx, projectId, formId)).get(field.formFieldId)
  const rule = shown ?? (await rulesOf(trx, projectId, [field.fieldId])).get(field.fieldId)
  if (rule === undefined)
    throw new ApiError('conflict', 'The field of this change was deleted. Nothing more was changed.')
  const [before, after] = [had, field.value].map((value) => renamedIn(value, rule.formerly))
  const outcomes = await outcomesOf(
    trx,
    { projectId, userId: user.userId },
    [{ rule, before: before ?? null, after: after ?? null }],
    documentIds,
    origin.auditId,
  )
  return outcomes.map(({ outcome, ...one }) => ({
    ...one,
    refusal: outcome === 'written' || outcome === 'alreadySo' ? null : outcome,
    expected: null,
    propagated: propagatedFact(origin, one),
  }))
}

/** An undo takes back what its maker wrote; what a redo writes is new to whoever is working on the document. */
async function withoutHeld(
  trx: Writer,
  { projectId, user, kind }: BulkWork,
  wishes: readonly Wish[],
): Promise<readonly Wish[]> {
  if (kind !== 'redo') return wishes
  const documentIds = [...new Set(wishes.map(({ documentId }) => documentId))]
  const held = await heldByOthers(trx, projectId, user.userId, documentIds)
  return wishes.map((one) =>
    one.refusal === null && held.has(one.documentId) && !sameValue(one.value, one.before.value)
      ? { ...one, refusal: 'held' }
      : one,
  )
}

/** What is taken back, or put forth again, keeps where it came from. */
async function withOrigins(trx: Writer, { projectId }: BulkWork, wishes: readonly Wish[]): Promise<Wish[]> {
  const last = await lastChanges(
    trx,
    projectId,
    [...new Set(wishes.map(({ documentId }) => documentId))],
    [...new Set(wishes.map(({ rule }) => rule.fieldId))],
  )
  return wishes.map((one) => ({
    ...one,
    propagated: last.get(valueKey(one.documentId, one.rule.fieldId))?.propagated ?? undefined,
  }))
}

async function wishesToCode(
  trx: Writer,
  { projectId, changes }: BulkWork,
  documentIds: readonly number[],
): Promise<Wish[]> {
  const { formId, fields } = codingChanges.parse(changes)
  if (formId === null) throw new Error('A bulk change names neither a form nor values of its own.')
  const targets = await targetsOf(trx, projectId, formId)
  const asked = fields.map((change) => {
    const rule = targets.get(change.formFieldId)
    if (rule === undefined)
      throw new ApiError('conflict', 'The form has lost a field of this change. Nothing more was changed.')
    return { rule, change: { ...change, value: renamedIn(change.value, rule.formerly) } }
  })
  const standing = await standingOf(
    trx,
    documentIds,
    asked.map(({ rule }) => rule.fieldId),
  )
  return documentIds.flatMap((documentId) =>
    asked.map(({ rule, change }): Wish => {
      const before = standing(documentId, rule.fieldId)
      const kept = recorded(rule, changedValue(rule, change, before.value))
      const fault = 'fault' in kept
      return {
        documentId,
        rule,
        value: fault ? change.value : kept.value,
        refusal: rule.is_read_only ? 'readOnly' : fault ? 'refused' : null,
        expected: null,
        before,
      }
    }),
  )
}

/** Each document its own values. A field that forms show as read-only is filled so: that is what it is there for. */
async function wishesToLoad(
  trx: Writer,
  { projectId }: BulkWork,
  values: BulkValues,
  documentIds: readonly number[],
): Promise<Wish[]> {
  const asked = documentIds.flatMap((documentId) =>
    (values.get(documentId) ?? []).map(([fieldId, value]) => ({ documentId, fieldId, value })),
  )
  const fieldIds = [...new Set(asked.map(({ fieldId }) => fieldId))]
  const rules = await rulesOf(trx, projectId, fieldIds)
  const standing = await standingOf(trx, documentIds, fieldIds)
  return asked.map(({ documentId, fieldId, value }): Wish => {
    const rule = rules.get(fieldId)
    if (rule === undefined)
      throw new ApiError('conflict', 'A field of this change was deleted. Nothing more was changed.')
    const wanted = renamedIn(value, rule.formerly)
    const kept = recorded(rule, wanted)
    const fault = 'fault' in kept
    return {
      documentId,
      rule,
      value: fault ? wanted : kept.value,
      refusal: fault ? 'refused' : null,
      expected: null,
      before: standing(documentId, fieldId),
    }
  })
}

/** Choices that are added or removed leave a document its others. */
function changedValue(
  rule: FieldRule,
  { how, value }: Pick<CodingChanges['fields'][number], 'how' | 'value'>,
  before: CodedValue,
): CodedValue {
  if (how === 'set') return value
  const named = checkedOf(value)
  const held = checkedOf(before)
  const options = rule.values.map((one) => one.short_text_value)
  return how === 'add'
    ? options.filter((text) => held.includes(text) || named.includes(text))
    : held.filter((text) => !named.includes(text))
}

async function wishesToReverse(
  trx: Writer,
  { projectId }: BulkWork,
  reverses: number,
  documentIds: readonly number[],
): Promise<Wish[]> {
  const rows = await writtenRows(trx, reverses, documentIds)
  const fieldIds = [...new Set(rows.map((row) => row.target_id))]
  const rules = await rulesOf(trx, projectId, fieldIds)
  const standing = await standingOf(trx, documentIds, fieldIds)
  return rows.map((row): Wish => {
    const rule = rules.get(row.target_id)
    if (rule === undefined) throw new Error(`Field ${row.target_id} of a receipt is not there.`)
    const wanted = renamedIn(storedValue(row.before), rule.formerly)
    const kept = recorded(rule, wanted)
    const fault = 'fault' in kept
    return {
      documentId: row.document_id,
      rule,
      value: fault ? wanted : kept.value,
      refusal: fault ? 'refused' : null,
      expected: row,
      before: standing(row.document_id, row.target_id),
    }
  })
}

/**
 * Nobody has decided otherwise since. A choice that was renamed makes another version of a value and changes neither who
 * coded it nor when: that is no decision.
 */
function isUnchanged(rule: Rule, expected: BulkRowTable, standing: CurrentValue): boolean {
  if (standing.version === expected.after_version) return true
  const meant = renamedIn(storedValue(expected.after), rule.formerly)
  return (
    standing.byUser === expected.by_user && standing.at === expected.at && sameValue(meant, standing.value)
  )
}

async function standingOf(
  trx: Writer,
  documentIds: readonly number[],
  fieldIds: readonly number[],
): Promise<StandingOf> {
  const known = new Map<number, Map<number, CurrentValue>>()
  if (documentIds.length > 0 && fieldIds.length > 0) {
    const rows = await trx
      .selectFrom('coding_value')
      .select(['document_id', 'field_id', 'value', 'version', 'by_user', 'at'])
      .where('document_id', 'in', documentIds)
      .where('field_id', 'in', fieldIds)
      .execute()
    for (const row of rows) {
      const own = known.get(row.document_id) ?? new Map<number, CurrentValue>()
      known.set(row.document_id, own)
      const { version, by_user: byUser, at } = row
      own.set(row.field_id, { value: storedValue(row.value), version, byUser, at })
    }
  }
  return (documentId, fieldId) => known.get(documentId)?.get(fieldId) ?? never
}
