/**
 * What each event of this tab cost: its decision, its append, its fold, and the frame that showed it. Kept in a ring of
 * numbers beside the log, never in it; whoever looks an event up searches the ring.
 */
import type { Timing } from '../stores/timeline.ts'

export interface Timings {
  /** A decision was made, between these two moments. */
  readonly decided: (commandId: string, from: number, to: number) => void
  /** These envelopes were folded between these two moments; before that they were appended. */
  readonly folded: (
    envelopes: readonly { readonly id: string; readonly commandId: string }[],
    from: number,
    to: number,
  ) => void
  readonly of: (eventId: string) => Timing | null
}

/** Ms of a clock that only goes forward; what is given to `painted` runs after the next frame was drawn. */
export interface Stopwatch {
  readonly now: () => number
  readonly painted: (then: () => void) => void
}

/** So many events are remembered. */
const size = 2_048
const width = 4

export function createTimings({ now, painted }: Stopwatch): Timings {
  const ids: string[] = []
  const ms = new Float32Array(size * width)
  let next = 0
  const decisions = new Map<string, readonly [number, number]>()
  /** Places in the ring that no frame has shown yet, and since when. */
  let unseen: [number, number][] = []

  const seen = (): void => {
    const at = now()
    for (const [place, since] of unseen) ms[place * width + 3] = at - since
    unseen = []
  }
  return {
    decided: (commandId, from, to) => {
      // A command is folded right after it was decided: what is older was refused or lost.
      if (decisions.size > 64) decisions.clear()
      decisions.set(commandId, [to - from, to])
    },
    folded: (envelopes, from, to) => {
      for (const { id, commandId } of envelopes) {
        const decision = decisions.get(commandId)
        if (!decision) continue
        const place = next++ % size
        ids[place] = id
        ms.set([decision[0], from - decision[1], to - from, Number.NaN], place * width)
        if (unseen.length === 0) painted(seen)
        unseen.push([place, to])
      }
    },
    of: (eventId) => {
      const at = ids.indexOf(eventId) * width
      const [decide, append, fold, render] = ms.subarray(at, at + width)
      return at < 0 ||
        decide === undefined ||
        append === undefined ||
        fold === undefined ||
        render === undefined
        ? null
        : { decide, append, fold, render }
    },
  }
}
