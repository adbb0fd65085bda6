/**
 * Signing in before the workspace is fetched. Somebody without a session needs a form and three calls, and is given no
 * more; while they type, the rest arrives.
 */
import { createWatch } from 'effector'
import type { Messages } from '../effects/messages.ts'
import { soleElection } from '../events/log/leader.ts'
import { memoryLog } from '../events/log/memory.ts'
import { type SessionState, session } from '../stores/session.ts'
import type { AccountParts } from './account.ts'
import { openCore, type Workspace } from './core.ts'
import { gateAreas } from './gate-areas.ts'
import type { PagePorts } from './page.ts'

/** Nobody in another tab waits for a word from somebody who is not signed in. */
const silent: Messages = { post: () => undefined, stop: () => undefined }

const nothing = (): void => undefined

/** There is no account: no log of its own, nothing unsent, and nobody to lead. */
const noAccount: AccountParts = {
  openLog: async (name) => memoryLog(name),
  packState: (state) => state,
  lastStep: () => undefined,
  createBackgroundProjects: ({ screen }) => ({
    logs: async () => [],
    busFor: async () => null,
    stateOf: () => screen.runtime.root,
    states: async () => [],
    closeAll: async () => undefined,
  }),
  createOutboxes: () => ({
    port: { rows: async () => [], settle: async () => false, subscribe: () => nothing },
    leadership: { epoch: () => null, subscribe: () => nothing },
    stand: nothing,
    yieldLead: nothing,
    changed: nothing,
  }),
  startDelivery: () => ({
    add: nothing,
    poke: nothing,
    flush: async () => ({ count: 0, looks: 0 }),
    idle: async () => undefined,
    stop: nothing,
  }),
}

/** The client of the sign-in page: its log is in memory, and it ends with the sign-in. */
export const openGate = (ports: PagePorts): Promise<Workspace> =>
  openCore(
    {
      ...ports,
      areas: gateAreas,
      indexedDB: undefined,
      keys: null,
      channels: () => null,
      elect: soleElection,
      signals: () => () => undefined,
    },
    {
      account: noAccount,
      effects: () => [],
      hasUnsaved: () => false,
      countUnsaved: () => 0,
      messages: () => silent,
      mirror: () => () => undefined,
      // Nothing of an account is kept here.
      leaving: {
        begin: async () => undefined,
        finish: async (signOff) => {
          await signOff()
          return null
        },
      },
    },
  )

/** Resolves once somebody is signed in, or has only the licence left to do. */
export const throughTheGate = ({ app }: Workspace): Promise<void> =>
  new Promise((resolve) => {
    const look = ({ isAuth, hasToken, stage, profile, busy, fault }: SessionState): boolean =>
      // With the profile the stored session is whole, and the workspace opens without asking again.
      (isAuth && (profile !== null || fault?.step === 'profile')) ||
      (hasToken && stage === 'licence' && busy === null)
    const watch = createWatch({
      unit: session.$state,
      scope: app.scope,
      fn: (state) => {
        if (!look(state)) return
        watch.unsubscribe()
        resolve()
      },
    })
  })
