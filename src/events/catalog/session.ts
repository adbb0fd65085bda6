/**
 * Facts about who is signed in. They live in the device log: per tab, in memory, there before sign-in and gone with the
 * tab. No password, code or token is part of any of them; the token itself is in the token vault.
 */
import * as z from 'zod/mini'
import { profile, session as sessionReply } from '#contracts/auth.ts'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const
const nothing = z.strictObject({})

/** What a session reply says besides its token. */
export const granted = z.omit(sessionReply, { token: true })
export type Granted = z.infer<typeof granted>

/** What stands in browser storage of the last session: never its token. */
export const stored = z.object({
  isAuth: z.boolean(),
  profile: z.nullable(profile),
  /** Of the role its opaque code. */
  data: z.nullable(z.object({ role: z.string(), version: z.string() })),
  acceptedCurrentVersion: z.boolean(),
})
export type Stored = z.infer<typeof stored>

export const steps = ['login', 'mfa', 'licence', 'forgot', 'reset', 'profile', 'password'] as const
export const step = z.enum(steps)
export type Step = z.infer<typeof step>

/** `expired`: the server said so; `elsewhere`: another tab ended it. */
export const endReason = z.enum(['logout', 'expired', 'idle'])
export type EndReason = z.infer<typeof endReason>

/** What was stored has been read, or was given up after its time. `accepted`: the cookie; null where there is none. */
export const rehydrated = event({
  ...own,
  type: 'session.rehydrated',
  payload: z.object({ stored: z.nullable(stored), accepted: z.nullable(z.boolean()) }),
})
/** Another tab has changed what is stored. */
export const synced = event({ ...own, type: 'session.synced', payload: stored })

export const loginStarted = event({ ...own, type: 'session.loginStarted', payload: nothing })
export const loggedIn = event({ ...own, type: 'session.loggedIn', payload: granted })
/** Whether addresses of this domain sign in elsewhere is asked; the address itself is a secret of the command. */
export const ssoAsked = event({ ...own, type: 'session.ssoAsked', payload: nothing })
/** The browser is on its way to the identity provider. */
export const ssoFound = event({ ...own, type: 'session.ssoFound', payload: nothing })
/** The identity provider has sent the browser back: the session is asked for by the cookie of this browser. */
export const ssoLanded = event({ ...own, type: 'session.ssoLanded', payload: nothing })
/** The account of an invitation has been set up: the session is asked for by its cookie. */
export const invitedLanded = event({ ...own, type: 'session.invitedLanded', payload: nothing })

export const mfaRequested = event({ ...own, type: 'session.mfaRequested', payload: nothing })
export const mfaOpened = event({
  ...own,
  type: 'session.mfaOpened',
  /** `enrolling`: what the authenticator needs is in a cache, and only there. */
  payload: z.object({ triesLeft: z.int(), enrolling: z.boolean() }),
})
export const mfaCodeSent = event({ ...own, type: 'session.mfaCodeSent', payload: nothing })
export const mfaPassed = event({ ...own, type: 'session.mfaPassed', payload: granted })

export const licenceCheckStarted = event({ ...own, type: 'session.licenceCheckStarted', payload: nothing })
export const licenceFound = event({
  ...own,
  type: 'session.licenceFound',
  payload: z.object({ version: z.string(), accepted: z.boolean() }),
})
export const licenceAcceptSent = event({
  ...own,
  type: 'session.licenceAcceptSent',
  payload: z.object({ version: z.string() }),
})
export const licenceAccepted = event({ ...own, type: 'session.licenceAccepted', payload: granted })
export const licenceDeclined = event({ ...own, type: 'session.licenceDeclined', payload: nothing })

export const forgotSent = event({ ...own, type: 'session.forgotSent', payload: nothing })
export const forgotAnswered = event({
  ...own,
  type: 'session.forgotAnswered',
  payload: z.object({ message: z.string() }),
})
export const resetLinkChecked = event({
  ...own,
  type: 'session.resetLinkChecked',
  payload: z.object({ valid: z.boolean() }),
})
export const passwordReset = event({
  ...own,
  type: 'session.passwordReset',
  payload: z.object({ message: z.string() }),
})

export const stepFailed = event({
  ...own,
  type: 'session.stepFailed',
  payload: z.object({
    step,
    message: z.string(),
    code: z.string(),
    /** Ms to wait before the next try, where the server said so. */
    waitMs: z.nullable(z.number()),
  }),
})

/** The token is asked for again: after a reload, in a new tab, or to renew it. */
export const restoreStarted = event({ ...own, type: 'session.restoreStarted', payload: nothing })
export const restored = event({ ...own, type: 'session.restored', payload: granted })
export const restoreFailed = event({
  ...own,
  type: 'session.restoreFailed',
  /** `refused`: there is no session any more; else the server could not be asked. */
  payload: z.object({ refused: z.boolean() }),
})

export const profileRequested = event({ ...own, type: 'session.profileRequested', payload: nothing })
export const profileLoaded = event({ ...own, type: 'session.profileLoaded', payload: profile })
export const passwordChanged = event({ ...own, type: 'session.passwordChanged', payload: nothing })

export const logoutRequested = event({
  ...own,
  type: 'session.logoutRequested',
  /** Unsent work is thrown away rather than waited for. */
  payload: z.object({ discard: z.boolean() }),
})
/**
 * Work stands in the way of the logout, and the person is asked: `count` changes that did not reach the server,
 * `unsaved` documents whose coding was never saved, and `looks` openings of documents that the record was not told of.
 * `unchecked`: there may be some, but it could not be looked up.
 */
export const unsentFound = event({
  ...own,
  type: 'session.unsentFound',
  payload: z.object({
    count: z.int(),
    unsaved: z._default(z.int(), 0),
    looks: z._default(z.int(), 0),
    unchecked: z._default(z.boolean(), false),
  }),
})
export const logoutGivenUp = event({ ...own, type: 'session.logoutGivenUp', payload: nothing })

/**
 * A deliberate logout is under way, of this tab or of another: nothing of the account is open any more, and what the browser
 * keeps of it is being deleted. `ended` follows when that is done, or when it is known what could not be.
 */
export const leaving = event({
  ...own,
  type: 'session.leaving',
  payload: z.object({ elsewhere: z.boolean() }),
})
/** A `logout` follows `leaving`, which deletes what the browser keeps of the account; the others only lock it. */
export const ended = event({
  ...own,
  type: 'session.ended',
  payload: z.object({ reason: endReason, /** Another tab did it. */ elsewhere: z.boolean() }),
})
