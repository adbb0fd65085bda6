/** Signing in and out, one step after the other. */
import * as z from 'zod/mini'
import { profile } from '#contracts/auth.ts'
import * as happened from '../events/catalog/session.ts'
import type { SessionState } from '../stores/session.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const nothing = z.strictObject({})

/** What was stored when the page was opened; null where it did not come in time. */
export const rehydrate = command({
  ...never,
  type: 'session.rehydrate',
  payload: happened.rehydrated.payload,
  decide: ({ session }, payload) =>
    session.rehydrated ? reject('It has been read already.') : [happened.rehydrated(payload)],
  label: ({ stored }) => (stored?.isAuth ? 'Take up the last session' : 'Begin without a session'),
})

/** Another tab has changed what is stored. */
export const sync = command({
  ...never,
  type: 'session.sync',
  payload: happened.stored,
  decide: ({ session }, stored) => {
    if (stored.isAuth) return [happened.synced(stored)]
    // Signed out there: locked here. That the logs are to be deleted as well is said by a message.
    return session.isAuth ? [happened.ended({ reason: 'expired', elsewhere: true })] : []
  },
  label: () => 'Follow the session of the other tabs',
})

export const logIn = command({
  ...never,
  type: 'session.logIn',
  payload: z.strictObject({ email: z.string(), password: z.string() }),
  secret: ['email', 'password'],
  decide: ({ session }) =>
    session.busy === 'logout'
      ? reject('Signing out is not finished yet.')
      : session.busy === 'login'
        ? reject('Signing in is under way.')
        : [happened.loginStarted({})],
  label: () => 'Sign in',
})

/** Goes to the identity provider of the address, where it has one. */
export const findSso = command({
  ...never,
  type: 'session.findSso',
  payload: z.strictObject({ email: z.string() }),
  secret: ['email'],
  decide: ({ session }) =>
    session.busy === null ? [happened.ssoAsked({})] : reject('Signing in is under way.'),
  label: () => 'Look for single sign-on',
})

/** By the effect: the browser leaves. */
export const leaveForSso = command({
  ...never,
  type: 'session.leaveForSso',
  payload: nothing,
  decide: () => [happened.ssoFound({})],
  label: () => 'Go to the identity provider',
})

/** The single-sign-on page was reached. */
export const landSso = command({
  ...never,
  type: 'session.landSso',
  payload: nothing,
  decide: ({ session }) =>
    session.busy === 'login' ? reject('The sign-in is under way.') : [happened.ssoLanded({})],
  label: () => 'Sign in by single sign-on',
})

/** The account of an invitation has been set up: its session is in the cookie. */
export const landInvited = command({
  ...never,
  type: 'session.landInvited',
  payload: nothing,
  decide: () => [happened.invitedLanded({})],
  label: () => 'Sign in to the new account',
})

/** By the effect: the password was right. */
export const acceptLogin = command({
  ...never,
  type: 'session.acceptLogin',
  payload: happened.granted,
  decide: (_, granted) => [happened.loggedIn(granted)],
  label: () => 'The password was right',
})

export const openMfa = command({
  ...never,
  type: 'session.openMfa',
  payload: nothing,
  decide: ({ session }) =>
    session.stage === 'mfa' ? [happened.mfaRequested({})] : reject('No second step is needed now.'),
  label: () => 'Open the second step',
})

export const showMfa = command({
  ...never,
  type: 'session.showMfa',
  payload: happened.mfaOpened.payload,
  decide: (_, opened) => [happened.mfaOpened(opened)],
  label: ({ triesLeft }) => `Ask for the code, ${triesLeft} tries left`,
})

export const confirmMfa = command({
  ...never,
  type: 'session.confirmMfa',
  payload: z.strictObject({ code: z.string() }),
  secret: ['code'],
  decide: ({ session }) => {
    if (session.stage !== 'mfa') return reject('No second step is needed now.')
    return session.busy === 'mfa' ? reject('The code is being checked.') : [happened.mfaCodeSent({})]
  },
  label: () => 'Confirm the code',
})

export const passMfa = command({
  ...never,
  type: 'session.passMfa',
  payload: happened.granted,
  decide: (_, granted) => [happened.mfaPassed(granted)],
  label: () => 'The code was right',
})

export const checkLicence = command({
  ...never,
  type: 'session.checkLicence',
  payload: nothing,
  decide: ({ session }) =>
    session.hasToken ? [happened.licenceCheckStarted({})] : reject('Nobody is signed in.'),
  label: () => 'Check the license agreement',
})

/** Sets isAuth where the licence is accepted, and nothing but the terms where it is not. */
export const takeLicence = command({
  ...never,
  type: 'session.takeLicence',
  payload: happened.licenceFound.payload,
  decide: (_, found) => [happened.licenceFound(found)],
  label: ({ accepted }) =>
    accepted ? 'The license agreement is accepted' : 'The license agreement is not accepted',
})

export const acceptLicence = command({
  ...never,
  type: 'session.acceptLicence',
  payload: nothing,
  decide: ({ session }) => {
    if (!session.hasToken || session.licenceVersion === null)
      return reject('There are no terms to accept yet.')
    return session.busy === 'licence'
      ? reject('The terms are being accepted.')
      : [happened.licenceAcceptSent({ version: session.licenceVersion })]
  },
  label: () => 'Accept the terms',
})

