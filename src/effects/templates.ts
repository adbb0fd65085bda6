/** Asks about saved filters, and has one saved or deleted. */
import { checkFilterName, deleteTemplate, listTemplates, saveTemplate } from '#contracts/templates.ts'
import { requestTemplates, settleTemplate } from '../commands/templates.ts'
import { addToast } from '../commands/toasts.ts'
import {
  nameAsked,
  templateAsked,
  templateDeletionAsked,
  templatesRequested,
} from '../events/catalog/templates.ts'
import type { PayloadOf } from '../events/define.ts'
import { write } from '../stores/cache.ts'
import { nameChecked, nameKey, templatesKey, templatesNow } from '../stores/templates.ts'
import { effect, type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came, missed, refused, told } from './outcomes.ts'

const kind = 'filter'
const forgetName = write(nameChecked, nameKey, null)

async function readTemplates({ call }: RequestContext): Promise<Outcome> {
  return came(templatesNow, templatesKey, (await call(listTemplates, { query: { kind } })).data)
}

async function checkName(name: string, { call }: RequestContext): Promise<Outcome> {
  const body = { name }
  const asked = { body, idempotencyKey: null, repeatable: true, timeout: readTimeout }
  const { takenBy } = await call(checkFilterName, asked)
  return came(nameChecked, nameKey, { name, takenBy })
}

async function sendTemplate(
  { formKey, name, choice, over }: PayloadOf<typeof templateAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(saveTemplate, { body: { kind, name, choice, over } })
  const message = `${name} is saved`
  return {
    commands: [
      settleTemplate({ formKey, message: null }),
      addToast({ kind: 'success', message }),
      requestTemplates({}),
    ],
  }
}

async function dropTemplate(
  { templateId, name }: PayloadOf<typeof templateDeletionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteTemplate, { query: { templateId } })
  const message = `${name} is deleted`
  return {
    cache: [forgetName],
    commands: [addToast({ kind: 'success', message }), requestTemplates({})],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

export const templatesEffects = [
  effect({
    ...policy,
    name: 'templates.fetch',
    on: templatesRequested,
    strategy: 'latest',
    request: (_, ctx) => readTemplates(ctx),
    fail: (_, failure) => missed(templatesKey, failure),
  }),
  effect({
    ...policy,
    name: 'templates.checkName',
    on: nameAsked,
    strategy: 'latest',
    request: ({ payload: { name } }, ctx) => checkName(name, ctx),
    fail: (_, failure) => missed(nameKey, failure),
  }),
  effect({
    ...policy,
    name: 'templates.send',
    on: templateAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendTemplate(payload, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleTemplate({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'templates.delete',
    on: templateDeletionAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => dropTemplate(payload, ctx),
    fail: (_, failure) => refused(failure),
  }),
]
