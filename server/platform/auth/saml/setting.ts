/** A client's identity provider as its administrators set it up. */

import { X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import type { putSso, SsoSetting, SsoState, SsoTry, ssoRow } from '#contracts/sso.ts'
import type { CallerContext } from '../../http/context.ts'
import { ApiError, notFound } from '../../http/error.ts'
import { idempotent } from '../../http/idempotency.ts'
import { rankOf } from '../../http/scope.ts'
import { flag, instantOf } from '../../records/dialect.ts'
import type { Writer } from '../../records/records.ts'
import { requireClient } from '../client.ts'
import { chainOf, record } from '../record.ts'
import { revokePasswordSessions, sessionLife } from '../sessions.ts'
import { domainOf } from './checks.ts'
import { readCertificate } from './provider.ts'
import { type Standing, ssoOf } from './standing.ts'

type Asked = BodyOf<typeof putSso>

export async function readSetting(ctx: CallerContext, companyId: number): Promise<SsoSetting | null> {
  const { read } = ctx.records
  await requireClient(read, companyId)
  const sso = await ssoOf(read, ctx.config, companyId)
  if (sso === null) return null
  const now = instantOf(ctx.now())
  const { tried } = await read
    .selectFrom('sso_config')
    .select('tried')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const open = await read
    .selectFrom('saml_request')
    .select('request_id')
    .where('company_id', '=', companyId)
    .where('purpose', '=', 'try')
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  const exceptions =
    sso.exceptions.length === 0
      ? []
      : await read
          .selectFrom('app_user')
          .select(['user_id', 'name', 'email'])
          .where('user_id', 'in', [...sso.exceptions])
          .where('company_id', '=', companyId)
          .orderBy('email')
          .execute()
  return {
    companyId,
    state: sso.state as SsoState,
    version: sso.version,
    providerId: sso.providerId,
    ssoUrl: sso.ssoUrl,
    certificates: sso.certificates.map(shownCertificate),
    domains: [...sso.domains],
    emailClaim: sso.emailClaim,
    nameClaim: sso.nameClaim,
    providerMfa: sso.providerMfa,
    createsAccounts: sso.createsAccounts,
    forced: sso.forced,
    exceptions: exceptions.map((row) => ({ userId: row.user_id, userName: row.name, userEmail: row.email })),
    holders: await holdersOf(ctx, companyId),
    tried: tried === null ? null : (JSON.parse(tried) as SsoTry),
    trying: open !== undefined,
  }
}

async function holdersOf(ctx: CallerContext, companyId: number): Promise<SsoSetting['holders']> {
  const now = ctx.now()
  const rows = await ctx.records.read
    .selectFrom('app_user as u')
    .select(['u.email'])
    .select((eb) => [
      eb
        .selectFrom('api_key as k')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('k.user_id', '=', 'u.user_id')
        .where('k.revoked_at', 'is', null)
        .where('k.ends_at', '>', instantOf(now))
        .as('keys'),
      eb
        .selectFrom('session as s')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('s.user_id', '=', 'u.user_id')
        .where('s.sso', '=', 0)
        .where('s.revoked_at', 'is', null)
        .where('s.expires_at', '>', instantOf(now))
        .where('s.seen_at', '>', instantOf(new Date(now.getTime() - sessionLife.idleMs)))
        .as('sessions'),
    ])
    .where('u.company_id', '=', companyId)
    .orderBy('u.email')
    .execute()
  return rows
    .map(({ email, keys, sessions }) => ({
      ...{ userEmail: email, keys: Number(keys), sessions: Number(sessions) },
    }))
    .filter(({ keys, sessions }) => keys + sessions > 0)
}

function shownCertificate(pem: string): SsoSetting['certificates'][number] {
  const certificate = new X509Certificate(pem)
  return {
    pem,
    subject: certificate.subject.replaceAll('\n', ', ') || 'No subject',
    startsAt: instantOf(certificate.validFromDate),
    endsAt: instantOf(certificate.validToDate),
    fingerprint: certificate.fingerprint256,
  }
}

/** Sets it up or changes it; the trail has what it was and what it became. */
export async function changeSetting(ctx: CallerContext, asked: Asked): Promise<SsoSetting | null> {
  const { companyId } = asked
  const certificates = certificatesOf(asked.certificates)
  const domains = domainsOf(asked.domains)
  const ssoUrl = addressOf(asked.ssoUrl)
  await idempotent(
    ctx,
    async (trx) => {
      await requireClient(trx, companyId)
      const before = await ssoOf(trx, ctx.config, companyId)
      requireVersion(ctx, before)
      await requireFreeDomains(trx, companyId, domains)
      const exceptions = await accountsOf(trx, companyId, asked.exceptions)
      const { providerId, emailClaim, nameClaim, providerMfa, createsAccounts, forced, on } = asked
      const same =
        before !== null && isSameConnection(before, { providerId, ssoUrl, emailClaim, certificates })
      const reached = same ? before.state : 'draft'
      if (on && reached === 'draft')
        throw invalid(
          before?.state === 'on'
            ? 'This changes the connection itself. Save it turned off, try it, and turn it on again.'
            : 'Save it turned off and try it first: it can be turned on once a try has worked.',
          'on',
        )
      if (forced && !on) throw invalid('Single sign-on can be required only while it is on.', 'forced')
      if (forced) await requireWayIn(trx, ctx, companyId, exceptions)
      const state: SsoState = on ? 'on' : reached === 'draft' ? 'draft' : 'tried'
      const row = {
        provider_id: providerId,
        sso_url: ssoUrl,
        certificates: JSON.stringify(certificates),
        email_claim: emailClaim,
        name_claim: nameClaim,
        state,
        forced: flag(forced),
        exceptions: JSON.stringify(exceptions),
        creates_accounts: flag(createsAccounts),
        provider_mfa: flag(providerMfa),
        version: (before?.version ?? 0) + 1,
        changed_at: instantOf(ctx.now()),
        // What the provider said of somebody is kept no longer than it is of use.
        ...(state === 'tried' ? {} : { tried: null }),
      }
      await trx
        .insertInto('sso_config')
        .values({ company_id: companyId, tried: null, ...row })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
        .execute()
      await trx.deleteFrom('sso_domain').where('company_id', '=', companyId).execute()
      await trx
        .insertInto('sso_domain')
        .values(domains.map((domain) => ({ domain, company_id: companyId })))
        .execute()
      const sessionsEnded = forced ? await revokePasswordSessions(trx, companyId, exceptions, ctx.now()) : 0
      await record(
        trx,
        ctx,
        ctx.caller,
        {
          action: 'sso.settingsChanged',
          ...(before === null ? {} : { oldValue: sayable(before) }),
          newValue: sayable({ ...asked, ssoUrl, certificates, domains, exceptions, state }),
          facts: { companyId, ...(sessionsEnded === 0 ? {} : { sessionsEnded }) },
        },
        chainOf(companyId),
      )
    },
    { alone: true },
  )
  return readSetting(ctx, companyId)
}

/** Everybody signs in with a password again; accounts that never had one can ask for a link to set it. */
export async function removeSetting(ctx: CallerContext, companyId: number): Promise<null> {
  await idempotent(ctx, async (trx) => {
    await requireClient(trx, companyId)
    const before = await ssoOf(trx, ctx.config, companyId)
    if (before === null) throw notFound('single sign-on')
    requireVersion(ctx, before)
    await takeAway(trx, ctx, before)
  })
  return null
}

/** The provider of a client that is deleted: its domains are free for other clients. */
export async function removeProvider(trx: Writer, ctx: CallerContext, companyId: number): Promise<void> {
  const before = await ssoOf(trx, ctx.config, companyId)
  if (before !== null) await takeAway(trx, ctx, before)
}

/** With what was asked of it and is still open. */
async function takeAway(trx: Writer, ctx: CallerContext, before: Standing): Promise<void> {
  const { companyId } = before
  for (const table of ['sso_domain', 'saml_request', 'saml_assertion', 'sso_config'] as const)
    await trx.deleteFrom(table).where('company_id', '=', companyId).execute()
  await trx.updateTable('app_user').set({ sso: 0 }).where('company_id', '=', companyId).execute()
  await record(
    trx,
    ctx,
    ctx.caller,
    { action: 'sso.removed', oldValue: sayable(before), facts: { companyId } },
    chainOf(companyId),
  )
}

/** The clients that the caller may set up, with how people sign in there. */
export async function settingsOf(
  { records: { read }, caller }: CallerContext,
  text: string,
): Promise<z.infer<typeof ssoRow>[]> {
  let query = read
    .selectFrom('sso_config as s')
    .innerJoin('company as c', 'c.company_id', 's.company_id')
    .select([
      's.company_id',
      'c.name',
      's.state',
      's.forced',
      's.provider_id',
      's.certificates',
      's.changed_at',
    ])
  if (rankOf(caller) >= 1) query = query.where('s.company_id', '=', caller.companyId ?? 0)
  const rows = await query.execute()
  const domains = await read.selectFrom('sso_domain').selectAll().orderBy('domain').execute()
  const wanted = text.trim().toLowerCase()
  return rows
    .map((row) => ({
      companyId: row.company_id,
      companyName: row.name,
      state: row.state as SsoState,
      forced: row.forced === 1,
      providerId: row.provider_id,
      domains: domains.filter(({ company_id }) => company_id === row.company_id).map(({ domain }) => domain),
      certificateEndsAt: lastEnd(JSON.parse(row.certificates) as string[]),
      changedAt: row.changed_at,
    }))
    .filter(({ companyName, domains: own }) =>
      [companyName, ...own].some((one) => one.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => a.companyName.localeCompare(b.companyName, 'en', { numeric: true }))
}

const lastEnd = (certificates: readonly string[]): string | null =>
  certificates
    .map((pem) => instantOf(new X509Certificate(pem).validToDate))
    .toSorted()
    .at(-1) ?? null

/** For the trail: certificates by their fingerprints, people by their ids. */
function sayable(of: {
  readonly state: string
  readonly providerId: string
  readonly ssoUrl: string
  readonly certificates: readonly string[]
  readonly domains: readonly string[]
  readonly emailClaim: string
  readonly nameClaim: string
  readonly providerMfa: boolean
  readonly createsAccounts: boolean
  readonly forced: boolean
  readonly exceptions: readonly number[]
}) {
  const { state, providerId, ssoUrl, domains, emailClaim, nameClaim } = of
  const { providerMfa, createsAccounts, forced, exceptions } = of
  return {
    ...{ state, providerId, ssoUrl, domains, emailClaim, nameClaim },
    ...{ providerMfa, createsAccounts, forced, exceptions },
    certificates: of.certificates.map((pem) => new X509Certificate(pem).fingerprint256),
  }
}

/** What a try has shown stays shown: the same provider, asked at the same place, with one of the certificates of before. */
const isSameConnection = (
  before: Standing,
  after: Pick<Standing, 'providerId' | 'ssoUrl' | 'emailClaim' | 'certificates'>,
): boolean =>
  before.providerId === after.providerId &&
  before.ssoUrl === after.ssoUrl &&
  before.emailClaim === after.emailClaim &&
  before.certificates.some((pem) => after.certificates.includes(pem))

function requireVersion(ctx: CallerContext, before: Standing | null): void {
  if (ctx.ifMatch === null)
    throw new ApiError('version.required', 'Send If-Match: the version of the setting that you change.', {
      detail: 'If-Match',
    })
  if (ctx.ifMatch !== String(before?.version ?? 0))
    throw new ApiError(
      'sso.stale',
      'Somebody has changed single sign-on since you opened it. Nothing was saved: look at what stands now.',
    )
}

function certificatesOf(given: readonly string[]): string[] {
  const all = given.map((one) => readCertificate(one).toString().trim())
  if (new Set(all).size !== all.length) throw invalid('The two certificates are the same.', 'certificates')
  return all
}

/** Anybody can have an address there: whose provider would speak for them? */
const publicDomains: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com'],
  ...[
    'me.com',
    'aol.com',
    'gmx.com',
    'gmx.net',
    'gmx.de',
    'web.de',
    'proton.me',
    'protonmail.com',
    'mail.com',
  ],
])

