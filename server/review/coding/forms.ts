/** Making and changing coding forms. Fields and their values belong to the project: no form takes them away. */
import { formLimits, formNameFault, formNameMessages } from '#contracts/coding.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { type FormInfo, formInfo } from '../coding-values/form-queries.ts'
import type { Project } from './choices.ts'
import { checkField, putField } from './fields.ts'
import { type FormChange, onRecord } from './form-record.ts'
import { requireSeen } from './form-versions.ts'
import { assignmentsOf } from './managed-forms.ts'

/** Adds a form; the project's first one is its selected one. Answers its id. */
export async function addForm(trx: Writer, change: FormChange, draft: FormDraft): Promise<number> {
  checkDraft(draft)
  const name = await freeName(trx, change.projectId, null, draft.name)
  const first = (await formCount(trx, change.projectId)) === 0
  return onRecord(trx, change, 'codingForm.created', async () => {
    const { coding_form_id: formId } = await trx
      .insertInto('coding_form')
      .values({
        project_id: change.projectId,
        name,
        name_key: name.toLowerCase(),
        selected: flag(first),
        revision: 1,
        modify_action_type: 0,
      })
      .returning('coding_form_id')
      .executeTakeFirstOrThrow()
    await putSections(trx, change, formId, draft)
    return formId
  })
}

/**
 * Makes a form what the draft says; `seen`: throws where it is another version by now. Sections, fields and choices of the same
 * name keep their ids.
 */
export async function replaceForm(
  trx: Writer,
  change: FormChange,
  formId: number,
  draft: FormDraft,
  seen: number | null = null,
): Promise<void> {
  await existing(trx, change.projectId, formId)
  if (seen !== null) await requireSeen(trx, change.projectId, formId, seen)
  checkDraft(draft)
  const name = await freeName(trx, change.projectId, formId, draft.name)
  await onRecord(trx, change, 'codingForm.changed', async () => {
    await putSections(trx, change, formId, draft)
    return rename(trx, formId, name)
  })
}

/** Renames a form, or makes it the project's selected one (the one that was is no longer). */
export async function patchForm(
  trx: Writer,
  change: FormChange,
  formId: number,
  patch: { readonly name?: string | undefined; readonly isSelected?: boolean | undefined },
): Promise<FormInfo> {
  const before = await existing(trx, change.projectId, formId)
  if (patch.isSelected === false && before.isSelected)
    throw new ApiError('conflict', 'A project has one selected form: select another one instead.', {
      detail: 'isSelected',
    })
  const name =
    patch.name === undefined ? before.name : await freeName(trx, change.projectId, formId, patch.name)
  if (name !== before.name) await onRecord(trx, change, 'codingForm.renamed', () => rename(trx, formId, name))
  if (patch.isSelected === true && !before.isSelected)
    await onRecord(trx, change, 'codingForm.selected', () => select(trx, change.projectId, formId))
  return existing(trx, change.projectId, formId)
}

/** The name, and with it another revision. */
async function rename(trx: Writer, formId: number, name: string): Promise<number> {
  await trx
    .updateTable('coding_form')
    .set((eb) => ({ name, name_key: name.toLowerCase(), revision: eb('revision', '+', 1) }))
    .where('coding_form_id', '=', formId)
    .execute()
  return formId
}

