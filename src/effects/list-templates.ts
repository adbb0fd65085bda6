/** Has a template of the document list saved or deleted. */
import { deleteTemplate, saveTemplate } from '#contracts/list-templates.ts'
import { settleListTemplate } from '../commands/list-templates.ts'
import { addToast } from '../commands/toasts.ts'
import { deletionAsked, saveAsked } from '../events/catalog/list-templates.ts'
import { listTemplates } from '../reads/list-templates.ts'
import { effect } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const success = (message: string) => addToast({ kind: 'success', message })

export const listTemplatesEffects = [
  effect({
    ...policy,
    name: 'listTemplates.send',
    on: saveAsked,
    request: ({ payload: { template: body } }, { call }) => call(saveTemplate, { body }),
    done: ({ payload: { formKey, template } }) => ({
      commands: [
        settleListTemplate({ formKey, message: null }),
        success(`${template.name} is saved`),
        listTemplates.request({}),
      ],
    }),
    fail: ({ payload: { formKey } }, { message }) => ({
      commands: [settleListTemplate({ formKey, message })],
    }),
  }),
  effect({
    ...policy,
    name: 'listTemplates.delete',
    on: deletionAsked,
    request: async ({ payload: { templateId, name } }, { call }) => {
      await call(deleteTemplate, { query: { templateId } })
      return { commands: [success(`${name} is deleted`), listTemplates.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
]
