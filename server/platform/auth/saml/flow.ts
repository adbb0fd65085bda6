/**
 * A sign-in through a client's identity provider. It begins in a browser, which keeps a secret for it; the provider answers
 * with a form that the browser posts from the provider's page, without any cookie of ours; and the session is opened by the
 * landing page in the browser that has the secret. So nobody can be signed in as somebody else by a response that was sent to
 * them, and no secret stands in an address.
 */
import { randomBytes } from 'node:crypto'
import type { SsoTry } from '#contracts/sso.ts'
import type { CallerContext, Context } from '../../http/context.ts'
import { ApiError, notFound } from '../../http/error.ts'
import { roleOf } from '../../http/scope.ts'
import { instantOf } from '../../records/dialect.ts'
import type { Writer } from '../../records/records.ts'
import { recordCounted } from '../counted.ts'
import { hashPassword } from '../passwords.ts'
import { chainOf, record } from '../record.ts'
import { fingerprint, newSecret } from '../secrets.ts'
import { openSession, stageOf } from '../sessions.ts'
import { type Account, accountOf, type SignedIn } from '../signin.ts'
import { addUser } from '../users.ts'
import {
  type Asserted,
  addressOf,
  checkAssertion,
  checkShape,
  decodeResponse,
  domainOf,
  nameOf,
  Refusal,
} from './checks.ts'
import { usualJoining } from './joining.ts'
import { inTime, requestUrl, signedAssertion } from './provider.ts'
import { companyOfDomain, type Standing, ssoOf } from './standing.ts'

/** From the sign-in screen to the landing page. */
export const requestLifeMs = 10 * 60_000

/** Refusals that have a row each, of one network in an hour. */
const refusalsAlone = 20

const sentences = {
  general:
    'Your identity provider’s answer could not be accepted. Try again; if it stays so, ask your administrator.',
  none: 'No sign-in was begun in this browser, or it took too long. Begin again on the sign-in page.',
  off: 'Single sign-on is turned off for your organization. Ask your administrator.',
  certificate:
    'The certificate of your identity provider is out of date, so nobody can sign in through it. Ask your administrator.',
  noAccount:
    'Your identity provider knows you, but there is no account for you here. Ask your administrator.',
  closed: 'Your account here is closed. Ask your administrator.',
} as const

/** Where somebody with this address signs in; null where that is here. */
export async function begin(ctx: Context, email: string, browser: string): Promise<string | null> {
  const companyId = await companyOfDomain(ctx.records.read, email)
  const sso = companyId === null ? null : await ssoOf(ctx.records.read, ctx.config, companyId)
  if (sso === null) return null
  return ask(ctx, sso, { purpose: 'signIn', browser })
}

/** Where an administrator of the client tries it. */
export async function beginTry(ctx: CallerContext, companyId: number): Promise<string> {
  const sso = await ssoOf(ctx.records.read, ctx.config, companyId)
  if (sso === null) throw notFound('single sign-on')
  return ask(ctx, sso, { purpose: 'try', userId: ctx.caller.userId })
}

type Purpose =
  | { readonly purpose: 'signIn'; readonly browser: string }
  | { readonly purpose: 'try'; readonly userId: number }

/** Keeps the request, and answers the provider's address with it. */
async function ask(ctx: Context, sso: Standing, of: Purpose): Promise<string> {
  // An XML id begins with no digit.
  const requestId = `_${randomBytes(20).toString('hex')}`
  const relayState = newSecret()
  const url = await requestUrl(sso, requestId, relayState)
  await ctx.records.write('interactive', async (trx) => {
    const now = ctx.now()
    await trx.deleteFrom('saml_request').where('expires_at', '<=', instantOf(now)).execute()
    await trx.deleteFrom('saml_assertion').where('expires_at', '<=', instantOf(now)).execute()
    await trx
      .insertInto('saml_request')
      .values({
        request_id: requestId,
        company_id: sso.companyId,
        purpose: of.purpose,
        relay_hash: fingerprint(relayState),
        browser_hash: of.purpose === 'signIn' ? fingerprint(of.browser) : null,
        by_user: of.purpose === 'try' ? of.userId : null,
        state: 'open',
        user_id: null,
        message: null,
        created_at: instantOf(now),
        expires_at: instantOf(new Date(now.getTime() + requestLifeMs)),
      })
      .execute()
  })
  return url
}

interface Request {
  readonly requestId: string
  readonly purpose: string
  readonly byUser: number | null
}

