/** Has a custom field made, changed, removed, or set on a document. */
import { staleData } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { changeField, createField, deleteField, setCustomField } from '#contracts/fields.ts'
import { initialise } from '../commands/coding.ts'
import { loadForms } from '../commands/coding-forms.ts'
import { settleField } from '../commands/fields.ts'
import { addToast } from '../commands/toasts.ts'
import { fieldAsked, fieldRemovalAsked, fieldValueAsked } from '../events/catalog/fields.ts'
import { markOf, requestIdOf } from '../events/coding/mark.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { projectFields } from '../reads/fields.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { failureOf } from './failure.ts'
import { asOutcome, toastError } from './outcomes.ts'

/** Forms that show the field look different by it. */
async function sendField(
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
      projectFields.request({}),
      loadForms({}),
    ],
  }
}

/** What the record has then is what the document shows, also where it is somebody else's value that stood in the way. */
async function sendValue(
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
        undo: markOf({ undoes: null, mark: null }, asked.undo, asked.commandId),
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

async function removeField(
  { fieldId, name }: PayloadOf<typeof fieldRemovalAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteField, { params: { fieldId } })
  return {
    commands: [addToast({ kind: 'success', message: `${name} is deleted` }), projectFields.request({})],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

export const fieldsEffects = [
  effect({
    ...policy,
    name: 'fields.send',
    on: fieldAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendField(payload, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleField({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'fields.setValue',
    on: fieldValueAsked,
    strategy: 'queue',
    request: (asked, ctx) => sendValue(asked, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleField({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'fields.remove',
    on: fieldRemovalAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => removeField(payload, ctx),
    fail: (_, failure) => toastError(failure),
  }),
]
