/** Who is signed in, and which step of signing in comes next. */
import { combine } from 'effector'
import type { Profile, Stage } from '#contracts/auth.ts'
import { decodeRole, isReviewerCode, type RoleName, roleRanks } from '#contracts/permission.ts'
import { passwordSent, profileSent } from '../events/catalog/profile.ts'
import { resetLinkOpened, resetSent } from '../events/catalog/reset.ts'
import * as happened from '../events/catalog/session.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface Fault {
  readonly step: happened.Step
  readonly message: string
  readonly code: string
  readonly waitMs: number | null
}

export interface SessionState {
  /** What the browser had stored has been read (or given up): only now does it mean anything that nobody is signed in. */
  readonly rehydrated: boolean
  /** Set by the licence step alone: a token is not enough. */
  readonly isAuth: boolean
  /** Whether the token vault holds a token; the token itself is no state. */
  readonly hasToken: boolean
  readonly stage: Stage | null
  readonly userId: number | null
  /** Opaque; `roleName` is what it decodes to. */
  readonly roleCode: string | null
  readonly roleName: RoleName | null
  readonly version: string
  /** The rank that counts where no project is open; -1 until it is known. */
  readonly projectListLevelPermission: number
  /** The licence as the account last answered it. */
  readonly acceptedCurrentVersion: boolean
  /** What the cookie `accepted` says; null where there is none. */
  readonly accepted: boolean | null
  readonly licenceVersion: string | null
  readonly expiresAt: string | null
  readonly idleMs: number | null
  readonly profile: Profile | null
  readonly mfa: { readonly triesLeft: number; readonly enrolling: boolean } | null
  /** What is under way. */
  readonly busy: happened.Step | 'restore' | 'logout' | null
  readonly fault: Fault | null
  /** What the server said to a forgotten or reset password. */
  readonly notice: string | null
  readonly resetLink: 'unknown' | 'valid' | 'stale' | 'used'
  /** Writes that would be lost by logging out now; null: nobody asked. */
  readonly unsent: {
    readonly count: number
    readonly unsaved: number
    readonly looks: number
    /** What would be lost could not be looked up. */
    readonly unchecked: boolean
  } | null
  /** How the last session of this tab ended. */
  readonly ended: happened.EndReason | null
}

const signedOut: SessionState = {
  rehydrated: false,
  isAuth: false,
  hasToken: false,
  stage: null,
  userId: null,
  roleCode: null,
  roleName: null,
  version: '',
  projectListLevelPermission: -1,
  acceptedCurrentVersion: false,
  accepted: null,
  licenceVersion: null,
  expiresAt: null,
  idleMs: null,
  profile: null,
  mfa: null,
  busy: null,
  fault: null,
  notice: null,
  resetLink: 'unknown',
  unsent: null,
  ended: null,
}

/** A sign-in has begun, whichever way: nothing of the session before it is left. */
const signingIn = ({ rehydrated, accepted }: SessionState): SessionState => ({
  ...signedOut,
  rehydrated,
  accepted,
  busy: 'login',
})

