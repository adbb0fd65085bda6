/** What a real browser gives the client of one tab. */
import { nanoid } from 'nanoid'
import { browserEnvironment } from '../effects/environment.ts'
import { browserStorage } from '../effects/storage/browser.ts'
import { browserSignals, nativeChannel } from '../events/log/channel.ts'
import { plainCodec } from '../events/log/codec.ts'
import { browserIndexedDb } from '../events/log/indexeddb.ts'
import { channelElection, lockElection } from '../events/log/leader.ts'
import type { WorkspacePorts } from './workspace.ts'

export function browserPorts(
  window: Window & typeof globalThis,
): Omit<WorkspacePorts, 'areas' | 'onFault' | 'fetch' | 'xhr'> {
  const { locks } = window.navigator as Partial<Pick<Navigator, 'locks'>>
  return {
    indexedDB: browserIndexedDb(window),
    channels: nativeChannel,
    // There are no locks on a page that is no secure context.
    elect: locks ? lockElection(locks) : channelElection,
    signals: browserSignals,
    codec: plainCodec,
    env: browserEnvironment(window),
    newId: () => nanoid(),
    secure: window.isSecureContext,
    idle: (work) => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => work(), { timeout: 5_000 })
      else setTimeout(work, 200)
    },
    origin: window.location.origin,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    console: window.console,
    storage: browserStorage(window),
  }
}
