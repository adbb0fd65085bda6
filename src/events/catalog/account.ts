/** Facts about one's own account: what was asked of its keys, sessions and second step, what was written to support. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const own = { log: 'account', retention: 'session', stream: () => 'account' } as const
/** Each try to send a form has a key of its own. */
const form = { formKey: z.string() }

/** A key as somebody wants it. */
export const keyWanted = {
  ...form,
  label: z.string(),
  days: z.int(),
  projectIds: z.nullable(z.array(id)),
  role: z.nullable(z.string()),
  readOnly: z.boolean(),
}

export const keyAsked = event({
  ...own,
  type: 'account.keyAsked',
  payload: z.strictObject(keyWanted),
})

export const keyRevocationAsked = event({
  ...own,
  type: 'account.keyRevocationAsked',
  payload: z.strictObject({ keyId: id }),
})

/** Null: all but this one. */
export const sessionEndAsked = event({
  ...own,
  type: 'account.sessionEndAsked',
  payload: z.strictObject({ sessionKey: z.nullable(z.string()) }),
})

export const recoveryCodesAsked = event({
  ...own,
  type: 'account.recoveryCodesAsked',
  payload: z.strictObject(form),
})

export const authenticatorAsked = event({
  ...own,
  type: 'account.authenticatorAsked',
  payload: z.strictObject(form),
})

/** Its first code was entered. */
export const authenticatorConfirmed = event({
  ...own,
  type: 'account.authenticatorConfirmed',
  payload: z.strictObject(form),
})

/** What was written is not in here: it goes to support, and nowhere else. */
export const supportWritten = event({
  ...own,
  type: 'account.supportWritten',
  payload: z.strictObject({ ...form, files: z.int() }),
})

export const feedbackGiven = event({
  ...own,
  type: 'account.feedbackGiven',
  payload: z.strictObject({ ...form, rating: z.nullable(z.int()) }),
})

/** It is done: the message is null; else it says why it is not. */
export const formSettled = event({
  ...own,
  type: 'account.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
