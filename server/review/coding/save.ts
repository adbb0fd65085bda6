/**
 * Saving a document's coding: all or nothing. A field that has moved past what the reviewer saw answers with both values;
 * fields that nobody else touched merge, because each has a version of its own.
 */

import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { headers } from '#contracts/call.ts'
import type { CodedValue, Conflict, FieldValue, saveCoding } from '#contracts/coding.ts'
import { type FieldRule, kindOf, recorded, sameValue } from '#contracts/coding-values.ts'
import type { VersionsSeen } from '#contracts/coding-versions.ts'
import { appendAudit, type Head } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { headOf } from '../../platform/audit/heads.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { instantOf, storable } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { started } from '../../platform/records/started.ts'
import { markChanged } from '../coding-values/changed.ts'
import { choicesOf, type FieldIds } from '../coding-values/form-queries.ts'
import { putValues, storedValue, type WrittenValue } from '../coding-values/values.ts'
import { isInReview } from '../documents/visible.ts'
import { formerNames, renamedIn } from './choices.ts'
import type { Rule } from './rules.ts'
import { type Claim, type Claims, claimsOf, plainClaim } from './undo-claims.ts'

type SaveBody = BodyOf<typeof saveCoding>
/** What is to be saved; by a form, or by the fields themselves (`coding_form_id` null). */
export type Save = Omit<SaveBody, 'coding_form_id'> & { readonly coding_form_id: number | null }
export type SaveReply = ReplyOf<typeof saveCoding>

export interface SaveContext {
  readonly projectId: number
  readonly user: { readonly userId: number; readonly name: string; readonly role: string }
  readonly at: Date
  /** The browser's command: the idempotency key. */
  readonly commandId: string
  readonly sessionId?: string
  readonly ip?: string
}

/** A field, as a save changes it. */
export interface Target extends Rule {
  /** Its place in the form; without a form the field itself. */
  readonly formFieldId: number
}
type Targets = ReadonlyMap<number, Target>

interface Change {
  readonly target: Target
  readonly value: CodedValue
  readonly seen: number
  /** The version that is overwritten knowingly. */
  readonly over: number | undefined
  readonly before: CurrentValue
}

/** What the trail says of a change. */
interface Written {
  readonly target: FieldRule & { readonly fieldId: number }
  readonly value: CodedValue
  readonly over?: number | undefined
  readonly before: Pick<CurrentValue, 'value' | 'version'> & Partial<CurrentValue>
}

interface CurrentValue {
  readonly value: CodedValue
  readonly version: number
  readonly by: string | null
  readonly at: string | null
}

const never: CurrentValue = { value: null, version: 0, by: null, at: null }

/** What a save rests on, asked for at once and heard in the order in which it is refused. */
interface Asked {
  readonly inReview: Promise<boolean>
  readonly targets: Promise<Targets>
  /** What stands of the fields that are to be saved or given up. */
  readonly standing: Promise<ReadonlyMap<number, CurrentValue>>
  readonly claims: Promise<Claims>
  /** The project's chain. */
  readonly head: Promise<Head>
}

/** Asks for what a save by a form rests on. */
export const askForSave = (trx: Writer, ctx: SaveContext, body: SaveBody): Asked =>
  ask(trx, ctx, body, {
    targets: targetsOf(trx, ctx.projectId, body.coding_form_id),
    fieldIds: trx
      .selectFrom('coding_form_field')
      .select('field_id')
      .where(
        'coding_form_field_id',
        'in',
        body.fields.map((field) => field.coding_form_field_id),
      ),
  })

/** Asks for what a save rests on; `fieldIds`: of the fields to be saved. */
export function ask(
  trx: Writer,
  ctx: SaveContext,
  { documentId, undo, fields, gaveUp = [] }: Save,
  {
    targets,
    fieldIds,
  }: { readonly targets: Promise<Targets>; readonly fieldIds: readonly number[] | FieldIds },
): Asked {
  const { projectId, commandId } = ctx
  const { userId } = ctx.user
  const standing = Promise.all([
    fields.length === 0 ? [] : standingOf(trx, documentId, fieldIds),
    gaveUp.length === 0
      ? []
      : standingOf(
          trx,
          documentId,
          gaveUp.map(({ fieldId }) => fieldId),
        ),
  ])
  return {
    inReview: started(isInReview(trx, projectId, documentId)),
    targets: started(targets),
    standing: started(standing.then((rows) => new Map(rows.flat()))),
    claims: started(claimsOf(trx, { projectId, userId, commandId, documentId, undo })),
    head: started(headOf(trx, `project:${projectId}`)),
  }
}

