/**
 * What the steps of signing in ask of the server. Tokens go from the reply into the vault and nowhere else; passwords
 * and codes come from the command's secrets.
 */
import * as z from 'zod/mini'
import * as calls from '#contracts/auth.ts'
import { messages } from '#contracts/errors.ts'
import type { CommandInput } from '../commands/define.ts'
import { join } from '../commands/join.ts'
import * as session from '../commands/session.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/session.ts'
import { write } from '../stores/cache.ts'
import { enrolment, enrolmentKey, licenceTexts, storedOf } from '../stores/session.ts'
import { type AnyEffect, effect, type Outcome, type RequestContext, readTimeout } from './define.ts'
import type { Left } from './deliver.ts'
import type { CallFailure } from './failure.ts'
import type { Messages } from './messages.ts'
import type { Storages } from './storages.ts'
import type { TokenVault } from './token-vault.ts'

export interface SessionPorts {
  readonly vault: TokenVault
  readonly storages: Storages
  readonly messages: Pick<Messages, 'post'>
  /** Delivers unsent work; answers what is left after so many ms. */
  readonly flush: (ms: number) => Promise<Left>
  /** How many documents have coding that was never saved, in all projects of this browser. */
  readonly unsaved: () => Promise<number>
  /** Leaves the page for an address elsewhere. */
  readonly leaveTo: (url: string) => void
  /** Empties what was fetched on the way into the session: the enrolment's secret, the terms. */
  readonly clearCaches: () => void
  /** Of a logout: what the browser keeps of the account goes with it. */
  readonly leaving: {
    /**
     * Puts on record what is to be deleted, so that the next start finishes it where this one cannot; nothing where no
     * account is open.
     */
    readonly begin: () => Promise<void>
    readonly finish: Leaving['finish']
  }
}

/** Deletes what a logout has put on record. Several tabs may do it: each thing is done once. */
export interface Leaving {
  /** Puts on record all that the browser keeps of the account. */
  readonly begin: (userId: number) => Promise<void>
  /**
   * `signOff` ends the server's session and clears what all tabs share; called where `own`, or where the tab that began has
   * not come to it. Answers what is to be told of what could not be deleted; null: nothing is left.
   */
  readonly finish: (signOff: () => Promise<void>, own: boolean) => Promise<string | null>
}

/** How long a logout waits for unsent work before it asks. */
export const flushTime = 5_000
const nothing = { count: 0, looks: 0, unsaved: 0, unchecked: false }
const restoreRetry = { times: 5, base: 500, cap: 10_000 } as const

