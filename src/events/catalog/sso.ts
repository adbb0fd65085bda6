/** Facts about single sign-on of a client: what was asked about it, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { ssoFields } from '#contracts/sso.ts'
import { event } from '../define.ts'

const ofAccount = { log: 'account', retention: 'audit', stream: () => 'sso' } as const
/** Each try to save has a key of its own. */
const form = { formKey: z.string() }
/** The version that was changed; 0 where there was none. */
const seen = { version: z.int() }

export const settingAsked = event({
  ...ofAccount,
  type: 'sso.settingAsked',
  payload: z.strictObject({ ...form, ...seen, companyId: id, ...ssoFields }),
})

export const removalAsked = event({
  ...ofAccount,
  type: 'sso.removalAsked',
  payload: z.strictObject({ ...form, ...seen, companyId: id }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const formSettled = event({
  ...ofAccount,
  type: 'sso.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
