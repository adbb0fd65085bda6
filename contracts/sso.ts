/** Single sign-on of a client: its identity provider, tried before anybody depends on it (SAML 2.0). */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** `draft`: never tried as it stands; `tried`: a try worked; `on`: people sign in by it. */
export const ssoStates = ['draft', 'tried', 'on'] as const
export type SsoState = (typeof ssoStates)[number]

/** Certificates that a provider may have at once: the one in use and its successor. */
export const mostCertificates = 2
/** Longest response of a provider, in bytes of XML. */
export const mostResponseBytes = 256 * 1024

const claim = z.string().check(z.trim(), z.maxLength(300))

/** What a client says of its provider. */
export const ssoFields = {
  /** Entity id of the provider. */
  providerId: z.string().check(z.trim(), z.minLength(1), z.maxLength(1024)),
  /** Where people are sent to sign in. */
  ssoUrl: z.string().check(z.trim(), z.minLength(1), z.maxLength(2048)),
  /** PEM, or the base64 of it. */
  certificates: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000)))
    .check(z.minLength(1), z.maxLength(mostCertificates)),
  domains: z
    .array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)))
    .check(z.minLength(1), z.maxLength(100)),
  /** The attribute with the e-mail address; empty: the NameID is the address. */
  emailClaim: claim,
  /** The attribute with the name; empty: the name of a new account is its address. */
  nameClaim: claim,
  /** The provider asks for the second step: it is not asked for again here. */
  providerMfa: z.boolean(),
  /** An account is made for whoever comes for the first time, with the weakest role and no project. */
  createsAccounts: z.boolean(),
  on: z.boolean(),
  /** No password signs in people of this client, but for the exceptions; sessions that one began end, and keys do not work. */
  forced: z.boolean(),
  /** Addresses of those who may still use a password. */
  exceptions: z.array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))).check(z.maxLength(100)),
}

/** What came of the last try. */
export const ssoTry = z.object({
  at: instant,
  by: z.string(),
  worked: z.boolean(),
  /** What would follow, or why it did not work. */
  says: z.string(),
  /** What the provider said of the person, as it came; empty where its response was refused. */
  claims: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
export type SsoTry = z.infer<typeof ssoTry>

const person = z.object({ userId: id, userName: z.string(), userEmail: z.string() })

export const ssoSetting = z.object({
  companyId: id,
  state: z.enum(ssoStates),
  /** What a change must have seen. */
  version: z.int(),
  providerId: z.string(),
  ssoUrl: z.string(),
  certificates: z.array(
    z.object({
      pem: z.string(),
      subject: z.string(),
      startsAt: instant,
      endsAt: instant,
      fingerprint: z.string(),
    }),
  ),
  domains: z.array(z.string()),
  emailClaim: z.string(),
  nameClaim: z.string(),
  providerMfa: z.boolean(),
  createsAccounts: z.boolean(),
  forced: z.boolean(),
  exceptions: z.array(person),
  /** Who has keys for other applications in force, or sessions that a password began: what ends for them where it is required. */
  holders: z.array(z.object({ userEmail: z.string(), keys: z.int(), sessions: z.int() })),
  tried: z.nullable(ssoTry),
  /** Whether a try is under way that was not answered yet. */
  trying: z.boolean(),
})
export type SsoSetting = z.infer<typeof ssoSetting>

const ofCompany = z.strictObject({ companyId: idParam })

export const getSso = call({
  name: 'sso.get',
  method: 'GET',
  path: '/company/settings/saml',
  needs: 'company.sso',
  scope: 'company',
  query: ofCompany,
  reply: z.object({ setting: z.nullable(ssoSetting) }),
  summary: 'How people of the client sign in through their identity provider; null where they do not.',
})

export const putSso = call({
  name: 'sso.put',
  method: 'PUT',
  path: '/company/settings/saml',
  needs: 'company.sso',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: 'the version of the setting that is changed; 0 where there is none yet',
  body: z.strictObject({ companyId: id, ...ssoFields }),
  reply: z.object({ setting: z.nullable(ssoSetting) }),
  summary: 'Set up the identity provider of the client. It can be turned on once a try has worked.',
})

export const deleteSso = call({
  name: 'sso.delete',
  method: 'DELETE',
  path: '/company/settings/saml',
  needs: 'company.sso',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: 'the version of the setting that is deleted',
  body: z.strictObject({ companyId: id }),
  reply: z.object({ setting: z.nullable(ssoSetting) }),
  summary: 'Remove the identity provider of the client: everybody signs in with a password again.',
})

export const ssoAddresses = z.object({
  /** Our entity id for this client alone: also the audience of its assertions. */
  entityId: z.string(),
  /** Where the provider sends its responses (HTTP-POST). */
  acsUrl: z.string(),
  /** The same as the XML of a service provider's metadata. */
  metadata: z.string(),
})
export type SsoAddresses = z.infer<typeof ssoAddresses>

export const getSsoAddresses = call({
  name: 'sso.addresses',
  method: 'GET',
  path: '/company/settings/saml/ending',
  needs: 'company.sso',
  scope: 'company',
  query: ofCompany,
  reply: ssoAddresses,
  summary: 'What the identity provider has to know of this service: addresses, entity id and metadata.',
})

export const trySso = call({
  name: 'sso.try',
  method: 'GET',
  path: '/company/settings/saml/try',
  needs: 'company.sso',
  scope: 'company',
  query: ofCompany,
  rawReply: true,
  reply: z.void(),
  summary:
    'Leads to the identity provider to try it: what comes back is shown in the setting and signs nobody in.',
})

export const ssoRow = z.object({
  companyId: id,
  companyName: z.string(),
  state: z.enum(ssoStates),
  forced: z.boolean(),
  providerId: z.string(),
  domains: z.array(z.string()),
  /** When its last certificate ends. */
  certificateEndsAt: z.nullable(instant),
  changedAt: instant,
})

export const listSso = call({
  name: 'sso.list',
  method: 'GET',
  path: '/company/settings/get_sso_list',
  needs: 'company.sso',
  query: z.strictObject({ query: z.optional(z.string().check(z.maxLength(200))) }),
  reply: listOf(ssoRow),
  summary: 'The single sign-on of the clients that the caller may set up, by name of the client.',
})

/** The longest form that a provider may send: the response in base64, with its signs escaped, and what is beside it. */
const mostFormBytes = 2 * mostResponseBytes

export const takeResponse = call({
  name: 'sso.response',
  method: 'POST',
  path: '/saml/:companyId/acs',
  needs: 'public',
  params: z.strictObject({ companyId: idParam }),
  formBody: true,
  maxBytes: mostFormBytes,
  body: z.object({ SAMLResponse: z.optional(z.string()), RelayState: z.optional(z.string()) }),
  rawReply: true,
  reply: z.void(),
  summary:
    'Where identity providers send their responses, as a form that the browser posts. Only a response to a request of this server counts; the browser is led on to the landing page.',
})