export const session = projection<SessionState>({
  name: 'session',
  version: 1,
  log: 'device',
  initial: signedOut,
  handlers: [
    on(happened.rehydrated, (state, { stored, accepted }) => ({
      ...withStored(state, stored ?? nothingStored),
      rehydrated: true,
      accepted,
    })),
    // The token is this tab's own: what another tab stored says only whose session it is.
    on(happened.synced, (state, stored) => withStored(state, stored)),
    on(happened.loginStarted, signingIn),
    on(happened.ssoLanded, signingIn),
    on(happened.invitedLanded, signingIn),
    on(happened.ssoAsked, (state) => ({ ...state, busy: 'login', fault: null })),
    on(happened.ssoFound, (state) => ({ ...state, busy: null })),
    on(happened.loggedIn, (state, granted) => withGranted(state, granted)),
    on(happened.mfaRequested, (state) => ({ ...state, busy: 'mfa', fault: null })),
    on(happened.mfaOpened, (state, mfa) => ({ ...state, mfa, busy: null })),
    on(happened.mfaCodeSent, (state) => ({ ...state, busy: 'mfa', fault: null })),
    on(happened.mfaPassed, (state, granted) => ({ ...withGranted(state, granted), mfa: null })),
    on(happened.licenceCheckStarted, (state) => ({ ...state, busy: 'licence', fault: null })),
    on(happened.licenceFound, (state, { version, accepted }) => ({
      ...state,
      ...licence(accepted),
      licenceVersion: version,
      stage: accepted ? 'full' : 'licence',
      busy: null,
    })),
    on(happened.licenceAcceptSent, (state) => ({ ...state, busy: 'licence', fault: null })),
    on(happened.licenceAccepted, (state, granted) => ({
      ...withGranted(state, granted),
      ...licence(true),
      stage: 'full',
    })),
    on(happened.licenceDeclined, (state) => ({ ...state, ...licence(false), busy: 'licence' })),
    on(happened.forgotSent, (state) => ({ ...state, busy: 'forgot', fault: null, notice: null })),
    on(happened.forgotAnswered, (state, { message }) => ({ ...state, busy: null, notice: message })),
    on(resetLinkOpened, (state) => ({
      ...state,
      busy: 'reset',
      resetLink: 'unknown',
      notice: null,
    })),
    on(happened.resetLinkChecked, (state, { valid }) => ({
      ...state,
      busy: null,
      resetLink: valid ? 'valid' : 'stale',
    })),
    on(resetSent, (state) => ({ ...state, busy: 'reset', fault: null })),
    on(happened.passwordReset, (state, { message }) => ({
      ...state,
      busy: null,
      resetLink: 'used',
      notice: message,
    })),
    on(happened.stepFailed, (state, { step, message, code, waitMs }) => ({
      ...state,
      busy: null,
      fault: { step, message, code, waitMs },
    })),
    on(happened.restoreStarted, (state) => ({ ...state, busy: state.busy ?? 'restore' })),
    on(happened.restored, (state, granted) => {
      const next = withGranted(state, granted)
      // A session of another account, or one that has a step before it again, is not the one that was stored.
      const same = granted.stage === 'full' && (state.userId === null || state.userId === granted.userId)
      return same ? next : { ...next, isAuth: false, profile: null }
    }),
    on(happened.restoreFailed, (state, { refused }) =>
      refused
        ? { ...signedOut, rehydrated: state.rehydrated, accepted: state.accepted, ended: state.ended }
        : { ...state, busy: null },
    ),
    on(happened.profileRequested, (state) => state),
    on(happened.profileLoaded, (state, profile) => ({
      ...state,
      profile,
      busy: state.busy === 'profile' ? null : state.busy,
    })),
    on(profileSent, (state) => ({ ...state, busy: 'profile', fault: null })),
    on(passwordSent, (state) => ({ ...state, busy: 'password', fault: null })),
    on(happened.passwordChanged, (state) => ({ ...state, busy: null })),
    on(happened.logoutRequested, (state) => ({ ...state, busy: 'logout', unsent: null })),
    on(happened.unsentFound, (state, unsent) => ({ ...state, busy: null, unsent })),
    on(happened.logoutGivenUp, (state) => ({ ...state, unsent: null })),
    on(happened.leaving, ({ rehydrated }) => ({ ...signedOut, rehydrated, busy: 'logout' })),
    on(happened.ended, (state, { reason }) => ({
      ...signedOut,
      rehydrated: state.rehydrated,
      accepted: reason === 'logout' ? null : state.accepted,
      ended: reason,
    })),
  ],
})

/** Signed in as far as guards care: completely, or with nothing but the licence left to do. */
export const isAuthenticated = (state: SessionState): boolean =>
  state.isAuth || (state.hasToken && state.stage === 'licence')