/** Takes what a provider has sent; answers what it was for, as far as it was known. */
export async function take(
  ctx: Context,
  companyId: number,
  fields: { readonly SAMLResponse?: string | undefined; readonly RelayState?: string | undefined },
): Promise<'signIn' | 'try'> {
  const sso = await ssoOf(ctx.records.read, ctx.config, companyId)
  let request: Request | null = null
  try {
    if (sso === null) throw new Refused('unknownClient', sentences.general)
    const claimed = await checkShape(decodeResponse(fields.SAMLResponse), sso)
    request = await requestFor(ctx, sso, claimed.inResponseTo, fields.RelayState ?? '')
    if (request.purpose === 'signIn' && sso.state !== 'on') throw new Refused('turnedOff', sentences.off)
    const certificates = inTime(sso.certificates, ctx.now())
    if (certificates.length === 0) throw new Refused('certificateExpired', sentences.certificate)
    const signed = await signedAssertion({ ...sso, certificates }, claimed)
    const { requestId } = request
    const asserted = await checkAssertion(signed, { ...sso, requestId, now: ctx.now() })
    const email = addressOf(asserted, sso.emailClaim)
    if (request.purpose === 'try') await finishTry(ctx, sso, request, asserted, email)
    else await accept(ctx, sso, request, asserted, email)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Refused)) throw error
    await refuse(ctx, sso === null ? null : companyId, request, error)
  }
  return request?.purpose === 'try' ? 'try' : 'signIn'
}

/** Thrown where a response holds, but nobody is signed in by it. */
class Refused extends Error {
  readonly reason: string
  readonly sentence: string
  constructor(reason: string, sentence: string) {
    super(reason)
    this.name = 'Refused'
    this.reason = reason
    this.sentence = sentence
  }
}

/** The open request that a response says it answers. */
async function requestFor(ctx: Context, sso: Standing, id: string, relayState: string): Promise<Request> {
  const row = await ctx.records.read
    .selectFrom('saml_request')
    .select(['request_id', 'purpose', 'by_user', 'state', 'relay_hash'])
    .where('request_id', '=', id)
    .where('company_id', '=', sso.companyId)
    .where('expires_at', '>', instantOf(ctx.now()))
    .executeTakeFirst()
  if (row === undefined) throw new Refused('unknownRequest', sentences.general)
  if (row.state !== 'open') throw new Refused('requestUsed', sentences.general)
  if (row.relay_hash !== fingerprint(relayState)) throw new Refused('relayState', sentences.general)
  return { requestId: row.request_id, purpose: row.purpose, byUser: row.by_user }
}

/** Uses the request and the assertion up: each is good once, whoever comes first. */
async function useUp(
  trx: Writer,
  ctx: Context,
  { companyId }: Standing,
  { requestId }: Request,
  { assertionId, usableUntil }: Asserted,
  to: { state: 'accepted' | 'landed'; user_id: number | null },
): Promise<void> {
  const used = await trx
    .updateTable('saml_request')
    .set(to)
    .where('request_id', '=', requestId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) throw new Refused('requestUsed', sentences.general)
  const added = await trx
    .insertInto('saml_assertion')
    .values({
      company_id: companyId,
      assertion_hash: fingerprint(assertionId),
      expires_at: instantOf(new Date(Math.max(usableUntil.getTime(), ctx.now().getTime() + requestLifeMs))),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'assertion_hash']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) throw new Refused('assertionUsed', sentences.general)
}

/** What would become of somebody whom the provider names. */
type Follows = { readonly account: Account } | { readonly creates: true }

