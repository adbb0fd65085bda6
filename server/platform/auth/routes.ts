/** The calls of contracts/auth.ts. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as auth from '#contracts/auth.ts'
import type { CallerContext } from '../http/context.ts'
import { type Route, route } from '../http/route.ts'
import { clearCookies, setCookies } from './cookies.ts'
import { handOut, secondsLeft } from './hand-out.ts'
import { browserOf } from './known-browsers.ts'
import { acceptLicence, dropPendingLicence, readLicence } from './licence.ts'
import { retryAfterOf } from './lockout.ts'
import { confirmSecondStep, openSecondStep } from './mfa.ts'
import {
  changePassword,
  changePhoto,
  changeProfile,
  changeSetting,
  readProfile,
  readSetting,
} from './profile.ts'
import { record } from './record.ts'
import { isLinkGood, resetWithLink, sendResetLink } from './reset.ts'
import {
  agentOf,
  credentialsOf,
  lengthOf,
  revokeSession,
  stageOf,
  tokenNotFound,
  tokenOf,
} from './sessions.ts'
import { sessionReply, signIn } from './signin.ts'

/** Far more than the work of sending a link takes, far less than anybody minds. */
const answerAfterMs = 250

export const routes: Route[] = [
  route(auth.login, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, async () =>
      handOut(ctx, reply, await signIn(ctx, body.email, body.password, browserOf(raw), agentOf(raw))),
    ),
  ),

  route(auth.openMfa, (ctx, { raw }) => openSecondStep(ctx, tokenHere(raw))),

  route(auth.confirmMfa, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, async () =>
      handOut(ctx, reply, await confirmSecondStep(ctx, tokenHere(raw), body.code, browserOf(raw))),
    ),
  ),

  route(auth.forgot, async (ctx, { body }) => {
    // An address that has an account costs a little more work: all are answered at the same moment.
    await Promise.all([sendResetLink(ctx, body.email), wait(answerAfterMs)])
    return { message: 'If this address has an account, a link to set a new password is on its way to it.' }
  }),

  route(auth.checkReset, async (ctx) => ({ valid: await isLinkGood(ctx, ctx.linkToken) })),

  route(auth.resetPassword, async (ctx, { body }) => {
    await resetWithLink(ctx, body.token, body.password)
    return { message: 'Your new password is set. Sign in with it.' }
  }),

  route(auth.getToken, async (ctx, { raw, reply }) => {
    const { cookie, token } = credentialsOf(raw)
    const session = await sessionHere(ctx)
    if (cookie !== null)
      setCookies(reply, ctx.config, { session: cookie, xsrf: session.xsrf }, secondsLeft(ctx, session))
    return { ...session.reply, token: cookie === null ? (token ?? '') : tokenOf(cookie) }
  }),

  route(auth.deleteToken, async (ctx, { reply }) => {
    await ctx.records.write('interactive', async (trx) => {
      await revokeSession(trx, ctx.caller.sessionId, ctx.now())
      await record(trx, ctx, ctx.caller, { action: 'auth.signedOut' })
    })
    clearCookies(reply, ctx.config)
  }),

  route(auth.getLicence, (ctx) => readLicence(ctx)),

  route(auth.acceptLicence, async (ctx, { body, raw }) => {
    await acceptLicence(ctx, body.version)
    const session = await sessionHere(ctx)
    return { ...session.reply, token: tokenHere(raw) }
  }),

  route(auth.deleteLicence, (ctx) => dropPendingLicence(ctx)),

  route(auth.getProfile, async (ctx, { query }) => {
    const profile = await readProfile(ctx)
    await requireGroupProject(ctx, query.groupProjectId)
    return profile
  }),

  route(auth.putProfile, async (ctx, { body, query }) => {
    await requireGroupProject(ctx, query.groupProjectId)
    return changeProfile(ctx, body)
  }),

  route(auth.putPhoto, (ctx, { body }) => changePhoto(ctx, body.photo)),

  route(auth.putPassword, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, async () => {
      await changePassword(ctx, body, browserOf(raw))
      return { message: 'Your password is changed. Your other sessions have ended.' }
    }),
  ),

  route(auth.getViewerSetting, (ctx) => readSetting(ctx)),
  route(auth.putViewerSetting, (ctx, { body }) => changeSetting(ctx, body)),
]

/** A profile may be asked for with the groups of a project: one that the caller may see. */
async function requireGroupProject(ctx: CallerContext, projectId: number | undefined): Promise<void> {
  if (projectId !== undefined) await ctx.admission.requireVisibleProject(ctx.caller, projectId)
}

/** The caller's session as it stands on the record now. */
async function sessionHere(ctx: CallerContext) {
  const row = await ctx.records.read
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .leftJoin('company as c', 'c.company_id', 'u.company_id')
    .select(['s.stage', 's.xsrf', 's.expires_at', 'u.user_id', 'u.role', 'u.accepted_version'])
    .select(['c.idle_minutes', 'c.session_hours'])
    .where('s.token_hash', '=', ctx.caller.sessionId)
    .executeTakeFirst()
  if (row === undefined) throw tokenNotFound()
  const reply = sessionReply(ctx, {
    userId: row.user_id,
    role: row.role,
    stage: stageOf(row.stage, row.accepted_version),
    token: '',
    expiresAt: row.expires_at,
    length: lengthOf(row),
  })
  return { reply, xsrf: row.xsrf, expiresAt: row.expires_at }
}

/** The token that the call came with; calls of a session were let in by it, or by the cookie it follows from. */
function tokenHere(raw: FastifyRequest): string {
  const { token } = credentialsOf(raw)
  if (token === null) throw tokenNotFound()
  return token
}

/** Tells a program how long to wait, where a lock-out asks for it. */
export async function withRetryAfter<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const seconds = retryAfterOf(error)
    if (seconds !== null) reply.header('retry-after', String(seconds))
    throw error
  }
}
