/** What effects of saved filters ask of the server, and what its answers become. */
import { checkFilterName, deleteTemplate, listTemplates, saveTemplate } from '#contracts/templates.ts'
import { requestTemplates, settleTemplate } from '../commands/templates.ts'
import { addToast } from '../commands/toasts.ts'
import type { templateAsked, templateDeletionAsked } from '../events/catalog/templates.ts'
import type { PayloadOf } from '../events/define.ts'
import { write } from '../stores/cache.ts'
import { nameChecked, nameKey, templatesKey, templatesNow } from '../stores/templates.ts'
import { type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came } from './outcomes.ts'

const kind = 'filter'
const forgetName = write(nameChecked, nameKey, null)

export async function readTemplates({ call }: RequestContext): Promise<Outcome> {
  return came(templatesNow, templatesKey, (await call(listTemplates, { query: { kind } })).data)
}

export async function checkName(name: string, { call }: RequestContext): Promise<Outcome> {
  const body = { name }
  const asked = { body, idempotencyKey: null, repeatable: true, timeout: readTimeout }
  const { takenBy } = await call(checkFilterName, asked)
  return came(nameChecked, nameKey, { name, takenBy })
}

export async function sendTemplate(
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

export async function dropTemplate(
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
