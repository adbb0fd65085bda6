/** What effects of custom fields ask of the server, and what its answers become. */
import { staleData } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { changeField, createField, deleteField, listCustomFields, setCustomField } from '#contracts/fields.ts'
import { initialise } from '../commands/coding.ts'
import { loadForms } from '../commands/coding-forms.ts'
import { requestFields, settleField } from '../commands/fields.ts'
import { addToast } from '../commands/toasts.ts'
import type { fieldAsked, fieldRemovalAsked, fieldValueAsked } from '../events/catalog/fields.ts'
import { markOf, requestIdOf } from '../events/coding/mark.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { customFieldsKey, customFieldsNow } from '../stores/fields.ts'
import type { Outcome, RequestContext } from './define.ts'
import { failureOf } from './failure.ts'
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

/** What the record has then is what the document shows, also where it is somebody else's value that stood in the way. */
export async function sendValue(
  asked: Envelope<PayloadOf<typeof fieldValueAsked>>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { formKey, documentId, fieldId, value, seen } = asked.payload
  try {
    const { values } = await call(setCustomField, {
      body: {
        documentId,
        fieldId,
        value,
        undo: markOf({ undoes: [], mark: null }, asked.undo, asked.commandId),
        correlationId: asked.correlationId,
      },
      ifMatch: ifMatchOf(new Map([[fieldId, seen]])),
      idempotencyKey: requestIdOf(asked),
    })
    return { commands: [initialise({ documentId, values }), settleField({ formKey, message: null })] }
  } catch (thrown) {
    const { code, data } = failureOf(thrown)
    const moved = code === 'coding.stale' ? staleData.safeParse(data).data?.conflicts[0] : undefined
    if (moved === undefined) throw thrown
    const { theirs, version, by, at } = moved
    const values = [{ fieldId, value: theirs, version, by, at }]
    const message = `${by} has set it meanwhile: what stands there now is shown above. Save again to overwrite it.`
    return { commands: [initialise({ documentId, values }), settleField({ formKey, message })] }
  }
}

export async function removeField(
  { fieldId, name }: PayloadOf<typeof fieldRemovalAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteField, { params: { fieldId } })
  return { commands: [addToast({ kind: 'success', message: `${name} is deleted` }), requestFields({})] }
}
