/** Asks about custom fields, and has one made, changed, removed, or set on a document. */
import { settleField } from '../commands/fields.ts'
import { fieldAsked, fieldRemovalAsked, fieldsRequested, fieldValueAsked } from '../events/catalog/fields.ts'
import { customFieldsKey } from '../stores/fields.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const calls = later(() => import('./fields-calls.ts'))
const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

export const fieldsEffects = [
  effect({
    ...policy,
    name: 'fields.fetch',
    on: fieldsRequested,
    strategy: 'latest',
    request: async (_, ctx) => (await calls()).readFields(ctx),
    fail: (_, failure) => missed(customFieldsKey, failure),
  }),
  effect({
    ...policy,
    name: 'fields.send',
    on: fieldAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).sendField(payload, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleField({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'fields.setValue',
    on: fieldValueAsked,
    strategy: 'queue',
    request: async (asked, ctx) => (await calls()).sendValue(asked, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleField({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'fields.remove',
    on: fieldRemovalAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).removeField(payload, ctx),
    fail: (_, failure) => refused(failure),
  }),
]
