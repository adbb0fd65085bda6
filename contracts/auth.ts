/** Sign-in: password, then two-factor authentication if the account has it, then the license. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** Password rules: length, and a list of common passwords on the server (NIST SP 800-63B: no composition rules). */
export const passwordLength = { min: 12, max: 128 } as const

export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
const password = z.string().check(z.minLength(1), z.maxLength(passwordLength.max))
export const newPassword = z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max))

/** What is missing between the session and the workspace. `full`: nothing. */
export const stage = z.enum(['mfa', 'licence', 'full'])
export type Stage = z.infer<typeof stage>

/** Session data for the browser. The token is in memory only. */
export const session = z.object({
  token: z.string(),
  /** Opaque; decode with `decodeRole`, for display. */
  roleCode: z.string(),
  /** The server's version, for the profile menu and support. */
  version: z.string(),
  stage,
  userId: id,
  /** Absolute end of the session (eight hours). */
  expiresAt: instant,
  /** Idle time until the session ends (one hour), in ms. */
  idleMs: z.int(),
})
export type Session = z.infer<typeof session>

export const login = call({
  name: 'auth.login',
  method: 'POST',
  path: '/login',
  needs: 'public',
  body: z.strictObject({ email, password }),
  reply: session,
  summary: 'Sign in with e-mail and password. The reply names the next step.',
})

export const findSso = call({
  name: 'auth.findSso',
  method: 'POST',
  path: '/sso',
  needs: 'public',
  body: z.strictObject({ email }),
  reply: z.object({ url: z.nullable(z.string()) }),
  summary:
    'Where people with addresses of this domain sign in, if they do so at their own identity provider. It says nothing of the address before the @.',
})

export const landSso = call({
  name: 'auth.landSso',
  method: 'POST',
  path: '/sso/landing',
  needs: 'public',
  reply: session,
  summary:
    'Open the session of a single sign-on that this browser has begun and the identity provider has confirmed. The reply names the next step.',
})

export const openMfa = call({
  name: 'auth.openMfa',
  method: 'POST',
  path: '/multi-auth',
  needs: 'session',
  reply: z.object({
    method: z.literal('totp'),
    /** Set if the account must enroll first: the data for the authenticator app. Shown once. */
    enrol: z.nullable(z.object({ secret: z.string(), uri: z.string(), recoveryCodes: z.array(z.string()) })),
    triesLeft: z.int(),
  }),
  summary:
    'Start two-factor authentication: says how the code is generated, and enrolls an account that is not enrolled.',
})

export const confirmMfa = call({
  name: 'auth.confirmMfa',
  method: 'PUT',
  path: '/multi-auth',
  needs: 'session',
  body: z.strictObject({
    /** Six digits, or a recovery code of the form xxxxx-xxxxx (can be used once). */
    code: z.string().check(z.trim(), z.minLength(6), z.maxLength(16)),
  }),
  reply: session,
  summary: 'Confirm two-factor authentication with a code or a recovery code.',
})

export const forgot = call({
  name: 'auth.forgot',
  method: 'POST',
  path: '/forgot',
  needs: 'public',
  body: z.strictObject({ email }),
  reply: z.object({ message: z.string() }),
  summary: 'Send a reset link. The answer is the same whether or not the account exists.',
})

const resetToken = z.string().check(z.minLength(16), z.maxLength(128))

export const checkReset = call({
  name: 'auth.checkReset',
  method: 'GET',
  path: '/forgot-password',
  needs: 'public',
  linkToken: true,
  reply: z.object({ valid: z.boolean() }),
  summary: 'Whether a reset link is still valid.',
})

export const resetPassword = call({
  name: 'auth.resetPassword',
  method: 'PUT',
  path: '/forgot-password',
  needs: 'public',
  body: z.strictObject({ token: resetToken, password: newPassword }),
  reply: z.object({ message: z.string() }),
  summary: 'Set a new password with a reset link; ends every session of the account.',
})

export const getToken = call({
  name: 'auth.getToken',
  method: 'GET',
  path: '/token',
  needs: 'session',
  reply: session,
  summary: 'Renew the token (after a reload, in a new tab); authenticated by the session cookie.',
})

