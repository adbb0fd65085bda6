/**
 * Custom fields on the record. Each row has the field as it was and as it became, so that what its choices were called at any
 * time is known without a form.
 */
import { appendAudit } from '../../platform/audit/append.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { type FormChange, formsChangedBy } from '../coding/form-record.ts'
import { choicesOf } from '../coding-values/form-queries.ts'

type FieldAction = `field.${'created' | 'changed' | 'valueAdded' | 'deleted'}`

interface Definition {
  readonly fieldId: number
  readonly name: string
  readonly typeId: number
  readonly choices: readonly { readonly choiceId: number; readonly text: string }[]
}

/**
 * Makes a change of the field whose id it answers, and puts it on the record, with a row for each form that looks different
 * for it; call it last in the transaction.
 */
export async function onRecord(
  trx: Writer,
  change: FormChange,
  action: FieldAction,
  work: () => Promise<number>,
): Promise<number> {
  const { projectId, user, at, commandId } = change
  const before = await definitions(trx, projectId)
  const { result: fieldId, entries } = await formsChangedBy(trx, change, work, (_, throughField) => ({
    action: 'codingForm.changed',
    facts: { throughField },
  }))
  const oldValue = before.get(fieldId) ?? null
  const newValue = (await definitions(trx, projectId)).get(fieldId) ?? null
  await appendAudit(trx, `project:${projectId}`, [
    {
      at,
      user,
      action,
      projectId,
      fieldId,
      field: (newValue ?? oldValue)?.name ?? '',
      oldValue,
      newValue,
      ...(commandId === undefined ? {} : { commandId }),
    },
    ...entries,
  ])
  return fieldId
}

async function definitions(read: Reader, projectId: number): Promise<ReadonlyMap<number, Definition>> {
  const fields = await read
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .execute()
  const choices = await choicesOf(
    read,
    fields.map(({ field_id }) => field_id),
  )
  return new Map(
    fields.map(({ field_id: fieldId, name, type_id: typeId }) => [
      fieldId,
      {
        fieldId,
        name,
        typeId,
        choices: (choices.get(fieldId) ?? []).map(({ choice_id: choiceId, text }) => ({ choiceId, text })),
      },
    ]),
  )
}