/** A change that a save has written, as it stands on the record. */
export interface Saved {
  readonly target: Target
  readonly before: CodedValue
  readonly value: CodedValue
  readonly claim: Claim
  readonly auditId: number
}

/** Saves what is to be saved. `seen`: the versions that the reviewer saw. A field without one is refused: nothing is overwritten unseen. */
export const save = async (...asked: Parameters<typeof saveTelling>): Promise<SaveReply> =>
  (await saveTelling(...asked)).reply

/** The same, telling what was written. */
export async function saveTelling(
  trx: Writer,
  ctx: SaveContext,
  body: Save,
  seen: VersionsSeen,
  rests: Asked,
): Promise<{ readonly reply: SaveReply; readonly saved: readonly Saved[] }> {
  const { documentId, gaveUp = [] } = body
  if (body.fields.length + gaveUp.length === 0) throw refused('fields', 'There is nothing to save.')
  if (!(await rests.inReview)) throw notFound('document')
  const targets = await rests.targets
  const asked = body.fields.map((field) => ({
    ...check(targets, field),
    seen: versionOf(field, seen),
    over: field.over,
  }))
  const twice = asked.find(({ target }, at) => asked.findIndex((one) => one.target === target) !== at)
  if (twice) throw refused(twice.target.field_name, `${twice.target.field_name} stands twice in this save.`)
  const standing = await rests.standing
  const changes = asked.map((one): Change => ({ ...one, before: standing.get(one.target.fieldId) ?? never }))
  const conflicts = changes.flatMap(conflictOf)
  if (conflicts.length > 0)
    throw new ApiError('coding.stale', staleMessage(conflicts), {
      detail: conflicts.map((one) => one.name).join(', '),
      data: { conflicts },
    })
  const at = instantOf(ctx.at)
  // What stands already is nobody's news: no version, no row of the trail.
  const written = changes.filter(({ value, before }) => !sameValue(value, before.value))
  const values = changes.map((change): FieldValue => {
    const { target, value, before } = change
    return written.includes(change)
      ? { fieldId: target.fieldId, value, version: before.version + 1, by: ctx.user.name, at }
      : { fieldId: target.fieldId, ...before }
  })
  const claims = await rests.claims
  const claimed = written.map((change) => ({ change, claim: claimOf(claims, change) }))
  const entries = [
    ...claimed.map(({ change, claim }) => ({ ...sourceEntry(ctx, body, change), ...claim })),
    ...(await givenUpEntries(trx, ctx, body, gaveUp, standing)),
  ]
  const [appended] = await Promise.all([
    appendAudit(trx, `project:${ctx.projectId}`, entries, rests.head),
    ...(written.length === 0
      ? []
      : [
          putValues(trx, rowsOf(ctx, documentId, written, at)),
          markChanged(trx, ctx.projectId, [documentId], at),
        ]),
  ])
  return {
    reply: { documentId, values, auditIds: appended.map((one) => one.auditId) },
    saved: claimed.flatMap(({ change: { target, value, before }, claim }, at) => {
      const auditId = appended[at]?.auditId
      return auditId === undefined ? [] : [{ target, before: before.value, value, claim, auditId }]
    }),
  }
}

/** The row of the document that is coded; it says where else its value was to go. */
function sourceEntry(ctx: SaveContext, body: Save, change: Change): AuditEntry {
  const entry = entryOf(ctx, body, change)
  const { propagation } = body
  if (propagation?.fields.includes(change.target.formFieldId) !== true) return entry
  const { Skip, fields: _, ...to } = propagation
  const propagates = Skip ? [] : Object.entries(to).flatMap(([name, on]) => (on ? [name] : []))
  return propagates.length === 0 ? entry : { ...entry, facts: { ...entry.facts, propagates } }
}

