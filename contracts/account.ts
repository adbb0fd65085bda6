/** Looking after one's own account: open sessions, and the second step of signing in. */
import * as z from 'zod/mini'
import { proof } from './api-keys.ts'
import { call, listOf } from './call.ts'
import { instant } from './ids.ts'

const sessionKey = z.string().check(z.regex(/^[0-9a-f]{16}$/))

export const ownSession = z.object({
  /** Names it among the caller's; nobody gets in with it. */
  sessionKey: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  begunAt: instant,
  /** To within half a minute. */
  seenAt: instant,
  endsAt: instant,
  /** The address that it began from. */
  ip: z.string(),
  /** What the browser said of itself (User-Agent); empty where it was not kept. */
  agent: z.string(),
})
export type OwnSession = z.infer<typeof ownSession>

export const listSessions = call({
  name: 'account.listSessions',
  method: 'GET',
  path: '/user/sessions',
  needs: 'account',
  reply: listOf(ownSession),
  summary: "The caller's open sessions, the one that asks first.",
})

export const endSession = call({
  name: 'account.endSession',
  method: 'DELETE',
  path: '/user/sessions',
  needs: 'account',
  body: z.strictObject({ sessionKey }),
  reply: z.object({ ended: z.int() }),
  summary: "End one of the caller's other sessions.",
})

export const endOtherSessions = call({
  name: 'account.endOtherSessions',
  method: 'POST',
  path: '/user/sessions/end-others',
  needs: 'account',
  reply: z.object({ ended: z.int() }),
  summary: "End all of the caller's sessions but the one that asks.",
})

export const secondStep = z.object({
  /** Has an authenticator. */
  enrolled: z.boolean(),
  /** The account or its client wants a second step. */
  required: z.boolean(),
  /** Recovery codes that have not been used. */
  codesLeft: z.int(),
  ssoEnabled: z.boolean(),
})

export const getSecondStep = call({
  name: 'account.getSecondStep',
  method: 'GET',
  path: '/user/second-step',
  needs: 'account',
  reply: secondStep,
  summary: 'Whether the caller has an authenticator, and how many recovery codes are left.',
})

const shownCodes = z.object({
  /** Answered this once: each works once. */
  recoveryCodes: z.array(z.string()),
})

export const makeRecoveryCodes = call({
  name: 'account.makeRecoveryCodes',
  method: 'POST',
  path: '/user/recovery-codes',
  needs: 'account',
  body: z.strictObject({ proof }),
  reply: shownCodes,
  summary: 'Make new recovery codes; those before are void. Asks for the password or a code again.',
})

export const offerAuthenticator = call({
  name: 'account.offerAuthenticator',
  method: 'POST',
  path: '/user/authenticator',
  needs: 'account',
  body: z.strictObject({ proof }),
  reply: z.object({
    /** Base32. */
    secret: z.string(),
    /** For the picture that authenticators read. */
    uri: z.string(),
    /** To be sent back with the first code, within ten minutes; sealed. */
    offer: z.string(),
  }),
  summary: 'Begin to set up an authenticator, or another one. Asks for the password or a code again.',
})

export const takeAuthenticator = call({
  name: 'account.takeAuthenticator',
  method: 'PUT',
  path: '/user/authenticator',
  needs: 'account',
  body: z.strictObject({
    offer: z.string().check(z.maxLength(1_000)),
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/)),
  }),
  reply: shownCodes,
  summary:
    'Confirm the authenticator with its first code. The one before works no more, other sessions end, and there are new recovery codes.',
})
