/**
 * Who this tab is. A duplicated tab starts with a copy of the other's session storage, and with it of its id: it asks,
 * and takes a new one where somebody answers.
 */
import type { Channel, Hint } from '../events/log/channel.ts'

export interface Identity {
  /** The browser. */
  readonly clientId: string
  readonly tabId: () => string
  readonly stop: () => void
}

/** Where the ids are kept (local and session storage); null: not there yet. */
export interface IdentityStore {
  readonly readClientId: () => string | null
  readonly writeClientId: (id: string) => void
  readonly readTabId: () => string | null
  readonly writeTabId: (id: string) => void
}

interface IdentityPorts {
  readonly store: IdentityStore
  readonly channel: Channel<Hint> | null
  readonly newId: () => string
  readonly wait: (ms: number) => Promise<void>
  readonly onRenamed: (tabId: string) => void
}

/** A tab in the foreground answers within a few ms; a later answer is heeded as well. */
const answerTime = 30

export async function claimIdentity(ports: IdentityPorts): Promise<Identity> {
  const { store, channel, newId } = ports
  const instance = newId()
  const clientId = store.readClientId() ?? newId()
  store.writeClientId(clientId)
  const stored = store.readTabId()
  let tabId = stored ?? newId()
  let settled = stored === null
  store.writeTabId(tabId)

  const rename = () => {
    tabId = newId()
    store.writeTabId(tabId)
    ports.onRenamed(tabId)
  }
  const unsubscribe = channel?.subscribe((hint) => {
    if ((hint.kind !== 'hello' && hint.kind !== 'taken') || hint.tabId !== tabId) return
    if (hint.kind === 'taken') {
      if (hint.instance === instance) rename()
      return
    }
    // Of two that start at the same moment (a restored session) the lower instance keeps the id.
    if (settled || instance < hint.instance) channel.post({ kind: 'taken', tabId, instance: hint.instance })
    else rename()
  })
  channel?.post({ kind: 'hello', tabId, instance })
  if (!settled && channel) await ports.wait(answerTime)
  settled = true
  return {
    clientId,
    tabId: () => tabId,
    stop: () => unsubscribe?.(),
  }
}