function domainsOf(given: readonly string[]): string[] {
  return [
    ...new Set(
      given.map((one) => {
        const domain = domainToASCII(one.replace(/^@/, '').replace(/\.$/, ''))
        if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain))
          throw invalid(`"${one}" is no domain. Write it like firm.example.`, 'domains')
        if (publicDomains.has(domain))
          throw invalid(`${domain} is a public mail service: it cannot lead to one client.`, 'domains')
        return domain
      }),
    ),
  ].toSorted()
}

/** The provider is reached over TLS; on this machine, where nobody listens in, without it too. */
function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (
    url === null ||
    url.username !== '' ||
    !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere))
  )
    throw invalid('The sign-in address of the provider must begin with https://.', 'ssoUrl')
  return given
}

/** One client has a domain: neither another's nor one that accounts of others are in. Whose they are is not said. */
async function requireFreeDomains(trx: Writer, companyId: number, domains: readonly string[]): Promise<void> {
  const taken = await trx
    .selectFrom('sso_domain')
    .select('domain')
    .where('domain', 'in', [...domains])
    .where('company_id', '<>', companyId)
    .execute()
  // No domain has a sign that means something to `like`.
  const others = await trx
    .selectFrom('app_user')
    .select('email')
    .where((eb) => eb.or([eb('company_id', 'is', null), eb('company_id', '<>', companyId)]))
    .where((eb) => eb.or(domains.map((domain) => eb('email', 'like', `%@${domain}`))))
    .execute()
  const used = new Set([...taken.map(({ domain }) => domain), ...others.map(({ email }) => domainOf(email))])
  const first = domains.find((domain) => used.has(domain))
  if (first === undefined) return
  throw new ApiError(
    'conflict',
    `${first} cannot be used by this client. If it is yours, ask the operator of this server.`,
    { detail: 'domains' },
  )
}