export const deleteToken = call({
  name: 'auth.deleteToken',
  method: 'DELETE',
  path: '/token',
  needs: 'session',
  reply: z.void(),
  summary: 'Sign out: revokes the session.',
})

export const licence = z.object({
  version: z.string(),
  text: z.string(),
  accepted: z.boolean(),
  acceptedAt: z.nullable(instant),
})

export const getLicence = call({
  name: 'auth.getLicence',
  method: 'GET',
  path: '/user-eula',
  needs: 'session',
  reply: licence,
  summary: 'The current terms, and whether this user has accepted them.',
})

export const acceptLicence = call({
  name: 'auth.acceptLicence',
  method: 'PUT',
  path: '/user-eula',
  needs: 'session',
  body: z.strictObject({ version: z.string() }),
  reply: session,
  summary: 'Accept the terms of this version.',
})

export const deleteLicence = call({
  name: 'auth.deleteLicence',
  method: 'DELETE',
  path: '/user-eula',
  needs: 'session',
  reply: z.void(),
  summary: 'Remove a pending acceptance.',
})

export const profile = z.object({
  userId: id,
  accountId: id,
  userEmail: z.string(),
  userName: z.string(),
  /** A small picture as a data address: it needs no call of its own, and nobody else can ask for it. */
  userPhotoUrl: z.nullable(z.string()),
  /** `isoCode-number-countryCode`, for example `us-5550142-1`; empty when there is none. */
  userPhone: z.string(),
  ssoEnabled: z.boolean(),
  mfaEnabled: z.boolean(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = call({
  name: 'auth.getProfile',
  method: 'GET',
  path: '/user/account-profile',
  needs: 'session',
  query: z.strictObject({ groupProjectId: z.optional(idParam) }),
  reply: profile,
  summary: "The signed-in user's profile.",
})

export const putProfile = call({
  name: 'auth.putProfile',
  method: 'PUT',
  path: '/user/account-profile',
  needs: 'account',
  query: z.strictObject({ groupProjectId: z.optional(idParam) }),
  body: z.strictObject({
    userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    userPhone: z.string().check(z.maxLength(40), z.regex(/^([a-z]{2}-[\d ]{3,20}-\d{1,4})?$/)),
  }),
  reply: profile,
  summary: 'Change name and phone.',
})

export const photoLimits = {
  /** Pixels, in width and height. */
  side: 256,
  /** Characters of the data address. */
  length: 24_000,
} as const

export const photo = z
  .string()
  .check(
    z.maxLength(photoLimits.length),
    z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, 'A photo is a PNG or a JPEG picture.'),
  )

export const putPhoto = call({
  name: 'auth.putPhoto',
  method: 'PUT',
  path: '/user/account-photo',
  needs: 'account',
  body: z.strictObject({ /** Null: none any more. */ photo: z.nullable(photo) }),
  reply: profile,
  summary: 'Set or remove one’s own photo: a small PNG or JPEG picture as a data address.',
})

export const putPassword = call({
  name: 'auth.putPassword',
  method: 'PUT',
  path: '/user/account-profile/password',
  needs: 'account',
  body: z.strictObject({ current: password, password: newPassword }),
  reply: z.object({ message: z.string() }),
  summary: 'Change the password; ends the other sessions of the account.',
})

/** A user's interface settings: one JSON object per user, stored by the server. */
export const viewerSetting = z.strictObject({
  pageSize: z.optional(z.union([z.literal(25), z.literal(50), z.literal(100), z.literal(200)])),
  theme: z.optional(z.enum(['light', 'dark', 'system'])),
  paneSizes: z.optional(z.record(z.string().check(z.maxLength(64)), z.number())),
  singleKeys: z.optional(z.boolean()),
})
export type ViewerSetting = z.infer<typeof viewerSetting>

export const getViewerSetting = call({
  name: 'auth.getViewerSetting',
  method: 'GET',
  path: '/user/viewer/setting',
  needs: 'account',
  reply: viewerSetting,
  summary: "The user's interface settings.",
})

export const putViewerSetting = call({
  name: 'auth.putViewerSetting',
  method: 'PUT',
  path: '/user/viewer/setting',
  needs: 'account',
  body: viewerSetting,
  reply: viewerSetting,
  summary: 'Change interface settings; omitted ones stay.',
})