/** Changes as rows of coding values, each in its next version. */
const rowsOf = (
  ctx: SaveContext,
  documentId: number,
  written: readonly Change[],
  at: string,
): WrittenValue[] =>
  written.map(({ target, value, before }) => ({
    document_id: documentId,
    field_id: target.fieldId,
    project_id: ctx.projectId,
    value: JSON.stringify(value),
    version: before.version + 1,
    by_user: ctx.user.userId,
    at,
    form_version: target.formVersion,
  }))

/** What a change may claim to undo or redo, its choices compared as they are called now. */
function claimOf(claims: Claims, { target, value }: Change): Claim {
  const now = (one: CodedValue): CodedValue => renamedIn(one, target.formerly)
  return claims.field(target.fieldId, value, (one, other) => sameValue(now(one), now(other)))
}

/** The fields of a form, by their place in it; 404 where the project has no such form. */
export async function targetsOf(trx: Reader, projectId: number, formId: number): Promise<Targets> {
  const fieldsOfForm = trx
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .where('s.coding_form_id', '=', formId)
  const [rows, choices] = await Promise.all([
    fieldsOfForm
      .innerJoin('coding_form as cf', 'cf.coding_form_id', 's.coding_form_id')
      .innerJoin('field as f', 'f.field_id', 'ff.field_id')
      .select([
        'ff.coding_form_field_id',
        'ff.read_only',
        'f.field_id',
        'f.name',
        'f.type_id',
        'cf.version_id',
      ])
      .where('cf.project_id', '=', projectId)
      .execute(),
    choicesOf(trx, fieldsOfForm.select('ff.field_id')),
  ])
  if (rows.length === 0) throw notFound('coding form')
  return new Map(
    rows.map((row) => [
      row.coding_form_field_id,
      {
        fieldId: row.field_id,
        formFieldId: row.coding_form_field_id,
        formVersion: row.version_id,
        field_name: row.name,
        field_type_id: row.type_id,
        is_read_only: row.read_only === 1,
        values: (choices.get(row.field_id) ?? []).map((choice) => ({ short_text_value: choice.text })),
        formerly: formerNames(choices.get(row.field_id) ?? []),
      },
    ]),
  )
}

/** The field that a change means, and what is kept of its value; throws where it cannot be coded so. */
export function check(
  targets: Targets,
  field: SaveBody['fields'][number],
): { readonly target: Target; readonly value: CodedValue } {
  const target = targets.get(field.coding_form_field_id)
  if (!target) throw refused(field.name, `The form has no field "${field.name}".`)
  if (target.field_name !== field.name)
    throw refused(field.name, `This is the field "${target.field_name}", not "${field.name}".`)
  if (target.is_read_only)
    throw new ApiError('permission.denied', `${target.field_name} is read-only.`, {
      detail: target.field_name,
    })
  const kept = recorded(target, renamedIn(field.value, target.formerly))
  if ('fault' in kept) throw refused(target.field_name, kept.fault)
  return { target, value: typeof kept.value === 'string' ? storable(kept.value) : kept.value }
}

function versionOf({ name, coding_form_field_id }: SaveBody['fields'][number], seen: VersionsSeen): number {
  const version = seen.get(coding_form_field_id)
  if (version === undefined)
    throw new ApiError(
      'version.required',
      `${headers.ifMatch} must name the version of ${name} that was seen.`,
      {
        detail: name,
      },
    )
  return version
}

const refused = (name: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: name })

async function standingOf(
  trx: Writer,
  documentId: number,
  fieldIds: readonly number[] | FieldIds,
): Promise<[number, CurrentValue][]> {
  const rows = await trx
    .selectFrom('coding_value as v')
    .innerJoin('app_user as u', 'u.user_id', 'v.by_user')
    .select(['v.field_id', 'v.value', 'v.version', 'v.at', 'u.name'])
    .where('v.document_id', '=', documentId)
    .where('v.field_id', 'in', fieldIds)
    .execute()
  return rows.map((row) => [
    row.field_id,
    { value: storedValue(row.value), version: row.version, by: row.name, at: row.at },
  ])
}

