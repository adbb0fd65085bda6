/** The clock of the session: ends it after its time without activity in any tab, and renews its token while there is some. */
import type { Environment } from './environment.ts'

export interface IdlePorts {
  readonly env: Pick<Environment, 'now' | 'sleep'>
  /** How long without activity, and when at the latest; null while nobody is signed in. */
  readonly limits: () => { readonly idleMs: number; readonly expiresAt: number } | null
  readonly renew: () => void
  readonly end: (reason: 'idle' | 'expired') => void
  /** Told at most every `beat` ms while there is activity here. */
  readonly tellOthers: () => void
}

export interface IdleWatch {
  /** Somebody is at work in this tab. */
  readonly active: () => void
  /** Or in another. */
  readonly activeElsewhere: () => void
  readonly stop: () => void
}

const beat = 30_000
/** Renewed when so much of the idle time has passed since the last renewal. */
const renewPart = 0.25

export function startIdleWatch(ports: IdlePorts): IdleWatch {
  const { env } = ports
  const stopping = new AbortController()
  let last = env.now()
  let told = Number.NEGATIVE_INFINITY
  let renewed = env.now()
  let watched: number | null = null

  const look = (): void => {
    const limits = ports.limits()
    const now = env.now()
    // A clock that was set back has left these in the future: nobody has been at work there.
    last = Math.min(last, now)
    renewed = Math.min(renewed, now)
    // A new session begins with its own activity: the time before it does not count.
    if (limits !== null && watched !== limits.expiresAt) {
      if (watched === null) last = now
      watched = limits.expiresAt
      renewed = now
    }
    if (limits === null) {
      watched = null
      return
    }
    if (now >= limits.expiresAt) ports.end('expired')
    else if (now - last >= limits.idleMs) ports.end('idle')
    else if (last > renewed && now - renewed >= limits.idleMs * renewPart) {
      renewed = now
      ports.renew()
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await env.sleep(beat, stopping.signal)
      look()
    }
  }
  // Ends by its signal alone.
  run().catch(() => undefined)

  return {
    active: () => {
      last = env.now()
      if (told <= last && last - told < beat) return
      told = last
      if (ports.limits() !== null) ports.tellOthers()
    },
    activeElsewhere: () => {
      last = env.now()
    },
    stop: () => stopping.abort(),
  }
}
