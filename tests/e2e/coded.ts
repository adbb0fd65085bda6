/** Coding beside the browser: what somebody else puts on the record. */
import { randomUUID } from 'node:crypto'
import { type CodedValue, getForm, listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import type { Api } from './api.ts'
import { matter } from './review.ts'

/** Puts a value on the record as the newest change there is, also where it stands already: then it is cleared first. */
export async function codeAnew(api: Api, documentId: number, name: string, value: CodedValue): Promise<void> {
  const project = await api.project(matter)
  const { field } = await fieldNamed(api, project, name)
  const { data } = await api.call(readCoding, { project, query: { documentId } })
  const { version = 0, value: now = null } = data.find(({ fieldId }) => fieldId === field.fieldId) ?? {}
  if (now !== null) await code(api, documentId, name, null, version)
  await code(api, documentId, name, value, now === null ? version : version + 1)
}

/** Puts a value on the record, for a document that had `version` values of the field before. */
export async function code(
  api: Api,
  documentId: number,
  name: string,
  value: CodedValue,
  version = 0,
  projectName = matter,
): Promise<void> {
  const project = await api.project(projectName)
  const { formId, field } = await fieldNamed(api, project, name)
  const { coding_form_field_id } = field
  await api.call(saveCoding, {
    project,
    key: randomUUID(),
    ifMatch: ifMatchOf(new Map([[coding_form_field_id, version]])),
    body: {
      documentId,
      coding_form_id: formId,
      fields: [{ name, value, coding_form_field_id }],
      undo: { kind: 'do', group: randomUUID(), targets: [] },
      correlationId: randomUUID(),
    },
  })
}

/** A field of the project's first form. */
async function fieldNamed(api: Api, project: number, name: string) {
  const { data } = await api.call(listForms, { project, query: {} })
  const formId = data[0]?.coding_form_id ?? 0
  const { sections } = await api.call(getForm, { project, params: { id: formId } })
  const field = sections.flatMap(({ fields }) => fields).find(({ field_name }) => field_name === name)
  if (field === undefined) throw new Error(`The form has no field "${name}".`)
  return { formId, field }
}
