/** Has clients set, added and deleted. */
import { putClientSettings } from '#contracts/client-settings.ts'
import { createCompany, deleteCompanies } from '#contracts/company.ts'
import { putSupportSetting } from '#contracts/support.ts'
import { settleClientForm } from '../commands/client-settings.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/client-settings.ts'
import { clientSettings } from '../reads/client-settings.ts'
import { clients } from '../reads/company.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const policy = {
  strategy: 'queue',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

const saved = (formKey: string, message: string): NonNullable<Outcome['commands']> => [
  settleClientForm({ formKey, message: null }),
  addToast({ kind: 'success', message }),
  clients.request({}),
]

const refused = ({ payload: { formKey } }: { payload: { formKey: string } }, { message }: CallFailure) => ({
  commands: [settleClientForm({ formKey, message })],
})

export const clientSettingsEffects = [
  effect({
    ...policy,
    name: 'clientSettings.send',
    on: happened.settingsAsked,
    request: async ({ payload: { formKey, version, ...body } }, { call }): Promise<Outcome> => {
      const now = await call(putClientSettings, { body, ifMatch: String(version), projectId: null })
      return {
        ...cacheValue(clientSettings.cache, clientSettings.key({ companyId: body.companyId }), now),
        commands: saved(formKey, 'The client’s settings are saved'),
      }
    },
    // What stands now is shown beside what was wanted.
    fail: ({ payload: { formKey, companyId } }, { message }) => ({
      commands: [settleClientForm({ formKey, message }), clientSettings.request({ companyId })],
    }),
  }),
  effect({
    ...policy,
    name: 'clientSettings.sendSupport',
    on: happened.supportAsked,
    request: async ({ payload }, { call }): Promise<Outcome> => {
      const { allowed } = await call(putSupportSetting, { body: payload, projectId: null })
      const message = allowed
        ? 'Support access is allowed'
        : 'Support access is forbidden, and what was open has ended'
      return {
        commands: [
          addToast({ kind: 'success', message }),
          clientSettings.request({ companyId: payload.companyId }),
        ],
      }
    },
    fail: ({ payload: { companyId } }, failure) => {
      const { commands = [] } = toastError(failure)
      return { commands: [...commands, clientSettings.request({ companyId })] }
    },
  }),
  effect({
    ...policy,
    name: 'clientSettings.sendNew',
    on: happened.clientAsked,
    request: async ({ payload: { formKey, name } }, { call }): Promise<Outcome> => {
      const { company_name } = await call(createCompany, { body: { name }, projectId: null })
      return { commands: saved(formKey, `${company_name} is added`) }
    },
    fail: refused,
  }),
  effect({
    ...policy,
    name: 'clientSettings.sendDeletion',
    on: happened.deletionAsked,
    request: async ({ payload: { formKey, companyId } }, { call }): Promise<Outcome> => {
      await call(deleteCompanies, { body: { companyIds: [companyId] }, projectId: null })
      return { commands: saved(formKey, 'The client is deleted') }
    },
    fail: refused,
  }),
]
