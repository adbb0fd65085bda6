/**
 * Forms on the record. Each row has the whole form as it was and as it became, so that what a form looked like at any
 * time is the new value of its last row before then, and nothing has to be replayed.
 */

import type { FormDefinition } from '#contracts/form-builder.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { canonical } from '../../platform/canonical.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { listForms, sectionsOf } from '../coding-values/form-queries.ts'
import type { Project } from './choices.ts'
import { addVersion } from './form-versions.ts'

/** Who changes forms, when; `user: null` for the product itself (the sample matter). */
export interface FormChange extends Project {
  readonly user: AuditEntry['user']
  readonly at: Date
  readonly commandId?: string
  /** How, where it was not over the web: `command line, as root`. */
  readonly via?: string
}

type FormAction = `codingForm.${'created' | 'changed' | 'renamed' | 'selected' | 'deleted'}`

/** A form as the trail keeps it: what it is, and whether it is the project's selected one. */
type Definition = FormDefinition & { readonly isSelected: boolean }

/**
 * Makes a change of the form whose id it answers, and puts it on the record; call it last in the transaction. Forms
 * share fields, and one form of a project is the selected one: other forms that look different now get rows of their own.
 */
export async function onRecord(
  trx: Writer,
  change: FormChange,
  action: FormAction,
  work: () => Promise<number>,
): Promise<number> {
  const { result: changed, entries } = await formsChangedBy(trx, change, work, (formId, result) =>
    formId === result ? { action, facts: {} } : { action: 'codingForm.changed', facts: { through: result } },
  )
  await appendAudit(trx, `project:${change.projectId}`, entries)
  return changed
}

/** Does work; answers the rows that the trail is to have of the forms that look different after it. */
export async function formsChangedBy<T>(
  trx: Writer,
  { projectId, user, at, commandId, via }: FormChange,
  work: () => Promise<T>,
  told: (
    formId: number,
    result: T,
  ) => { readonly action: FormAction; readonly facts: Readonly<Record<string, unknown>> },
): Promise<{ readonly result: T; readonly entries: readonly AuditEntry[] }> {
  const before = await definitions(trx, projectId)
  const result = await work()
  const after = await definitions(trx, projectId)
  for (const [formId, definition] of after)
    if (layoutOf(definition) !== layoutOf(before.get(formId)))
      await addVersion(trx, { projectId, user, at }, formId, definition, !before.has(formId))
  const entries = [...new Set([...before.keys(), ...after.keys()])].flatMap((formId): AuditEntry[] => {
    const oldValue = before.get(formId) ?? null
    const newValue = after.get(formId) ?? null
    if (canonical(oldValue) === canonical(newValue)) return []
    const name = (newValue ?? oldValue)?.name
    const { action, facts } = told(formId, result)
    return [
      {
        at,
        user,
        action,
        projectId,
        oldValue,
        newValue,
        facts: { codingFormId: formId, name, ...facts, ...(via === undefined ? {} : { via }) },
        ...(commandId === undefined ? {} : { commandId }),
      },
    ]
  })
  return { result, entries }
}

/** What a version of a form is told by. */
const layoutOf = (definition: Definition | undefined): string =>
  definition === undefined ? '' : canonical([definition.name, definition.sections])

async function definitions(read: Reader, projectId: number): Promise<ReadonlyMap<number, Definition>> {
  const forms = await listForms(read, projectId)
  const sections = await sectionsOf(
    read,
    forms.map((form) => form.coding_form_id),
  )
  return new Map(
    forms.map(({ coding_form_id, name, isSelected }) => [
      coding_form_id,
      {
        name,
        isSelected,
        sections: (sections.get(coding_form_id) ?? []).map((section) => ({
          sectionId: section.sectionId,
          name: section.name,
          fields: section.fields.map((field) => ({
            fieldId: field.fieldId,
            name: field.field_name,
            typeId: field.field_type_id,
            required: field.is_required,
            readOnly: field.is_read_only,
            ...(field.help === undefined ? {} : { help: field.help }),
            choices: field.values.map(({ choiceId, short_text_value: text, color, key }) => ({
              ...{ choiceId, text },
              ...(color === undefined ? {} : { color }),
              ...(key === undefined ? {} : { key }),
            })),
          })),
        })),
      },
    ]),
  )
}