/** The ids of people of the client, by their addresses. */
async function accountsOf(trx: Writer, companyId: number, emails: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(emails)]
  if (wanted.length === 0) return []
  const rows = await trx
    .selectFrom('app_user')
    .select(['user_id', 'email'])
    .where('company_id', '=', companyId)
    .where('email', 'in', wanted)
    .execute()
  const unknown = wanted.find((email) => !rows.some((row) => row.email === email))
  if (unknown !== undefined) throw invalid(`Nobody of this client has the address ${unknown}.`, 'exceptions')
  return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
}

/** When the provider fails, somebody must be able to come in and turn it off. */
async function requireWayIn(
  trx: Writer,
  { caller }: CallerContext,
  companyId: number,
  exceptions: readonly number[],
): Promise<void> {
  const admins =
    exceptions.length === 0
      ? []
      : await trx
          .selectFrom('app_user')
          .select('user_id')
          .where('user_id', 'in', [...exceptions])
          .where('company_id', '=', companyId)
          .where('role', '=', 'ClientAdmin')
          .where('active', '=', 1)
          // Made by single sign-on, it has no password to come in by.
          .where((eb) => eb.or([eb('sso', '=', 0), eb('user_id', '=', caller.userId)]))
          .execute()
  if (admins.length > 0) return
  throw invalid(
    'Name at least one active administrator of the client who may still use a password, yourself for example.',
    'exceptions',
  )
}

const invalid = (message: string, detail: string): ApiError =>
  new ApiError('request.invalid', message, { detail })