export const passLicence = command({
  ...never,
  type: 'session.passLicence',
  payload: happened.granted,
  decide: (_, granted) => [happened.licenceAccepted(granted)],
  label: () => 'The terms are accepted',
})

/** Removes the pending acceptance, then logs out. */
export const declineLicence = command({
  ...never,
  type: 'session.declineLicence',
  payload: nothing,
  decide: ({ session }) =>
    session.hasToken ? [happened.licenceDeclined({})] : reject('Nobody is signed in.'),
  label: () => 'Decline the terms',
})

export const forgotPassword = command({
  ...never,
  type: 'session.forgotPassword',
  payload: z.strictObject({ email: z.string() }),
  secret: ['email'],
  decide: ({ session }) =>
    session.busy === 'forgot' ? reject('The link is being sent.') : [happened.forgotSent({})],
  label: () => 'Ask for a reset link',
})

export const answerForgot = command({
  ...never,
  type: 'session.answerForgot',
  payload: happened.forgotAnswered.payload,
  decide: (_, answer) => [happened.forgotAnswered(answer)],
  label: ({ message }) => message,
})

export const failStep = command({
  ...never,
  type: 'session.failStep',
  payload: happened.stepFailed.payload,
  decide: (_, failed) => [happened.stepFailed(failed)],
  label: ({ message }) => message,
})

/** Asks for the token by the session's cookie: after a reload, in a new tab, and to renew it. */
export const restore = command({
  ...never,
  type: 'session.restore',
  payload: nothing,
  decide: ({ session }) =>
    session.busy === 'login' || session.busy === 'logout'
      ? reject('Another step of the sign-in is under way.')
      : [happened.restoreStarted({})],
  label: () => 'Ask for the token again',
})

export const takeRestored = command({
  ...never,
  type: 'session.takeRestored',
  payload: happened.granted,
  decide: (_, granted) => [happened.restored(granted)],
  label: () => 'The session goes on',
})

export const failRestore = command({
  ...never,
  type: 'session.failRestore',
  payload: happened.restoreFailed.payload,
  decide: (_, failed) => [happened.restoreFailed(failed)],
  label: ({ refused }) => (refused ? 'There is no session' : 'The server cannot be reached'),
})

export const loadProfile = command({
  ...never,
  type: 'session.loadProfile',
  payload: nothing,
  decide: ({ session }) =>
    hasSession(session) ? [happened.profileRequested({})] : reject('Nobody is signed in.'),
  label: () => 'Look up the profile',
})

export const takeProfile = command({
  ...never,
  type: 'session.takeProfile',
  payload: profile,
  decide: ({ session }, loaded) =>
    hasSession(session) ? [happened.profileLoaded(loaded)] : reject('Nobody is signed in.'),
  label: () => 'Show the profile',
})

/** Unsent work is delivered first, or asked about; `discard` throws it away. */
export const logOut = command({
  ...never,
  type: 'session.logOut',
  payload: z.strictObject({ discard: z.optional(z.boolean()) }),
  decide: ({ session }, { discard }) => {
    if (!hasSession(session)) return reject('Nobody is signed in.')
    return session.busy === 'logout'
      ? reject('Signing out is not finished yet.')
      : [happened.logoutRequested({ discard: discard ?? false })]
  },
  label: ({ discard }) => (discard ? 'Log out and discard unsent work' : 'Log out'),
  group: 'Account',
})

export const warnUnsent = command({
  ...never,
  type: 'session.warnUnsent',
  payload: happened.unsentFound.payload,
  decide: (_, found) => [happened.unsentFound(found)],
  label: ({ count, unsaved, looks, unchecked }) =>
    unchecked
      ? 'Unsent work could not be checked before the logout'
      : `${count} unsent changes, ${unsaved} documents with unsaved coding and ${looks} unsent openings stand in the way of the logout`,
})

export const stayLoggedIn = command({
  ...never,
  type: 'session.stayLoggedIn',
  payload: nothing,
  decide: () => [happened.logoutGivenUp({})],
  label: () => 'Stay signed in',
})

/** Nothing can be taken back from here on: what the browser keeps of the account is deleted, then the session ends. */
export const leave = command({
  ...never,
  type: 'session.leave',
  payload: happened.leaving.payload,
  decide: ({ session }, leaving) =>
    // Locked before, it is a logout all the same.
    hasSession(session) || session.ended === 'expired' || session.ended === 'idle'
      ? [happened.leaving(leaving)]
      : [],
  label: () => 'Delete what this browser keeps of the account',
})

/** The end of the session, whatever brought it. */
export const endSession = command({
  ...never,
  type: 'session.end',
  payload: happened.ended.payload,
  decide: ({ session }, end) => {
    // A lock may be followed by the word that it was a logout; nothing else ends twice.
    if (hasSession(session) || (end.reason === 'logout' && session.ended !== 'logout')) {
      return [happened.ended(end)]
    }
    return []
  },
  label: ({ reason }) =>
    ({
      logout: 'Logged out',
      expired: 'The session has expired',
      idle: 'Logged out after an hour without activity',
    })[reason],
})

/** In any step of a session: with a token, or signed in and waiting for it. */
const hasSession = ({ isAuth, hasToken }: SessionState): boolean => isAuth || hasToken
