/**
 * Follows one log: hands on every envelope exactly once and in order, whoever appended it, and starts anew from a
 * snapshot where it has fallen behind compaction.
 */
import type { Envelope } from '../envelope.ts'
import { type Channel, type Hint, inlineLimit, type WakeSignals } from './channel.ts'
import type { AppendOptions, EventLog, Unplaced } from './log.ts'

export interface Follower {
  readonly log: EventLog
  /** The last seq that has been handed on. */
  applied(): number
  /** Appends, then hands on everything up to and with what was appended. */
  append(envelopes: readonly Unplaced[], options: AppendOptions): Promise<readonly Envelope[]>
  /** Hands on whatever the log has beyond `applied`. */
  catchUp(): Promise<void>
  stop(): void
}

export interface FollowerPorts {
  readonly log: EventLog
  /** Null: nobody else is told or heard. */
  readonly channel: Channel<Hint> | null
  readonly signals: WakeSignals
  readonly tabId: () => string
  /** Upcasts, and takes out what cannot be understood. */
  readonly admit: (envelopes: readonly Envelope[]) => readonly Envelope[]
  /** One batch, in order. */
  readonly apply: (envelopes: readonly Envelope[]) => void
  /** Own envelopes that are in the log, just before they are handed on; all that came before them has been. */
  readonly onAppended?: ((envelopes: readonly Envelope[]) => void) | undefined
  /** Envelopes that others appended, after they were applied. */
  readonly onForeign: (envelopes: readonly Envelope[]) => void
  /** Folds the whole log again from its snapshots; answers the seq that it holds then. */
  readonly reload: () => Promise<number>
  /** It was folded again under way: what others appended meanwhile was not handed on, and may be anything. */
  readonly onReloaded?: (() => void) | undefined
  readonly onFault: (fault: unknown) => void
}

const readSize = 2_000
/** Ms in which a hint that another one has overtaken arrives as well: reading the log stands in everybody's line. */
const moment = 5

/** Opens before it loads: hints that come in between are answered by the first catching up. */
export async function follow(ports: FollowerPorts): Promise<Follower> {
  const { log, channel } = ports
  const own = new Set<string>()
  /** By their first seq: envelopes that came before those that lie before them. */
  const early = new Map<number, readonly Envelope[]>()
  /** Who waits until which seq is handed on. */
  let waiting: { readonly seq: number; readonly resolve: () => void }[] = []
  let applied = 0
  let stopped = false
  let line: Promise<unknown> = Promise.resolve()

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const run = line.then(work)
    line = run.catch(() => undefined)
    return run
  }

  /** These, and then what came early and was waiting for them. */
  function take(envelopes: readonly Envelope[]): void {
    let next: readonly Envelope[] | undefined = envelopes
    while (next) {
      pass(next)
      // Once a log is this tab's alone, the others' seqs count something else.
      if (!log.isShared()) early.clear()
      next = early.get(applied + 1)
      early.delete(applied + 1)
    }
    for (const { resolve } of waiting.filter(({ seq }) => seq <= applied)) resolve()
    waiting = waiting.filter(({ seq }) => seq > applied)
  }

  function pass(envelopes: readonly Envelope[]): void {
    const fresh = envelopes.filter(({ seq }) => seq > applied)
    const last = fresh.at(-1)
    if (!last || stopped) return
    applied = last.seq
    const admitted = ports.admit(fresh)
    if (admitted.length > 0) ports.apply(admitted)
    const foreign = admitted.filter(({ id }) => !own.has(id))
    if (foreign.length > 0) ports.onForeign(foreign)
  }

  async function readOn(): Promise<void> {
    let head = applied
    while (!stopped) {
      const rows = await log.read({ after: applied, limit: readSize })
      if (rows.length === 0 && head <= applied) {
        head = await log.head()
        if (head <= applied) return
        // It may have come since that look: what the next one does not find either is gone.
        continue
      }
      if (rows.length === 0 || firstMissing(rows, applied)) {
        // What lies between was compacted away while this tab slept: only a snapshot knows it.
        const before = applied
        applied = await ports.reload()
        ports.onReloaded?.()
        // A log that a newer version has taken over has nothing more to say, however often it is asked.
        if (applied <= before) return
        continue
      }
      take(rows)
      if (rows.length < readSize) return
    }
  }

  /** Hands on what is in the log from one seq to another: `envelopes`, or (null) what has to be read. */
  async function handOn(
    { from, to }: { readonly from: number; readonly to: number },
    envelopes: readonly Envelope[] | null,
    counts = () => true,
  ): Promise<void> {
    const waits = await inLine(async () => {
      if (to <= applied || stopped || !counts()) return false
      if (envelopes === null) await readOn()
      else if (from > applied + 1) early.set(from, envelopes)
      else take(envelopes)
      return to > applied
    })
    if (!waits) return
    await Promise.race([reached(to), new Promise((resolve) => setTimeout(resolve, moment))])
    await inLine(async () => {
      early.delete(from)
      if (to > applied) await readOn()
    })
  }
  const reached = (seq: number) => new Promise<void>((resolve) => waiting.push({ seq, resolve }))

  async function onHint(hint: Hint): Promise<void> {
    if (hint.kind !== 'appended' || hint.log !== log.name) return
    await handOn(hint, hint.inline, () => log.isShared())
  }

  const catchUp = () => inLine(readOn)
  const unsubscribe = channel?.subscribe((hint) => {
    onHint(hint).catch(ports.onFault)
  })
  const unsignal = ports.signals(() => {
    catchUp().catch(ports.onFault)
  })

  await inLine(async () => {
    applied = await ports.reload()
    await readOn()
  })

  return {
    log,
    applied: () => applied,
    catchUp,
    append: async (unplaced, options) => {
      for (const { id } of unplaced) own.add(id)
      try {
        const appended = await log.append(unplaced, { ...options, applied })
        const from = appended[0]?.seq ?? 0
        const to = appended.at(-1)?.seq ?? 0
        if (log.isShared()) {
          channel?.post({
            kind: 'appended',
            log: log.name,
            from,
            to,
            inline: appended.length <= inlineLimit ? appended : null,
            outbox: (options.outbox?.length ?? 0) + (options.settles?.length ?? 0) > 0,
            tabId: ports.tabId(),
          })
        }
        if (from === applied + 1) ports.onAppended?.(appended)
        await handOn({ from, to }, appended)
        return appended
      } finally {
        for (const { id } of unplaced) own.delete(id)
      }
    },
    stop: () => {
      stopped = true
      unsubscribe?.()
      unsignal()
    },
  }
}

function firstMissing(rows: readonly Envelope[], after: number): boolean {
  return rows.some(({ seq }, index) => seq !== after + 1 + index)
}
