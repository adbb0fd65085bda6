/** Snapshots and compaction, in idle time: any tab may do it, because saving the same twice changes nothing. */
import type { LogKind } from '../events/envelope.ts'
import type { Hold } from './open-log.ts'

export interface Keeper {
  /** Looks whether enough has happened since the last snapshot. */
  readonly look: () => void
}

/** So many envelopes are read and folded in a few ms: a snapshot more often would only cost. */
const every = 1_000

export function createKeeper(ports: {
  readonly hold: (kind: LogKind) => Hold | null
  readonly idle: (work: () => void) => void
  readonly onFault: (fault: unknown) => void
}): Keeper {
  const kept = new WeakMap<Hold, number>()
  let waiting = false

  const keep = async (hold: Hold): Promise<void> => {
    const seq = hold.follower.applied()
    if (seq - (kept.get(hold) ?? hold.loadedFrom) < every) return
    kept.set(hold, seq)
    if (await hold.snapshot()) await hold.log.compact({ upTo: seq })
  }

  return {
    look: () => {
      if (waiting) return
      waiting = true
      ports.idle(() => {
        waiting = false
        for (const kind of ['account', 'project'] as const) {
          const hold = ports.hold(kind)
          if (hold) keep(hold).catch(ports.onFault)
        }
      })
    },
  }
}
