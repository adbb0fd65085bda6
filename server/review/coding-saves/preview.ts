/** What a save would do to related documents, before it is asked for: by the same rules, and as they stand now. */
import type { BodyOf } from '#contracts/call.ts'
import { sameValue, shownValue } from '#contracts/coding-values.ts'
import {
  inSave,
  type PropagationOutcome,
  type PropagationPreview,
  type PropagationRow,
  type previewPropagation,
  previewRows,
  propagationOutcome,
} from '#contracts/propagation.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { check, targetsOf } from '../coding/save.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview, isInReview } from '../documents/visible.ts'
import { type Outcome, outcomesOf, type PropagatedField } from '../propagation/outcomes.ts'
import { standingOf } from '../propagation/standing.ts'
import { targetsFrom } from '../propagation/targets.ts'
import { requireEnabled, requireFields } from './propagate.ts'

export async function preview(
  ctx: ProjectContext,
  { documentId, coding_form_id, fields, to }: BodyOf<typeof previewPropagation>,
): Promise<PropagationPreview> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  if (!(await isInReview(read, projectId, documentId))) throw notFound('document')
  await requireEnabled(read, projectId)
  const rules = await targetsOf(read, projectId, coding_form_id)
  const asked = fields.map((field) => check(rules, field))
  requireFields(asked.map(({ target }) => target))
  const fieldIds = asked.map(({ target }) => target.fieldId)
  const own = await standingOf(read, [documentId], fieldIds)
  const going = asked.map(
    ({ target, value }): PropagatedField => ({
      rule: target,
      before: own(documentId, target.fieldId).value,
      after: value,
    }),
  )
  const { documents, notInReview } = await targetsFrom(read, projectId, documentId, to)
  // Reviewers are not told of what is not in review.
  const away = ctx.can('collect.view') ? notInReview : []
  const ids = [...documents.keys()]
  const outcomes = await outcomesOf(read, { projectId, userId: ctx.caller.userId }, going, ids)
  const left = outcomes.filter(({ outcome }) => outcome !== 'written' && outcome !== 'alreadySo')
  const written = outcomes.filter(({ outcome }) => outcome === 'written')
  const reached = new Set(written.map((one) => one.documentId))
  const touched = new Set([...left, ...written].map((one) => one.documentId))
  const known = await familiesAndNumbers(read, projectId, [documentId, ...ids, ...away])
  const rowOf = (one: Outcome): PropagationRow => ({
    documentId: one.documentId,
    controlNumber: controlNumber(prefix, known.get(one.documentId)?.control ?? 0),
    through: [...(documents.get(one.documentId) ?? [])],
    fieldId: one.rule.fieldId,
    name: one.rule.field_name,
    outcome: one.outcome,
    before: shownValue(one.rule, one.before.value),
    after: shownValue(one.rule, one.value),
    by: one.before.by,
    at: one.before.at,
  })
  const [first] = going
  const absent = away.map(
    (id): PropagationRow => ({
      documentId: id,
      controlNumber: controlNumber(prefix, known.get(id)?.control ?? 0),
      through: ['family'],
      fieldId: first?.rule.fieldId ?? 0,
      name: going.map(({ rule }) => rule.field_name).join(', '),
      outcome: 'notInReview',
      before: '',
      after: '',
      by: null,
      at: null,
    }),
  )
  return {
    documents: ids.length + away.length,
    reached: reached.size,
    alreadySo: ids.length - touched.size,
    leftDocuments: new Set(left.map((one) => one.documentId)).size + away.length,
    left: countLeft(left, away.length),
    mixedFamilies: await mixedFamilies(read, projectId, {
      documentId,
      going,
      written,
      familyOf: (id) => known.get(id)?.family_id,
    }),
    byJob: ids.length > inSave.documents || ids.length * going.length > inSave.values,
    rows: [
      ...left.map(rowOf),
      ...absent,
      ...written.map(rowOf),
      ...outcomes.filter(({ outcome }) => outcome === 'alreadySo').map(rowOf),
    ].slice(0, previewRows),
  }
}

/** Documents by reason: one that is left for two of its fields counts under both. */
function countLeft(left: readonly Outcome[], notInReview: number): Record<PropagationOutcome, number> {
  const of = (reason: PropagationOutcome): number =>
    new Set(left.flatMap(({ outcome, documentId }) => (outcome === reason ? [documentId] : []))).size
  return Object.fromEntries(
    propagationOutcome.options.map((reason) => [reason, reason === 'notInReview' ? notInReview : of(reason)]),
  ) as Record<PropagationOutcome, number>
}

async function familiesAndNumbers(read: Reader, projectId: number, documentIds: readonly number[]) {
  const found = new Map<number, { readonly control: number; readonly family_id: number }>()
  for (const ids of slices(documentIds, 1))
    for (const { document_id, ...row } of await read
      .selectFrom('document')
      .select(['document_id', 'control', 'family_id'])
      .where('document_id', 'in', ids)
      .where(checkedOnly('project_id'), '=', projectId)
      .execute())
      found.set(document_id, row)
  return found
}

/** How many families would hold different values of a field and do not now. */
async function mixedFamilies(
  read: Reader,
  projectId: number,
  {
    documentId,
    going,
    written,
    familyOf,
  }: {
    readonly documentId: number
    readonly going: readonly PropagatedField[]
    readonly written: readonly Outcome[]
    readonly familyOf: (documentId: number) => number | undefined
  },
): Promise<number> {
  const families = [
    ...new Set([documentId, ...written.map((one) => one.documentId)].flatMap((id) => familyOf(id) ?? [])),
  ]
  const members: { document_id: number; family_id: number }[] = []
  for (const ids of slices(families, 1))
    members.push(
      ...(await read
        .selectFrom('document')
        .select(['document_id', 'family_id'])
        .where('family_id', 'in', ids)
        .where('state', '=', inReview)
        .where(checkedOnly('project_id'), '=', projectId)
        .execute()),
    )
  const fieldIds = going.map(({ rule }) => rule.fieldId)
  const now = await standingOf(
    read,
    members.map(({ document_id }) => document_id),
    fieldIds,
  )
  const later = new Map(written.map((one) => [`${one.documentId} ${one.rule.fieldId}`, one.value]))
  for (const { rule, after } of going) later.set(`${documentId} ${rule.fieldId}`, after)
  const byFamily = Map.groupBy(members, ({ family_id }) => family_id)
  return [...byFamily.values()].filter((own) =>
    fieldIds.some((fieldId) => {
      const before = own.map(({ document_id }) => now(document_id, fieldId).value)
      const then = own.map(({ document_id }, at) =>
        later.has(`${document_id} ${fieldId}`)
          ? (later.get(`${document_id} ${fieldId}`) ?? null)
          : (before[at] ?? null),
      )
      const isMixed = (values: typeof then): boolean =>
        values.some((value) => !sameValue(value, values[0] ?? null))
      return isMixed(then) && !isMixed(before)
    }),
  ).length
}
