/** Facts about clients: asked to be otherwise, to come and to go, and what became of it. */
import * as z from 'zod/mini'
import { putClientSettings } from '#contracts/client-settings.ts'
import { companyName } from '#contracts/company.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const ofClients = { log: 'account', retention: 'audit', stream: () => 'clientSettings' } as const
/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

export const settingsAsked = event({
  ...ofClients,
  type: 'clientSettings.asked',
  /** `version`: of the settings that were changed. */
  payload: z.strictObject({ ...form, version: z.int(), ...putClientSettings.body.shape }),
})

export const supportAsked = event({
  ...ofClients,
  type: 'clientSettings.supportAsked',
  payload: z.strictObject({ companyId: id, allowed: z.boolean() }),
})

export const clientAsked = event({
  ...ofClients,
  type: 'clientSettings.newAsked',
  payload: z.strictObject({ ...form, name: companyName }),
})

export const deletionAsked = event({
  ...ofClients,
  type: 'clientSettings.deletionAsked',
  payload: z.strictObject({ ...form, companyId: id }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const formSettled = event({
  ...ofClients,
  type: 'clientSettings.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
