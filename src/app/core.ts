/**
 * The client of one tab without any area's own wiring: the app with its calls, its storage keys, the other tabs and the
 * session's clock. The sign-in page opens it with next to nothing; the workspace (workspace.ts) with everything.
 */
import { createWatch, scopeBind } from 'effector'
import * as auth from '#contracts/auth.ts'
import type { App, AppPorts, Areas } from '../app.ts'
import { createApp } from '../app.ts'
import { join } from '../commands/join.ts'
import { endSession, leave, rehydrate, restore, sync, takeRestored } from '../commands/session.ts'
import { addToast } from '../commands/toasts.ts'
import { type AnyEffect, readTimeout } from '../effects/define.ts'
import { createHttp, type Http, type HttpPorts } from '../effects/http.ts'
import { sameServer } from '../effects/http-request.ts'
import { type IdleWatch, startIdleWatch } from '../effects/idle.ts'
import type { MessagePorts, Messages } from '../effects/messages.ts'
import type { SaveFile } from '../effects/save-file.ts'
import { type Leaving, sessionEffects } from '../effects/session.ts'
import type { BrowserStorage } from '../effects/storage/browser.ts'
import { createClientIdStore } from '../effects/storage/client-id.ts'
import { rehydrated } from '../effects/storage/persist-auth.ts'
import { createTabIdStore } from '../effects/storage/tab-id.ts'
import { createStorages, type Storages } from '../effects/storages.ts'
import { createTokenVault } from '../effects/token-vault.ts'
import { choiceOf } from '../events/choice.ts'
import { allCaches } from '../stores/cache.ts'
import type { RootState } from '../stores/root.ts'
import { hasSession, openAccount, type SessionState, session, storedOf } from '../stores/session.ts'
import { leavingKey } from './leaving-record.ts'

export interface WorkspacePorts
  extends Omit<AppPorts, 'http' | 'identity' | 'account'>,
    Pick<HttpPorts, 'fetch' | 'xhr' | 'timeZone' | 'console'> {
  /** The page's own. */
  readonly origin: string
  /** Where the four services stand; by default all on the page's own origin. */
  readonly baseUrls?: HttpPorts['baseUrls']
  readonly redirectOrigins?: readonly string[]
  readonly storage: BrowserStorage
  readonly saveFile: SaveFile
  /** Leaves the page for an address elsewhere. */
  readonly leaveTo: (url: string) => void
  /** Asks the browser to keep what is stored when room gets short; absent: there is nothing to ask. */
  readonly keepStored?: () => void
}

export interface Workspace {
  readonly app: App
  readonly http: Http
  readonly storages: Storages
  readonly messages: Messages
  /** Told of every sign of life of the person. */
  readonly idle: IdleWatch
  readonly close: () => Promise<void>
}

/** What an opened workspace does besides: kept out of this file, so that the sign-in page need not fetch it. */
export interface Beside {
  readonly account: AppPorts['account']
  readonly effects: (local: {
    readonly storages: Storages
    readonly messages: Pick<Messages, 'post'>
    readonly unsent: App['unsent']
  }) => readonly AnyEffect[]
  /** Whether this tab has work of its project that is not saved. */
  readonly hasUnsaved: (state: RootState, tabId: string) => boolean
  /** How many documents of a project have work that was never saved. */
  readonly countUnsaved: (state: RootState) => number
  /** Deletes what the browser keeps of an account that logs out. */
  readonly leaving: Leaving
  /** Opens the way to the other tabs; `stop` closes it. */
  readonly messages: (wired: Omit<MessagePorts, 'channel'>) => Messages
  /** Told what time the server says it is, with every answer. */
  readonly heard?: (app: App, serverTime: number) => void
  /** Starts what writes work into browser storage; answers how to stop. */
  readonly mirror: (app: App, storages: Storages) => () => void
}