/** Makes it the selected form; the one that was is no longer. */
async function select(trx: Writer, projectId: number, formId: number): Promise<number> {
  await trx
    .updateTable('coding_form')
    .set((eb) => ({ selected: 0, revision: eb('revision', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('selected', '=', 1)
    .execute()
  await trx
    .updateTable('coding_form')
    .set((eb) => ({ selected: 1, revision: eb('revision', '+', 1) }))
    .where('coding_form_id', '=', formId)
    .execute()
  return formId
}

/** Removes a form. Where it was the selected one, the oldest that is left takes its place. */
export async function removeForm(trx: Writer, change: FormChange, formId: number): Promise<void> {
  const { isSelected, name } = await existing(trx, change.projectId, formId)
  await refuseUsed(trx, change.projectId, formId, name)
  await onRecord(trx, change, 'codingForm.deleted', async () => {
    const sections = trx
      .selectFrom('coding_form_section')
      .select('section_id')
      .where('coding_form_id', '=', formId)
    await trx.deleteFrom('coding_form_field').where('section_id', 'in', sections).execute()
    await trx.deleteFrom('coding_form_section').where('coding_form_id', '=', formId).execute()
    await trx.deleteFrom('coding_form').where('coding_form_id', '=', formId).execute()
    const { oldest } = await trx
      .selectFrom('coding_form')
      .select((eb) => eb.fn.min('coding_form_id').as('oldest'))
      .where('project_id', '=', change.projectId)
      .executeTakeFirstOrThrow()
    if (isSelected && oldest !== null) await select(trx, change.projectId, oldest)
    return formId
  })
}

/** Whoever works through an assignment codes with its form. */
async function refuseUsed(trx: Writer, projectId: number, formId: number, name: string): Promise<void> {
  const used = (await assignmentsOf(trx, projectId)).get(formId) ?? []
  if (used.length === 0) return
  const names = used.map(({ assignmentName }) => assignmentName).join(', ')
  throw new ApiError(
    'conflict',
    used.length === 1
      ? `${name} is used by the assignment ${names}, and cannot be deleted as long as that is there.`
      : `${name} is used by the assignments ${names}, and cannot be deleted as long as they are there.`,
    { detail: name, data: { assignments: used } },
  )
}

/** What is wrong with a draft by itself, before anything is written. */
export function checkDraft(draft: FormDraft): void {
  const fields = draft.sections.flatMap((section) => section.fields)
  if (fields.length > formLimits.fields)
    throw new ApiError('request.invalid', `A form has at most ${formLimits.fields} fields.`, {
      detail: 'sections',
    })
  const twice = firstTwice(fields.map((field) => field.field_name.trim().toLowerCase()))
  if (twice !== undefined) throw shownTwice(twice)
  const section = firstTwice(draft.sections.map((one) => one.name.trim().toLowerCase()))
  if (section !== undefined)
    throw new ApiError('request.invalid', 'Two sections of a form have one name.', { detail: section })
  const ids = fields.flatMap(({ fieldId, field_name }) =>
    fieldId === undefined ? [] : [{ fieldId, field_name }],
  )
  const again = ids.find(({ fieldId }, at) => ids.findIndex((one) => one.fieldId === fieldId) !== at)
  if (again !== undefined) throw shownTwice(again.field_name)
  for (const field of fields) checkField(field)
}

const shownTwice = (name: string): ApiError =>
  new ApiError('request.invalid', 'A form shows a field once.', { detail: name })

const firstTwice = (keys: readonly string[]): string | undefined =>
  keys.find((key, at) => keys.indexOf(key) !== at)

/** The name as it is kept, or the message that it deserves. */
async function freeName(
  trx: Writer,
  projectId: number,
  formId: number | null,
  name: string,
): Promise<string> {
  const others = await trx
    .selectFrom('coding_form')
    .select(['coding_form_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const taken = others.filter((other) => other.coding_form_id !== formId).map((other) => other.name)
  const fault = formNameFault(name, taken)
  if (fault !== null)
    throw new ApiError(fault === formNameMessages.exists ? 'conflict' : 'request.invalid', fault, {
      detail: 'name',
    })
  return name.trim()
}

async function putSections(trx: Writer, change: Project, formId: number, draft: FormDraft): Promise<void> {
  const sections = await trx
    .selectFrom('coding_form_section')
    .selectAll()
    .where('coding_form_id', '=', formId)
    .execute()
  const fields = await trx
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .select(['ff.coding_form_field_id', 'ff.field_id', 'ff.help'])
    .where('s.coding_form_id', '=', formId)
    .execute()
  const keptSections = new Set<number>()
  const keptFields = new Set<number>()
  for (const [position, section] of draft.sections.entries()) {
    const name = section.name.trim()
    const known = knownSection(sections, section, keptSections)
    const sectionId = await putSection(trx, formId, known, { position, name })
    keptSections.add(sectionId)
    for (const [place, field] of section.fields.entries()) {
      const fieldId = await putField(trx, change, field)
      // One was named by its id, another by the name that it has by now.
      if (keptFields.has(fieldId)) throw shownTwice(field.field_name)
      const known = fields.find((one) => one.field_id === fieldId)
      const shown = {
        section_id: sectionId,
        field_id: fieldId,
        position: place,
        required: flag(field.is_required),
        read_only: flag(field.is_read_only),
        help: field.help === undefined ? (known?.help ?? null) : field.help?.trim() || null,
      }
      keptFields.add(fieldId)
      if (known === undefined) await trx.insertInto('coding_form_field').values(shown).execute()
      else
        await trx
          .updateTable('coding_form_field')
          .set(shown)
          .where('coding_form_field_id', '=', known.coding_form_field_id)
          .execute()
    }
  }
  const goneFields = fields
    .filter((one) => !keptFields.has(one.field_id))
    .map((one) => one.coding_form_field_id)
  if (goneFields.length > 0)
    await trx.deleteFrom('coding_form_field').where('coding_form_field_id', 'in', goneFields).execute()
  const goneSections = sections
    .filter((one) => !keptSections.has(one.section_id))
    .map((one) => one.section_id)
  if (goneSections.length > 0)
    await trx.deleteFrom('coding_form_section').where('section_id', 'in', goneSections).execute()
}

/** The section that is meant: the one of that id, else one of that name. */
function knownSection(
  sections: readonly { readonly section_id: number; readonly name: string }[],
  { sectionId, name }: FormDraft['sections'][number],
  taken: ReadonlySet<number>,
): number | undefined {
  if (sectionId === undefined) {
    const alike = sections.find((one) => one.name === name.trim() && !taken.has(one.section_id))
    return alike?.section_id
  }
  if (!sections.some((one) => one.section_id === sectionId) || taken.has(sectionId))
    throw new ApiError('request.invalid', `The form has no section with the id ${sectionId}.`, {
      detail: name,
    })
  return sectionId
}

async function putSection(
  trx: Writer,
  formId: number,
  known: number | undefined,
  section: { readonly position: number; readonly name: string },
): Promise<number> {
  if (known === undefined) {
    const { section_id } = await trx
      .insertInto('coding_form_section')
      .values({ coding_form_id: formId, ...section })
      .returning('section_id')
      .executeTakeFirstOrThrow()
    return section_id
  }
  await trx.updateTable('coding_form_section').set(section).where('section_id', '=', known).execute()
  return known
}

async function existing(trx: Writer, projectId: number, formId: number): Promise<FormInfo> {
  const info = await formInfo(trx, projectId, formId)
  if (info === null) throw notFound('coding form')
  return info
}

async function formCount(trx: Writer, projectId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('coding_form')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}
