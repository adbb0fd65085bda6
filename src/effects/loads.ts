/** Has loads started, and templates of mappings saved and deleted. */
import { deleteLoadTemplate, saveLoadTemplate, startLoad } from '#contracts/loads.ts'
import { settleLoad } from '../commands/loads.ts'
import { addToast } from '../commands/toasts.ts'
import { loadStartAsked, mappingDeletionAsked, mappingSaveAsked } from '../events/catalog/loads.ts'
import { loadTemplates, projectLoads } from '../reads/loads.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

/** Ms for what reads load files to their end. */
const patience = 300_000

const refused = (formKey: string, { message }: CallFailure): Outcome => ({
  commands: [settleLoad({ formKey, message, started: null })],
})

export const loadsEffects = [
  effect({
    ...policy,
    name: 'loads.start',
    on: loadStartAsked,
    timeout: patience,
    request: ({ payload: { sourceId, settings } }, { call }) =>
      call(startLoad, { params: { sourceId }, body: settings }),
    done: ({ payload: { formKey } }, { jobId }) => ({
      commands: [settleLoad({ formKey, message: null, started: jobId }), projectLoads.request({})],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'loads.saveTemplate',
    on: mappingSaveAsked,
    request: ({ payload: { name, columns } }, { call }) =>
      call(saveLoadTemplate, { body: { name, columns } }),
    done: ({ payload: { formKey } }, { name }) => ({
      commands: [
        settleLoad({ formKey, message: null, started: null }),
        addToast({ kind: 'success', message: `${name} is saved` }),
        loadTemplates.request({}),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'loads.deleteTemplate',
    on: mappingDeletionAsked,
    request: ({ payload: { templateId } }, { call }) => call(deleteLoadTemplate, { params: { templateId } }),
    done: ({ payload: { name } }) => ({
      commands: [addToast({ kind: 'success', message: `${name} is deleted` }), loadTemplates.request({})],
    }),
    fail: (_, failure) => toastError(failure),
  }),
]
