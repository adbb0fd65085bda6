/**
 * The review clock: how long somebody is at work on a document. The gap between two inputs counts if it is no longer than the
 * idle timeout; a longer one adds nothing. It knows when there was input, and nothing of what it was.
 */

/** Ms of work after which they are reported, though the document stays in view: no more than these is lost with a tab. */
const reportAfter = 60_000

export interface ReviewClockPorts {
  readonly now: () => number
  readonly idleMs: number
  readonly report: (documentId: number, seconds: number) => void
}

export interface ReviewClock {
  /** This document is in view now; null: none. */
  readonly show: (documentId: number | null) => void
  /** There was input. */
  readonly act: () => void
  /** The window is not looked at any more, until there is input again: another one counts meanwhile. */
  readonly rest: () => void
}

export function reviewClock({ now, idleMs, report }: ReviewClockPorts): ReviewClock {
  let document: number | null = null
  /** When there was input last; null: at rest. */
  let last: number | null = null
  let worked = 0

  const count = (): void => {
    const at = now()
    // A clock that was set back makes no time.
    if (last !== null && at > last && at - last <= idleMs) worked += at - last
    last = at
  }
  /** What is left of a second waits for the next report. */
  const tell = (): void => {
    const seconds = Math.floor(worked / 1000)
    if (document === null || seconds === 0) return
    report(document, seconds)
    worked -= seconds * 1000
  }

  return {
    show: (next) => {
      if (next === document) return
      if (last !== null) count()
      tell()
      worked = 0
      document = next
    },
    act: () => {
      count()
      if (worked >= reportAfter) tell()
    },
    rest: () => {
      if (last === null) return
      count()
      tell()
      last = null
    },
  }
}
