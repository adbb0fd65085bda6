/** The outboxes of all of the account's logs as one, and who may deliver them. */
import type { Leadership as LeadershipPort, OutboxPort, OutboxRow } from '../effects/outbox.ts'
import type { Election, Leadership } from '../events/log/leader.ts'
import { type EventLog, Fenced } from '../events/log/log.ts'

export interface Outboxes {
  readonly port: OutboxPort
  readonly leadership: LeadershipPort
  /** Stands for election for this account; null: nobody is signed in. */
  readonly stand: (name: string | null, election: Election) => void
  /**
   * A newer release has written here: a tab of that release understands the answers to what waits, this one may not. So
   * the lead goes to the next in line; where there is none it comes back.
   */
  readonly yieldLead: () => void
  /** Something may have come or gone; `come`: it is these, which this tab has just appended, and nothing else. */
  readonly changed: (come?: readonly OutboxRow[]) => void
}

/** `logs`: all logs of the account, opened where they were not. */
export function createOutboxes(
  logs: () => Promise<readonly EventLog[]>,
  onFault: (fault: unknown) => void,
): Outboxes {
  const outboxListeners = new Set<(come?: readonly OutboxRow[]) => void>()
  const leaderListeners = new Set<() => void>()
  let leadership: Leadership | null = null
  let unsubscribe = (): void => undefined
  let stood: { readonly name: string; readonly election: Election } | null = null
  let term = 0
  let leading = false
  /** This term's epoch in each log, taken when the term first sees the log. */
  let epochs = new Map<string, number>()
  /** The logs whose rows were read last: a row's own log is among them, and need not be looked up again. */
  let read: readonly EventLog[] = []

  /** They are read again and again: what is wrong with a log is told once. */
  const faulty = new Set<string>()
  const tell = ({ name }: EventLog, fault: unknown): void => {
    // Closed, or taken away by the browser: the log says that itself.
    const isGone = fault instanceof DOMException && fault.name === 'InvalidStateError'
    if (isGone || faulty.has(name)) return
    faulty.add(name)
    onFault(fault)
  }

  const setLeading = (next: boolean) => {
    if (next) {
      term += 1
      epochs = new Map()
    }
    leading = next
    for (const listener of leaderListeners) listener()
  }

  const stand: Outboxes['stand'] = (name, election) => {
    unsubscribe()
    leadership?.resign()
    leadership = null
    unsubscribe = () => undefined
    if (leading) setLeading(false)
    stood = name === null ? null : { name, election }
    if (name === null) return
    try {
      leadership = election(name)
      unsubscribe = leadership.subscribe(setLeading)
    } catch (fault) {
      onFault(fault)
    }
  }

  const yieldLead = (): void => {
    if (leading && stood) stand(stood.name, stood.election)
  }

  const inTerm = async (
    row: OutboxRow,
    epoch: number,
    write: (log: EventLog, epoch: number) => Promise<void>,
  ) => {
    if (!leading || epoch !== term) return false
    const log = read.find(({ name }) => name === row.log)
    const fence = epochs.get(row.log)
    if (!log || fence === undefined) return false
    try {
      await write(log, fence)
      return true
    } catch (fault) {
      if (!(fault instanceof Fenced)) throw fault
      // Somebody has led since. Whether this tab leads is found out anew: with a new epoch, if it does.
      yieldLead()
      return false
    }
  }

  return {
    port: {
      rows: async () => {
        read = await logs()
        // What goes wrong in one log (no room for its epoch, a database that was cleared) keeps no other one waiting. Its
        // own rows are still sent: their keys see to it that the server takes each once.
        const rowsOf = async (log: EventLog): Promise<OutboxRow[]> => {
          try {
            if (leading && !epochs.has(log.name)) epochs.set(log.name, await log.takeEpoch())
          } catch (fault) {
            tell(log, fault)
          }
          try {
            return (await log.outbox()).map((row) => ({ ...row, log: log.name }))
          } catch (fault) {
            tell(log, fault)
            return []
          }
        }
        // At once: a save waits for all of them.
        return (await Promise.all(read.map(rowsOf))).flat()
      },
      settle: (row, epoch) => inTerm(row, epoch, (log, fence) => log.settleOutbox([row.id], fence)),
      subscribe: (listener) => {
        outboxListeners.add(listener)
        return () => outboxListeners.delete(listener)
      },
    },
    leadership: {
      epoch: () => (leading ? term : null),
      subscribe: (listener) => {
        leaderListeners.add(listener)
        return () => leaderListeners.delete(listener)
      },
    },
    stand,
    yieldLead,
    changed: (come) => {
      for (const listener of outboxListeners) listener(come)
    },
  }
}