/** Whether a 401 of the server can end anything. */
export const hasSession = (state: SessionState): boolean => state.isAuth || state.hasToken

/** Whose logs may be open: nobody's before the last step of signing in. */
export const openAccount = (state: SessionState): number | null => (state.isAuth ? state.userId : null)

/**
 * What goes into browser storage of this state. Nobody is signed in there before it can be said who: the other tabs
 * would have to believe it halfway.
 */
export const storedOf = (state: SessionState): happened.Stored => ({
  isAuth: state.isAuth && state.profile !== null,
  profile: state.profile,
  data: state.roleCode === null ? null : { role: state.roleCode, version: state.version },
  acceptedCurrentVersion: state.acceptedCurrentVersion,
})

export interface Phone {
  readonly phoneIsoCode: string
  readonly phoneNumber: string
  readonly phoneCountryCode: string
}
/** `isoCode-number-countryCode`, with `us` and `1` where a part is missing. */
export function splitPhone(userPhone: string): Phone {
  const [iso = '', number = '', country = ''] = userPhone.split('-')
  return { phoneIsoCode: iso || 'us', phoneNumber: number, phoneCountryCode: country || '1' }
}
export const joinPhone = ({ phoneIsoCode, phoneNumber, phoneCountryCode }: Phone): string =>
  phoneNumber.trim() === '' ? '' : `${phoneIsoCode}-${phoneNumber.trim()}-${phoneCountryCode}`

/** What an authenticator app needs to enrol. It is a secret: never an event, gone with the step. */
export const enrolment = createCache<{
  readonly secret: string
  readonly uri: string
  readonly recoveryCodes: readonly string[]
}>('enrolment', 1)
export const enrolmentKey = 'mfa'

/** The text of the terms, by version. */
export const licenceTexts = createCache<string>('licence', 2)

export const $session = session.$state
export const $profile = combine($session, ({ profile }) => profile)
/** Whether the page's body carries the marker for reviewers. */
export const $reviewerMarker = combine(
  $session,
  ({ roleCode }) => roleCode !== null && isReviewerCode(roleCode),
)
export const reviewerClass = 'role-reviewer'

const nothingStored: happened.Stored = {
  isAuth: false,
  profile: null,
  data: null,
  acceptedCurrentVersion: false,
}

function withStored(state: SessionState, stored: happened.Stored): SessionState {
  const userId = stored.profile?.userId ?? null
  const same = userId !== null && userId === state.userId
  return {
    ...state,
    ...roleOf(stored.data?.role ?? null),
    isAuth: stored.isAuth && userId !== null,
    profile: stored.profile,
    userId,
    version: stored.data?.version ?? '',
    acceptedCurrentVersion: stored.acceptedCurrentVersion,
    hasToken: state.hasToken && same,
    stage: stored.isAuth ? 'full' : same ? state.stage : null,
    ended: stored.isAuth ? null : state.ended,
  }
}

function withGranted(state: SessionState, granted: happened.Granted): SessionState {
  return {
    ...state,
    ...roleOf(granted.roleCode),
    hasToken: true,
    stage: granted.stage,
    userId: granted.userId,
    version: granted.version,
    expiresAt: granted.expiresAt,
    idleMs: granted.idleMs,
    accepted: granted.stage === 'licence' ? false : state.accepted,
    busy: null,
    fault: null,
    ended: null,
  }
}

function roleOf(
  roleCode: string | null,
): Pick<SessionState, 'roleCode' | 'roleName' | 'projectListLevelPermission'> {
  if (roleCode === null) return { roleCode, roleName: null, projectListLevelPermission: -1 }
  const roleName = decodeRole(roleCode)
  return { roleCode, roleName, projectListLevelPermission: roleRanks[roleName] }
}

const licence = (accepted: boolean) => ({ isAuth: accepted, accepted, acceptedCurrentVersion: accepted })
