/** Has a filter saved under a name, or deleted. */
import { deleteTemplate, saveTemplate } from '#contracts/templates.ts'
import { settleTemplate } from '../commands/templates.ts'
import { addToast } from '../commands/toasts.ts'
import { templateAsked, templateDeletionAsked } from '../events/catalog/templates.ts'
import type { PayloadOf } from '../events/define.ts'
import { nameTaken, savedFilters } from '../reads/templates.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

const kind = 'filter'
/** Who has a name may be otherwise once one is deleted. */
const forgetName = { cache: nameTaken.cache, except: [] }

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
      savedFilters.request({}),
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
    forget: [forgetName],
    commands: [addToast({ kind: 'success', message }), savedFilters.request({})],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

export const templatesEffects = [
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
    fail: (_, failure) => toastError(failure),
  }),
]