async function followsOf(ctx: Context, sso: Standing, email: string): Promise<Follows> {
  if (!sso.domains.includes(domainOf(email)))
    throw new Refused(
      'domain',
      'Your address is not of a domain that your organization signs in from. Ask your administrator.',
    )
  const known = await ctx.records.read
    .selectFrom('app_user')
    .select(['user_id', 'company_id', 'active'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known === undefined) {
    if (sso.createsAccounts) return { creates: true }
    throw new Refused('noAccount', sentences.noAccount)
  }
  // Whatever a provider says: it speaks for people of its own client and nobody else.
  if (known.company_id !== sso.companyId) throw new Refused('otherClient', sentences.noAccount)
  const account = await accountOf(ctx.records.read, { userId: known.user_id })
  if (account === null) throw new Refused('closed', sentences.closed)
  return { account }
}

/** The provider has signed in somebody of the client: the landing page may open the session. */
async function accept(
  ctx: Context,
  sso: Standing,
  request: Request,
  asserted: Asserted,
  email: string,
): Promise<void> {
  const follows = await followsOf(ctx, sso, email)
  // No password is this one: it is never told to anybody.
  const unusable = 'account' in follows ? null : await hashPassword(newSecret())
  await ctx.records.write('interactive', async (trx) => {
    let userId: number
    if ('account' in follows) userId = follows.account.userId
    else {
      const name = nameOf(asserted, sso.nameClaim) || email
      const { companyId } = sso
      const via = 'single sign-on'
      userId = await addUser(trx, { ...ctx, via }, null, {
        email,
        name,
        role: 'Default',
        companyId,
        passwordHash: unusable ?? '',
      })
      await trx.updateTable('app_user').set({ sso: 1 }).where('user_id', '=', userId).execute()
      await usualJoining()(trx, { ...ctx, via }, { userId, companyId, email })
    }
    await useUp(trx, ctx, sso, request, asserted, { state: 'accepted', user_id: userId })
  })
}

/** Shows an administrator what came and what would follow; nobody is signed in by it. */
async function finishTry(
  ctx: Context,
  sso: Standing,
  request: Request,
  asserted: Asserted,
  email: string,
): Promise<void> {
  const outcome = await followsOf(ctx, sso, email).then(
    (follows) => ({ reason: null, follows }),
    (error: unknown) => {
      if (error instanceof Refused) return { reason: error.reason, follows: null }
      throw error
    },
  )
  // Somebody without an account may try it as well: then it works all the same.
  const worked = outcome.reason === null || outcome.reason === 'noAccount'
  const says =
    outcome.follows === null
      ? (refusalsSaid[outcome.reason ?? ''] ?? 'They would not be signed in.')
      : 'account' in outcome.follows
        ? `${outcome.follows.account.name} (${email}) would be signed in as ${roleOf(outcome.follows.account.role)}${secondStep(sso, outcome.follows.account)}.`
        : `An account for ${email} would be made with the role Default and no project.`
  const claims = [{ name: 'NameID', values: [asserted.nameId] }, ...asserted.claims]
  await ctx.records.write('interactive', async (trx) => {
    await useUp(trx, ctx, sso, request, asserted, { state: 'landed', user_id: null })
    await keepTry(trx, ctx, sso, request, { worked, says, claims: claims.slice(0, 60).map(shortened) })
  })
}

const secondStep = ({ providerMfa }: Standing, { needsMfa }: Account): string =>
  needsMfa && !providerMfa ? ', after a second step here' : ''

const shortened = ({ name, values }: Asserted['claims'][number]) => ({
  name: name.slice(0, 300),
  values: values.slice(0, 50).map((value) => value.slice(0, 300)),
})

/** Of a try, to the administrator: what is to be changed. */
const refusalsSaid: Readonly<Record<string, string>> = {
  tooLarge: 'The response has more than 256 KB. Have the provider send fewer attributes.',
  malformed: 'The response is no SAML 2.0 response.',
  documentType: 'The response has a document type. No provider needs one.',
  comment: 'The response has comments in it. No provider needs them.',
  status: 'The provider has refused the sign-in.',
  notOneAssertion: 'The response has none or more than one assertion.',
  encrypted:
    'The assertion is encrypted. Turn the encryption of assertions off at the provider: TLS encrypts it.',
  unsigned:
    'The assertion is not signed. Have the provider sign the assertion itself, not the response alone.',
  signature: 'The signature is not by one of the certificates that stand here.',
  algorithm:
    'The signature must be RSA with SHA-256 or SHA-512, canonicalized exclusively. Change it at the provider.',
  issuer: 'The issuer of the response is another than the entity id that stands here.',
  destination:
    'The response was sent to another address. Give the provider the address (ACS) that stands here.',
  recipient: 'The assertion is for another address. Give the provider the address (ACS) that stands here.',
  inResponseTo:
    'The assertion does not say that it answers our request. Begin the sign-in here, not at the provider.',
  audience: 'The assertion is for another service. Give the provider our entity id as the audience.',
  expired: 'The assertion has expired. Check the clock of the provider.',
  early: 'The assertion is not valid yet. Check the clock of the provider.',
  noAddress: 'The response has no e-mail address where one is expected. Check the name of the attribute.',
  certificateExpired: 'All certificates that stand here are out of date, or their time has not come.',
  domain: 'The address is not of one of the domains that stand here.',
  noAccount:
    'Nobody here has this address, and accounts are not made at the first sign-in: they would be refused.',
  otherClient: 'There is no account of this client with this address, and none can be made.',
  closed: 'The account of this address is closed: they would be refused.',
}

/** Puts what came of a try on the setting; one that worked lets it be turned on. */
async function keepTry(
  trx: Writer,
  ctx: Context,
  { companyId }: Pick<Standing, 'companyId'>,
  request: Request,
  result: Pick<SsoTry, 'worked' | 'says' | 'claims'>,
): Promise<void> {
  const by = request.byUser === null ? null : await accountOf(trx, { userId: request.byUser })
  const tried: SsoTry = { at: instantOf(ctx.now()), by: by?.name ?? '', ...result }
  await trx
    .updateTable('sso_config')
    .set({ tried: JSON.stringify(tried) })
    .where('company_id', '=', companyId)
    .execute()
  if (result.worked)
    await trx
      .updateTable('sso_config')
      .set({ state: 'tried' })
      .where('company_id', '=', companyId)
      .where('state', '=', 'draft')
      .execute()
  await record(
    trx,
    ctx,
    by,
    { action: 'sso.tried', facts: { companyId, worked: result.worked } },
    chainOf(companyId),
  )
}

/** Nobody is signed in. The reason stands in the security log; the person is told one sentence. */
async function refuse(
  ctx: Context,
  companyId: number | null,
  request: Request | null,
  refusal: Refusal | Refused,
): Promise<void> {
  const { reason } = refusal
  const message = refusal instanceof Refused ? refusal.sentence : sentences.general
  await ctx.records.write('interactive', async (trx) => {
    if (request !== null)
      await trx
        .updateTable('saml_request')
        .set({ state: 'refused', message })
        .where('request_id', '=', request.requestId)
        .where('state', '=', 'open')
        .execute()
    if (request?.purpose === 'try' && companyId !== null)
      await keepTry(trx, ctx, { companyId }, request, {
        worked: false,
        says: refusalsSaid[reason] ?? sentences.general,
        claims: [],
      })
    // Anybody may send anything here: it is of no person, and beyond so many an hour it is counted.
    const entry = { action: 'auth.ssoRefused', facts: { companyId, reason } }
    await recordCounted(trx, ctx, null, entry, refusalsAlone)
  })
}

/** Opens the session of the sign-in that this browser has begun. */
export async function land(ctx: Context, browser: string | null, agent: string | null): Promise<SignedIn> {
  const row =
    browser === null
      ? undefined
      : await ctx.records.read
          .selectFrom('saml_request')
          .select(['request_id', 'company_id', 'state', 'user_id', 'message'])
          .where('browser_hash', '=', fingerprint(browser))
          .where('state', '<>', 'landed')
          .where('expires_at', '>', instantOf(ctx.now()))
          // Of several that were begun, the one that was answered.
          .orderBy((eb) => eb.case().when('state', '=', 'open').then(1).else(0).end())
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (row === undefined) throw refused(sentences.none)
  if (row.state !== 'accepted') throw refused(row.message ?? sentences.general)
  return ctx.records.write('interactive', async (trx) => {
    const landed = await trx
      .updateTable('saml_request')
      .set({ state: 'landed' })
      .where('request_id', '=', row.request_id)
      .where('state', '=', 'accepted')
      .executeTakeFirst()
    if (landed.numUpdatedRows !== 1n) throw refused(sentences.none)
    const sso = await ssoOf(trx, ctx.config, row.company_id)
    if (sso?.state !== 'on') throw refused(sentences.off)
    // As it stands now: closed or moved since the provider has answered, it is nobody to sign in.
    const account = await accountOf(trx, { userId: row.user_id ?? 0 })
    if (account?.companyId !== sso.companyId) throw refused(sentences.closed)
    const needsMfa = account.needsMfa && !sso.providerMfa
    const now = ctx.now()
    const opened = await openSession(
      trx,
      { userId: account.userId, stage: needsMfa ? 'mfa' : 'full', ip: ctx.ip, agent, byProvider: true },
      now,
    )
    const stage = needsMfa ? 'mfa' : stageOf('full', account.acceptedVersion)
    await record(
      trx,
      ctx,
      { ...account, sessionId: opened.sessionId },
      {
        action: needsMfa ? 'auth.ssoAccepted' : 'auth.signedIn',
        facts: { stage, how: 'sso', ...(needsMfa ? {} : { mfa: account.needsMfa ? 'provider' : 'none' }) },
      },
    )
    return { account, stage, opened, browser: null }
  })
}

const refused = (sentence: string): ApiError => new ApiError('auth.ssoRefused', sentence)
