/** What stands on the record of a client's identity provider, for sign-in. */
import type { Config } from '../../config.ts'
import type { Reader } from '../../records/records.ts'
import { domainOf } from './checks.ts'
import { addressesOf, type Provider } from './provider.ts'

/** A client's provider with what follows from its assertions. */
export interface Standing extends Provider {
  readonly companyId: number
  readonly state: string
  readonly emailClaim: string
  readonly nameClaim: string
  readonly providerMfa: boolean
  readonly createsAccounts: boolean
  readonly forced: boolean
  /** User ids. */
  readonly exceptions: readonly number[]
  readonly domains: readonly string[]
  readonly version: number
}

/** Null where the client has none. */
export async function ssoOf(
  read: Reader,
  config: Pick<Config, 'publicUrl'>,
  companyId: number,
): Promise<Standing | null> {
  const row = await read
    .selectFrom('sso_config')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) return null
  const domains = await read
    .selectFrom('sso_domain')
    .select('domain')
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()
  return {
    companyId,
    ...addressesOf(config, companyId),
    providerId: row.provider_id,
    ssoUrl: row.sso_url,
    certificates: JSON.parse(row.certificates) as string[],
    state: row.state,
    emailClaim: row.email_claim,
    nameClaim: row.name_claim,
    providerMfa: row.provider_mfa === 1,
    createsAccounts: row.creates_accounts === 1,
    forced: row.forced === 1,
    exceptions: JSON.parse(row.exceptions) as number[],
    domains: domains.map(({ domain }) => domain),
    version: row.version,
  }
}

/** The client to whose provider addresses of this domain lead; null where they lead nowhere. */
export async function companyOfDomain(read: Reader, email: string): Promise<number | null> {
  const row = await read
    .selectFrom('sso_domain as d')
    .innerJoin('sso_config as c', 'c.company_id', 'd.company_id')
    .select('d.company_id')
    .where('d.domain', '=', domainOf(email))
    .where('c.state', '=', 'on')
    .executeTakeFirst()
  return row?.company_id ?? null
}

/**
 * Whether a password does not sign this account in, because its client has everybody come by its provider. Of an address that
 * has no account its domain decides, so that the answer does not tell whether it has one.
 */
export async function mustUseSso(
  read: Reader,
  email: string,
  account: { readonly userId: number; readonly companyId: number | null } | null,
): Promise<boolean> {
  const companyId = account === null ? await companyOfDomain(read, email) : account.companyId
  return mustComeByProvider(read, { userId: account?.userId ?? 0, companyId })
}

/** Whether somebody comes in by the provider of their client alone: with no password, and by no key for other applications. */
export async function mustComeByProvider(
  read: Reader,
  account: { readonly userId: number; readonly companyId: number | null },
): Promise<boolean> {
  const row = account.companyId === null ? null : await inForce(read, account.companyId)
  return row?.forced === 1 && !isException(row, account)
}

/**
 * Whether somebody signs in with a password: not where their client requires its provider, nor where the provider has made
 * the account, which then never had one; those whom the client has named always may. Where they do not, none is set, changed
 * or asked for.
 */
export async function usesPassword(
  read: Reader,
  account: { readonly userId: number; readonly companyId: number | null; readonly sso: boolean },
): Promise<boolean> {
  const row = account.companyId === null ? null : await inForce(read, account.companyId)
  return row === null || isException(row, account) || (row.forced !== 1 && !account.sso)
}

/** What a client has said of its provider; null where people do not sign in by it now. */
async function inForce(read: Reader, companyId: number) {
  const row = await read
    .selectFrom('sso_config')
    .select(['forced', 'exceptions'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'on')
    .executeTakeFirst()
  return row ?? null
}

const isException = (
  { exceptions }: { readonly exceptions: string },
  { userId }: { readonly userId: number },
): boolean => (JSON.parse(exceptions) as number[]).includes(userId)
