/** Sign-in through the identity providers of clients. */
import type { Flag, Instant, Json } from '../../records/schema.ts'

declare module '../../records/schema.ts' {
  interface Schema {
    sso_config: SsoConfigTable
    sso_domain: SsoDomainTable
    saml_request: SamlRequestTable
    saml_assertion: SamlAssertionTable
  }
}

/** One row for each client that has a provider. */
export interface SsoConfigTable {
  company_id: number
  /** The entity id of the provider. */
  provider_id: string
  /** Where people are sent to sign in. */
  sso_url: string
  /** JSON: one or two certificates, PEM. */
  certificates: Json
  /** The attribute that holds the e-mail address; empty: the NameID does. */
  email_claim: string
  /** The attribute that holds the name; empty: none. */
  name_claim: string
  /** `draft`, `tried` or `on`. */
  state: string
  /** People of this client sign in by their provider alone. */
  forced: Flag
  /** JSON: ids of the users who may use a password all the same. */
  exceptions: Json
  /** Whoever the provider names has an account made at the first sign-in. */
  creates_accounts: Flag
  /** The provider asks for the second step, so that it is not asked for again. */
  provider_mfa: Flag
  version: number
  /** JSON: what came of the last try; gone once it is turned on. */
  tried: Json | null
  changed_at: Instant
}

/** A domain of addresses leads to one client. */
export interface SsoDomainTable {
  domain: string
  company_id: number
}

/** What we asked of a provider: a response to anything else is refused. */
export interface SamlRequestTable {
  request_id: string
  company_id: number
  /** `signIn` or `try`. */
  purpose: string
  /** SHA-256 of the RelayState. */
  relay_hash: string
  /** SHA-256 of the secret of the browser in which it began; null for a try. */
  browser_hash: string | null
  /** Who tries. */
  by_user: number | null
  /** `open`, `accepted`, `refused`, `landed`. */
  state: string
  /** Whom the provider has named; null until then. */
  user_id: number | null
  /** Why it was refused, for the person. */
  message: string | null
  created_at: Instant
  expires_at: Instant
}

/** Assertions that were used, until they have expired by themselves. */
export interface SamlAssertionTable {
  company_id: number
  /** SHA-256 of its id. */
  assertion_hash: string
  expires_at: Instant
}