export function sessionEffects(ports: SessionPorts): readonly AnyEffect[] {
  const { vault, storages } = ports

  /** Keeps the token, unless the run was cancelled meanwhile: a login that was begun anew must not be overtaken. */
  const granted = ({ token, ...rest }: calls.Session, signal: AbortSignal): happened.Granted => {
    signal.throwIfAborted()
    vault.set(token)
    return rest
  }

  /** GET /user-eula; where it is not accepted, its pending record is deleted. */
  const checkLicence = async ({ call, signal, state }: RequestContext) => {
    const found = await call(calls.getLicence)
    if (!found.accepted) await call(calls.deleteLicence)
    else if (state().session.stage === 'licence') granted(await call(calls.getToken), signal)
    return found
  }

  /** The session is there already, in a cookie: who is signed in by it is asked of this call. */
  const landing = (
    name: string,
    on: typeof happened.ssoLanded | typeof happened.invitedLanded,
    call: typeof calls.landSso | typeof calls.getToken,
  ): AnyEffect =>
    effect({
      name,
      on,
      strategy: 'latest',
      scope: 'app',
      request: async (_, ctx) => {
        vault.clear()
        return granted(await ctx.call(call), ctx.signal)
      },
      done: (_, reply) => ({ commands: [session.acceptLogin(reply), afterPassword(reply)] }),
      fail: (_, failure) => failed('login', failure),
    })

  return [
    effect({
      name: 'session.logIn',
      on: happened.loginStarted,
      strategy: 'latest',
      scope: 'app',
      request: async (_, { call, secret, signal }) => {
        vault.clear()
        const body = { email: secret('email'), password: secret('password') }
        return granted(await call(calls.login, { body }), signal)
      },
      done: (_, reply) => ({ commands: [session.acceptLogin(reply), afterPassword(reply)] }),
      fail: (_, failure) => failed('login', failure),
    }),
    effect({
      name: 'session.findSso',
      on: happened.ssoAsked,
      strategy: 'latest',
      scope: 'app',
      request: async (_, { call, secret }) => {
        const { url } = await call(calls.findSso, { body: { email: secret('email') } })
        if (url !== null) ports.leaveTo(url)
        return url !== null
      },
      done: (_, found) =>
        found
          ? { commands: [session.leaveForSso({})] }
          : failed('login', { message: noSso, code: 'notFound', retryAfter: null }),
      fail: (_, failure) => failed('login', failure),
    }),
    landing('session.landSso', happened.ssoLanded, calls.landSso),
    landing('session.landInvited', happened.invitedLanded, calls.getToken),
    effect({
      name: 'session.openMfa',
      on: happened.mfaRequested,
      strategy: 'latest',
      request: (_, { call }) => call(calls.openMfa),
      done: (_, { enrol, triesLeft }) => ({
        cache: enrol ? [write(enrolment, enrolmentKey, enrol)] : [],
        commands: [session.showMfa({ triesLeft, enrolling: enrol !== null })],
      }),
      fail: (_, failure) => failed('mfa', failure),
    }),
    effect({
      name: 'session.confirmMfa',
      on: happened.mfaCodeSent,
      strategy: 'first',
      request: async (_, { call, secret, signal }) =>
        granted(await call(calls.confirmMfa, { body: { code: secret('code') } }), signal),
      done: (_, reply) => ({ commands: [session.passMfa(reply), session.checkLicence({})] }),
      fail: (_, failure, { session: { mfa } }) => {
        const left = wrongCode.safeParse(failure.data).data?.triesLeft
        const shown = mfa === null || left === undefined ? [] : [session.showMfa({ ...mfa, triesLeft: left })]
        return { commands: [...shown, ...(failed('mfa', failure).commands ?? [])] }
      },
    }),
    effect({
      name: 'session.checkLicence',
      on: happened.licenceCheckStarted,
      strategy: 'latest',
      request: (_, ctx) => checkLicence(ctx),
      done: (_, { version, accepted, text }) => ({
        cache: [write(licenceTexts, version, text)],
        commands: [session.takeLicence({ version, accepted }), ...(accepted ? signedIn() : [])],
      }),
      fail: (_, failure) => failed('licence', failure),
    }),
    effect({
      name: 'session.acceptLicence',
      on: happened.licenceAcceptSent,
      strategy: 'first',
      request: async ({ payload }, { call, signal }) =>
        granted(await call(calls.acceptLicence, { body: payload }), signal),
      done: (_, reply) => ({ commands: [session.passLicence(reply), ...signedIn()] }),
      fail: (_, failure) => failed('licence', failure),
    }),
    effect({
      name: 'session.declineLicence',
      on: happened.licenceDeclined,
      strategy: 'first',
      request: (_, { call }) => call(calls.deleteLicence),
      done: () => ({ commands: [session.logOut({})] }),
      // The record was never an acceptance: not being able to remove it keeps nobody in.
      fail: () => ({ commands: [session.logOut({})] }),
    }),
    effect({
      name: 'session.forgot',
      on: happened.forgotSent,
      strategy: 'first',
      scope: 'app',
      request: (_, { call, secret }) => call(calls.forgot, { body: { email: secret('email') } }),
      done: (_, { message }) => ({ commands: [session.answerForgot({ message })] }),
      fail: (_, failure) => failed('forgot', failure),
    }),
    effect({
      name: 'session.restore',
      on: happened.restoreStarted,
      strategy: 'first',
      scope: 'app',
      retry: restoreRetry,
      request: async (_, { call, signal }) => granted(await call(calls.getToken), signal),
      done: (_, reply, state) => ({
        commands: [
          session.takeRestored(reply),
          ...goingOn(reply, state.session.isAuth, state.session.profile === null),
        ],
      }),
      fail: (_, failure) => {
        const refused = failure.kind === 'status' && (failure.status === 401 || failure.status === 403)
        return { commands: [session.failRestore({ refused })] }
      },
    }),
    effect({
      name: 'session.adopt',
      on: happened.synced,
      strategy: 'latest',
      request: async (_, { state }) => {
        const { hasToken, isAuth } = state().session
        // Another account's token is of no use to this one.
        if (!hasToken) vault.clear()
        return { restore: isAuth && !hasToken }
      },
      done: (_, { restore }) => (restore ? { commands: [session.restore({}), join({})] } : {}),
      fail: () => ({}),
    }),
    effect({
      name: 'session.loadProfile',
      on: happened.profileRequested,
      strategy: 'latest',
      retry: { times: 3, base: 300, cap: 5_000 },
      request: (_, { call }) => call(calls.getProfile, { query: {} }),
      done: (_, profile) => ({ commands: [session.takeProfile(profile)] }),
      fail: (_, failure) => failed('profile', failure),
    }),
    effect({
      name: 'session.logOut',
      on: happened.logoutRequested,
      strategy: 'first',
      scope: 'app',
      request: async ({ payload }) => {
        const left = payload.discard
          ? nothing
          : { ...nothing, ...(await ports.flush(flushTime)), unsaved: await ports.unsaved() }
        if (left.count + left.looks + left.unsaved === 0) await ports.leaving.begin()
        return left
      },
      done: (_, left) => ({
        commands: [
          left.count + left.looks + left.unsaved > 0
            ? session.warnUnsent(left)
            : session.leave({ elsewhere: false }),
        ],
      }),
      // Not knowing is no reason to lose work: the person decides, and what is discarded then needs no looking.
      fail: ({ payload: { discard } }) => ({
        commands: [
          discard ? session.leave({ elsewhere: false }) : session.warnUnsent({ ...nothing, unchecked: true }),
        ],
      }),
    }),
    effect({
      name: 'session.leave',
      on: happened.leaving,
      strategy: 'every',
      scope: 'app',
      request: async ({ payload: { elsewhere } }, { call, state }) => {
        vault.clear()
        return ports.leaving.finish(async () => {
          // Without a network the server's session ends by its own clock; this browser forgets it now.
          await call(calls.deleteToken, { timeout: readTimeout }).catch(() => undefined)
          storages.forgetAccount('everything')
          storages.persistAuth.write(storedOf(state().session), true)
        }, !elsewhere)
      },
      done: ({ payload: { elsewhere } }, left) => ({
        commands: [
          session.endSession({ reason: 'logout', elsewhere }),
          ...(elsewhere
            ? []
            : [
                addToast(
                  left === null
                    ? { kind: 'success', message: messages.loggedOut }
                    : { kind: 'warning', message: left },
                ),
              ]),
        ],
      }),
      fail: ({ payload: { elsewhere } }) => ({
        commands: [session.endSession({ reason: 'logout', elsewhere })],
      }),
    }),
    effect({
      name: 'session.cleanUp',
      on: happened.ended,
      strategy: 'every',
      scope: 'app',
      request: async ({ payload: { reason, elsewhere } }, { state }) => {
        vault.clear()
        ports.clearCaches()
        // The tab in which it ended clears what all tabs share. A sleeping tab hears of it late, perhaps after the
        // next sign-in: what is stored then is the new session's.
        if (elsewhere) return
        storages.forgetAccount(reason === 'logout' ? 'everything' : 'content')
        storages.persistAuth.write(storedOf(state().session), true)
        ports.messages.post({ type: 'LOGOUT', reason })
      },
      done: () => ({}),
      fail: () => ({}),
    }),
  ]
}

const afterPassword = ({ stage }: happened.Granted): CommandInput =>
  stage === 'mfa' ? session.openMfa({}) : session.checkLicence({})

/** What follows the last step: whose account it is, and where it was. */
const signedIn = (): CommandInput[] => [join({}), session.loadProfile({})]

function goingOn({ stage }: happened.Granted, wasAuth: boolean, withoutProfile: boolean): CommandInput[] {
  if (stage === 'mfa') return [session.openMfa({})]
  // Signed in completely before and now: there is nothing to check again.
  if (stage === 'full' && wasAuth) return withoutProfile ? [session.loadProfile({})] : []
  return [session.checkLicence({})]
}

/** What the answer to a wrong code says besides. */
const wrongCode = z.object({ triesLeft: z.int() })

const noSso = 'There is no single sign-on for this address. Sign in with your password.'

export const failed = (
  step: happened.Step,
  failure: Pick<CallFailure, 'message' | 'code' | 'retryAfter'>,
): Outcome => ({
  commands: [
    session.failStep({ step, message: failure.message, code: failure.code, waitMs: failure.retryAfter }),
  ],
})
