/** Setting a client, adding one, and deleting one. */
import * as happened from '../events/catalog/client-settings.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const saveClientSettings = command({
  ...never,
  type: 'clientSettings.save',
  payload: happened.settingsAsked.payload,
  decide: (_state, payload, { can }) =>
    can('company.manage')
      ? [happened.settingsAsked(payload)]
      : reject('Client administrators change the settings of their client.'),
  label: () => 'Change the client’s settings',
})

export const allowSupport = command({
  ...never,
  type: 'clientSettings.allowSupport',
  payload: happened.supportAsked.payload,
  decide: (_state, payload) => [happened.supportAsked(payload)],
  label: ({ allowed }) => `${allowed ? 'Allow' : 'Forbid'} support access`,
})

export const addClient = command({
  ...never,
  type: 'clientSettings.add',
  payload: happened.clientAsked.payload,
  decide: (_state, payload) => [happened.clientAsked(payload)],
  label: ({ name }) => `Add the client ${name}`,
})

export const deleteClient = command({
  ...never,
  type: 'clientSettings.delete',
  payload: happened.deletionAsked.payload,
  decide: (_state, payload) => [happened.deletionAsked(payload)],
  label: () => 'Delete the client',
})

/** By the effect, with what became of it. */
export const settleClientForm = command({
  ...never,
  type: 'clientSettings.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is saved',
})