export async function openCore(ports: WorkspacePorts, beside: Beside): Promise<Workspace> {
  const storages = createStorages(ports.storage)
  const vault = createTokenVault()
  // The three know each other only through the app, which does not run anything before it is made.
  const late: { app?: App; http?: Http; messages?: Messages } = {}

  const local = {
    vault,
    storages,
    leaveTo: ports.leaveTo,
    messages: { post: (message: Parameters<Messages['post']>[0]) => late.messages?.post(message) },
    flush: async (ms: number) => (await late.app?.effects.delivery.flush(ms)) ?? { count: 0, looks: 0 },
    unsaved: async () =>
      ((await late.app?.everywhere()) ?? []).reduce((sum, state) => sum + beside.countUnsaved(state), 0),
    unsent: async () => (await late.app?.unsent()) ?? [],
    leaving: {
      begin: async () => {
        // Of whoever's logs are open: turning back on the way in deletes nothing of what waits for that person.
        const userId = late.app ? openAccount(late.app.state().session) : null
        if (userId !== null) await beside.leaving.begin(userId)
      },
      finish: beside.leaving.finish,
    },
    clearCaches: () => {
      if (late.app)
        for (const { clear } of allCaches) scopeBind(clear, { scope: late.app.scope, safe: true })()
    },
  }
  const areas: Areas = {
    ...ports.areas,
    effects: [...ports.areas.effects, ...sessionEffects(local), ...beside.effects(local)],
  }
  const clientIds = createClientIdStore(ports.storage.local)
  const tabIds = createTabIdStore(ports.storage.session)

  const app = await createApp({
    ...ports,
    areas,
    account: beside.account,
    onErased: () => {
      // Not where it is this tab's own logout that another tab was quicker with.
      if (late.app?.state().session.busy !== 'logout') send(leave({ elsewhere: true }))
    },
    identity: {
      readClientId: clientIds.get,
      writeClientId: clientIds.set,
      readTabId: tabIds.get,
      writeTabId: tabIds.set,
    },
    http: (doors) => {
      const restoring = restorer(() => late.http, vault.set, doors.dispatch)
      const http = createHttp({
        fetch: ports.fetch,
        xhr: ports.xhr,
        timeZone: ports.timeZone,
        console: ports.console,
        heard: (serverTime) => {
          if (late.app) beside.heard?.(late.app, serverTime)
        },
        vault,
        ownOrigin: ports.origin,
        baseUrls: ports.baseUrls ?? sameServer(ports.origin),
        redirectOrigins: ports.redirectOrigins ?? [],
        cookie: (name) => ports.storage.cookies.get(name),
        project: () => choiceOf(doors.state().selection, doors.tabId()).projectId,
        signedIn: () => hasSession(doors.state().session),
        authorise: async () => {
          if (doors.state().session.isAuth) await restoring()
        },
        onSessionEnd: (failure) => {
          const said = async () => {
            await doors.dispatch(endSession({ reason: 'expired', elsewhere: false }))
            await doors.dispatch(addToast({ kind: 'warning', message: failure.message }))
          }
          said().catch(ports.onFault)
        },
      })
      late.http = http
      return http
    },
  })
  late.app = app
  const http = late.http
  if (!http) throw new Error('The app was made without its calls')

  const idle = startIdleWatch({
    env: ports.env,
    limits: () => limitsOf(app.state().session, storages.xsrf.get() === null),
    renew: () => send(restore({})),
    end: (reason) => send(endSession({ reason, elsewhere: false })),
    tellOthers: () => late.messages?.post({ type: 'ACTIVITY' }),
  })
  const messages = beside.messages({
    tabId: app.tabId,
    dispatch: app.dispatch,
    hasUnsaved: () => beside.hasUnsaved(app.state(), app.tabId()),
    onActivity: idle.activeElsewhere,
    isSignedIn: () => storages.persistAuth.read()?.isAuth === true,
    renew: () => send(restore({})),
  })
  late.messages = messages

  function send(input: Parameters<App['dispatch']>[0]): void {
    late.app?.dispatch(input).catch(ports.onFault)
  }

  const stored = await rehydrated(async () => storages.persistAuth.read(), ports.env.sleep)
  await app.dispatch(rehydrate({ stored, accepted: storages.accepted.get() }))

  const mirror = (state: SessionState): void => {
    storages.persistAuth.write(storedOf(state), state.rehydrated)
    if (state.accepted !== null) storages.accepted.set(state.accepted)
  }
  mirror(app.state().session)
  const unmirror = createWatch({ unit: session.$state, scope: app.scope, fn: mirror })
  const unbeside = beside.mirror(app, storages)
  const unsync = ports.storage.subscribe((key) => {
    if (key === leavingKey && ports.storage.local.getItem(key) === String(app.state().session.userId))
      send(leave({ elsewhere: true }))
    if (key !== null && key !== storages.persistAuth.key) return
    const theirs = storages.persistAuth.read()
    if (theirs && JSON.stringify(theirs) !== JSON.stringify(storedOf(app.state().session))) send(sync(theirs))
  })

  // What the cookie's end tells needs no server: what was kept is not shown to whoever opens the browser next.
  if (stored?.isAuth && storages.xsrf.get() === null)
    await app.dispatch(endSession({ reason: 'expired', elsewhere: false }))
  else if (stored?.isAuth) await app.dispatch(join({}))
  // The XSRF cookie stands beside the session's own, which the page cannot see.
  if (stored?.isAuth || storages.xsrf.get() !== null) send(restore({}))

  return {
    app,
    http,
    storages,
    messages,
    idle,
    close: async () => {
      unmirror.unsubscribe()
      unbeside()
      unsync()
      idle.stop()
      messages.stop()
      await app.close()
    },
  }
}

/** One question for all calls that wait for the token; its answer is a fact like any other. */
function restorer(
  http: () => Http | undefined,
  keep: (token: string) => void,
  dispatch: App['dispatch'],
): () => Promise<void> {
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    const reply = await http()?.call(auth.getToken, { timeout: readTimeout })
    const parsed = auth.session.safeParse(reply)
    if (!parsed.success) return
    const { token, ...granted } = parsed.data
    keep(token)
    await dispatch(takeRestored(granted))
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

/**
 * Opened without the network, nobody has said how long the session lasts: then as long as its cookie, which the browser
 * drops with it, and unused no longer than any.
 */
function limitsOf({ isAuth, idleMs, expiresAt }: SessionState, cookieGone: boolean) {
  if (!isAuth) return null
  if (idleMs !== null && expiresAt !== null) return { idleMs, expiresAt: Date.parse(expiresAt) }
  return { idleMs: untoldIdle, expiresAt: cookieGone ? 0 : Number.POSITIVE_INFINITY }
}
const untoldIdle = 3_600_000