/** Who means the same as what stands is in no conflict with it, whoever wrote it first. */
function conflictOf({ target, value, seen, before }: Change): Conflict[] {
  if (before.version === seen || sameValue(value, before.value)) return []
  return [
    {
      fieldId: target.fieldId,
      coding_form_field_id: target.formFieldId,
      name: target.field_name,
      yours: value,
      theirs: before.value,
      version: before.version,
      by: before.by ?? '',
      at: before.at ?? instantOf(new Date(0)),
    },
  ]
}

function staleMessage(conflicts: readonly Conflict[]): string {
  const people = [...new Set(conflicts.map((one) => one.by))].join(', ')
  return `Changed meanwhile by ${people}: ${conflicts.map((one) => one.name).join(', ')}. Nothing was saved; decide which values stay.`
}

/** The row of the trail for one field of one document; how it came to be is the caller's to say. */
export function entryOf(
  ctx: SaveContext,
  body: Omit<Save, 'fields' | 'undo'>,
  { target, value, over, before }: Written,
): AuditEntry {
  const old = before.value
  // What people typed may name somebody and have to go by law one day; what they chose says nothing by itself.
  const typed = kindOf(target) === 'text' || kindOf(target) === 'object'
  return {
    ...entryBase(ctx, body),
    action: 'coding.saved',
    fieldId: target.fieldId,
    field: target.field_name,
    ...(typed ? { erasable: { oldValue: old, newValue: value } } : { oldValue: old, newValue: value }),
    facts: {
      ...formOf(body),
      version: before.version + 1,
      ...(over === before.version ? { overwrote: otherOf(before) } : {}),
    },
  }
}

const formOf = ({ coding_form_id: codingFormId }: Pick<Save, 'coding_form_id'>) =>
  codingFormId === null ? {} : { codingFormId }

const entryBase = (ctx: SaveContext, body: Omit<Save, 'fields' | 'undo'>) => ({
  at: ctx.at,
  user: ctx.user,
  projectId: ctx.projectId,
  documentId: body.documentId,
  commandId: ctx.commandId,
  correlationId: body.correlationId,
  ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
  ...(ctx.ip === undefined ? {} : { ip: ctx.ip }),
})

const otherOf = ({ version, by = null, at = null }: Written['before']) => ({ version, by, at })

/** So long is the longest value of any field, as JSON. */
const longestValue = 100_000

/**
 * Values that the reviewer gave up for somebody else's: nothing is written but that he did. They were never on the record,
 * and without this nobody could tell that there had been two.
 */
async function givenUpEntries(
  trx: Writer,
  ctx: SaveContext,
  body: Save,
  gaveUp: NonNullable<SaveBody['gaveUp']>,
  standing: ReadonlyMap<number, CurrentValue>,
): Promise<AuditEntry[]> {
  if (gaveUp.length === 0) return []
  const fieldIds = gaveUp.map(({ fieldId }) => fieldId)
  const fields = await trx
    .selectFrom('field')
    .select(['field_id', 'name'])
    .where('project_id', '=', ctx.projectId)
    .where('field_id', 'in', fieldIds)
    .execute()
  return gaveUp.map(({ fieldId, value, version }): AuditEntry => {
    const field = fields.find((one) => one.field_id === fieldId)
    if (field === undefined) throw notFound('field')
    if (JSON.stringify(value).length > longestValue) throw refused(field.name, `${field.name} is too long.`)
    const now = standing.get(fieldId) ?? never
    const kept = typeof value === 'string' ? storable(value) : value
    return {
      ...entryBase(ctx, body),
      ...plainClaim({ undo: body.undo, commandId: ctx.commandId }),
      action: 'coding.gaveUp',
      fieldId,
      field: field.name,
      erasable: { oldValue: kept, newValue: now.value },
      facts: {
        ...formOf(body),
        // Who had written it is told by the record alone; of a version that has passed since it is not known here.
        took: now.version === version ? otherOf(now) : { version, by: null, at: null },
      },
    }
  })
}
