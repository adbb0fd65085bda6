/** One index for each open log, made when a timeline first shows it and carried on when one does so again. */

import type { LogKind } from '../../events/envelope.ts'
import type { EventLog } from '../../events/log/log.ts'
import type { LogSource } from '../../stores/timeline.ts'
import { createLogIndex, type LogIndex } from './log-index.ts'

interface Kept {
  readonly index: LogIndex
  /** Everything after this seq is in the index; older ones are still to be read. */
  below: number
}
const kept = new WeakMap<EventLog, Kept>()

export const keptIndex = (log: EventLog | null): LogIndex | null =>
  log === null ? null : (kept.get(log)?.index ?? null)

/** What fills a screen, and some more to scroll through while older ones come. */
const firstPage = 500
/** Read, decrypted and indexed within a frame. */
const pageSize = 2_000

export interface Filling {
  readonly stop: () => void
}

/**
 * Reads a log into its index: what is new first, then backwards as there is time, then what is committed. `grown` is
 * told after each step: how many seqs are still to be read.
 */
export function fillIndex(
  source: LogSource,
  kind: LogKind,
  grown: (index: LogIndex, left: number) => void,
  failed: () => void,
): Filling {
  let stopped = false
  let line: Promise<unknown> = Promise.resolve()
  let filling = false
  const inLine = (work: () => Promise<unknown>): void => {
    line = line.then(() => (stopped ? undefined : work())).catch(() => stopped || failed())
  }

  const readNew = (log: EventLog, one: Kept): Promise<unknown> =>
    log.head().then((head) => {
      const { index } = one
      if (index.size() === 0) {
        const after = Math.max(0, head - firstPage)
        return log.read({ after, limit: firstPage }).then((rows) => {
          index.add(rows)
          one.below = after
          if (!stopped) grown(index, one.below)
        })
      }
      const after = index.lastSeq()
      if (after >= head) return stopped ? undefined : grown(index, one.below)
      return log.read({ after, limit: pageSize }).then((rows): unknown => {
        index.add(rows)
        if (rows.length > 0) return readNew(log, one)
        return stopped ? undefined : grown(index, one.below)
      })
    })

  const readOlder = (log: EventLog, one: Kept): void => {
    if (stopped || one.below === 0) return
    filling = true
    setTimeout(
      () =>
        inLine(() => {
          const after = Math.max(0, one.below - pageSize)
          return log.read({ after, limit: one.below - after }).then((rows) => {
            one.index.add(rows.filter(({ seq }) => seq <= one.below))
            one.below = after
            if (stopped) return
            grown(one.index, after)
            readOlder(log, one)
          })
        }),
      0,
    )
  }

  const begin = (): void =>
    inLine(() => {
      const log = source.log(kind)
      // After a reload the screen may be there before its log is open: what is committed next asks again.
      if (log === null) return Promise.resolve()
      const one = kept.get(log) ?? { index: createLogIndex(), below: 0 }
      kept.set(log, one)
      return readNew(log, one).then(() => {
        if (!filling) readOlder(log, one)
      })
    })

  const unfollow = source.follow((all) => {
    const own = all.filter((envelope) => envelope.log === kind)
    const [first] = own
    if (!first) {
      if (keptIndex(source.log(kind)) === null) begin()
      return
    }
    const index = keptIndex(source.log(kind))
    const one = index === null ? undefined : kept.get(source.log(kind) as EventLog)
    if (one && one.index.lastSeq() + 1 === first.seq) {
      one.index.add(own)
      grown(one.index, one.below)
    } else begin()
  })
  begin()
  return {
    stop: () => {
      stopped = true
      unfollow()
    },
  }
}
