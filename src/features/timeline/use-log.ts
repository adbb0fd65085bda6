/** A log as the timeline shows it: its index as it grows, and the envelopes of the gestures that are open. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Envelope, LogKind } from '../../events/envelope.ts'
import type { EventLog } from '../../events/log/log.ts'
import type { LogSource } from '../../stores/timeline.ts'
import type { ShownRow } from './gesture-rows.ts'
import { fillIndex } from './kept-index.ts'
import type { LogIndex } from './log-index.ts'
import { insideOf } from './tree.ts'

export interface ShownLog {
  readonly index: LogIndex
  /** Another number whenever the index has grown. */
  readonly version: number
  /** How many seqs are still to be read; they are older than all that shows. */
  readonly left: number
}

/** Null until the newest are here. */
export function useLog(source: LogSource | null, kind: LogKind): { log: ShownLog | null; failed: boolean } {
  const [log, setLog] = useState<(ShownLog & { source: LogSource; kind: LogKind }) | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (source === null) return
    setFailed(false)
    const filling = fillIndex(
      source,
      kind,
      (index, left) => setLog((known) => ({ index, left, source, kind, version: (known?.version ?? 0) + 1 })),
      () => setFailed(true),
    )
    return filling.stop
  }, [source, kind])
  return { log: log?.source === source && log?.kind === kind ? log : null, failed }
}

/** So many open gestures keep their envelopes when they are closed again. */
const most = 100

/** What stands below each open gesture. */
export function useInside(
  source: LogSource | null,
  kind: LogKind,
  log: ShownLog | null,
  open: ReadonlySet<string>,
): ReadonlyMap<string, readonly ShownRow[]> {
  const [known, setKnown] = useState<ReadonlyMap<string, Inside>>(new Map())
  const wanted = useRef(new Set<string>())
  const from = source?.log(kind) ?? null
  useEffect(() => {
    if (log === null || from === null) return
    for (const id of open) {
      const number = log.index.numberOf(id)
      const seqs = number < 0 ? [] : log.index.seqsOf(number)
      const question = `${from.name} ${id} ${seqs.length}`
      if (wanted.current.has(question)) continue
      wanted.current.add(question)
      void readSeqs(from, seqs).then(
        (envelopes) =>
          setKnown((before) => {
            const after = new Map(before)
            after.delete(id)
            after.set(id, { of: from, rows: rowsOf(id, seqs, envelopes) })
            const [oldest] = after.keys()
            if (after.size > most && oldest !== undefined && !open.has(oldest)) {
              after.delete(oldest)
              wanted.current.clear()
            }
            return after
          }),
        () => wanted.current.delete(question),
      )
    }
  }, [from, log, open])
  return useMemo(() => {
    const shown = new Map<string, readonly ShownRow[]>()
    for (const id of open) {
      const inside = known.get(id)
      shown.set(id, inside && inside.of === from ? inside.rows : [note(id, 'Reading …')])
    }
    return shown
  }, [known, open, from])
}

interface Inside {
  readonly of: EventLog
  readonly rows: readonly ShownRow[]
}

const note = (id: string, words: string): ShownRow => ({ kind: 'note', id: `${id}/note`, depth: 1, words })

function rowsOf(id: string, seqs: readonly number[], envelopes: readonly Envelope[]): readonly ShownRow[] {
  const rows = insideOf(id, envelopes)
  return envelopes.length === seqs.length
    ? rows
    : [...rows, note(id, 'What only moved the screen has been tidied away since.')]
}

/** Seqs that stand close together are read at once. */
const near = 200

export function readSeqs(log: EventLog, seqs: readonly number[]): Promise<Envelope[]> {
  const runs: [number, number][] = []
  for (const seq of seqs) {
    const run = runs.at(-1)
    if (run && seq - run[1] <= near) run[1] = seq
    else runs.push([seq, seq])
  }
  const wanted = new Set(seqs)
  return Promise.all(
    runs.map(([first, last]) => log.read({ after: first - 1, limit: last - first + 1 })),
  ).then((pages) => pages.flat().filter(({ seq }) => wanted.has(seq)))
}
