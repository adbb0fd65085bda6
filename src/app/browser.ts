/** What a real browser gives the client of one tab: its logs, its locks and its channels. */
import { browserSignals } from '../events/log/channel.ts'
import { browserIndexedDb } from '../events/log/database.ts'
import { openKeys } from '../events/log/keys.ts'
import { lateElection } from '../events/log/late-election.ts'
import { lockElection } from '../events/log/leader.ts'
import { nativeChannel } from '../events/log/native.ts'
import type { WorkspacePorts } from './core.ts'
import type { PagePorts } from './page.ts'

const channelElection = () =>
  import('../events/log/channel-election.ts').then((module) => module.channelElection)

export function browserPorts(
  window: Window & typeof globalThis,
  page: PagePorts,
): Omit<WorkspacePorts, 'areas'> {
  const { locks } = window.navigator as Partial<Pick<Navigator, 'locks'>>
  const indexedDB = browserIndexedDb(window)
  return {
    ...page,
    indexedDB,
    // Outside of a secure context there is no cryptography, and no log in the database either.
    keys: indexedDB && window.isSecureContext ? openKeys(indexedDB, window.crypto) : null,
    channels: nativeChannel,
    // There are no locks on a page that is no secure context.
    elect: locks ? lockElection(locks) : lateElection(channelElection, page.onFault),
    signals: browserSignals,
    keepStored: () => {
      const { storage } = window.navigator as Partial<Pick<Navigator, 'storage'>>
      // Refused, it is as before: the browser may clear the site when the device runs out of room.
      storage?.persist?.().catch(() => undefined)
    },
  }
}
