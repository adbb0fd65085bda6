/** What effects of custom fields ask of the server, and what its answers become. */
import { changeField, createField, deleteField, listCustomFields } from '#contracts/fields.ts'
import { loadForms } from '../commands/coding-forms.ts'
import { requestFields, settleField } from '../commands/fields.ts'
import { addToast } from '../commands/toasts.ts'
import type { fieldAsked, fieldRemovalAsked } from '../events/catalog/fields.ts'
import type { PayloadOf } from '../events/define.ts'
import { customFieldsKey, customFieldsNow } from '../stores/fields.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'

export async function readFields({ call }: RequestContext): Promise<Outcome> {
  return came(customFieldsNow, customFieldsKey, (await call(listCustomFields)).data)
}

/** Forms that show the field look different by it. */
export async function sendField(
  { formKey, fieldId, name, typeId, choices, seen }: PayloadOf<typeof fieldAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  if (fieldId === null)
    await call(createField, {
      body: {
        name,
        field_type_id: typeId,
        choices: choices.map(({ text }) => text),
      },
    })
  else
    await call(changeField, {
      params: { fieldId },
      body: {
        name,
        choices: choices.map(({ choiceId, text }) => (choiceId === null ? text : { choiceId, text })),
        ...(seen === undefined ? {} : { seen }),
      },
    })
  return {
    commands: [
      settleField({ formKey, message: null }),
      addToast({ kind: 'success', message: `${name} is saved` }),
      requestFields({}),
      loadForms({}),
    ],
  }
}

export async function removeField(
  { fieldId, name }: PayloadOf<typeof fieldRemovalAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteField, { params: { fieldId } })
  return { commands: [addToast({ kind: 'success', message: `${name} is deleted` }), requestFields({})] }
}
