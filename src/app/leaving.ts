/**
 * What a deliberate logout deletes from this browser: the account's keys, its databases and the session. It is put on record
 * before it begins, and struck out as it is done (leaving-finish.ts), so that a browser that died in between finishes it at
 * its next start, and any tab may finish what another one began.
 */
import type { Leaving } from '../effects/session.ts'
import type { WorkspacePorts } from './core.ts'
import { leavingKey, stillThere, theSession } from './leaving-record.ts'
import { accountLogName } from './open-logs.ts'

export function createLeaving(ports: WorkspacePorts): Leaving {
  const { indexedDB, keys, storage, onFault } = ports
  /** What this tab has begun: also where the record cannot be kept, or not be read again. */
  const begun = new Set<string>()
  return {
    begin: async (userId) => {
      if (!indexedDB) return
      for (const what of [theSession, accountLogName(userId)]) begun.add(what)
      // The keys first: what then cannot be deleted can at least not be read.
      await keys?.dropKeys(userId, [...begun]).catch(onFault)
      // Last: the other tabs begin with their part when they hear of it.
      storage.local.setItem(leavingKey, String(userId))
    },
    finish: async (signOff, own) => {
      const code = await import('./leaving-finish.ts').catch(() => null)
      if (code !== null) return code.finish(ports, begun, signOff, own)
      if (own) await signOff()
      return stillThere
    },
  }
}
