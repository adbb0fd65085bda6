/** How fast a job goes and when it will be through, by what it did in the last seconds. */

export interface Progress {
  readonly itemsDone: number
  readonly itemsTotal: number
  readonly bytesDone: number
  readonly bytesTotal: number
}
export interface Pace {
  /** Items a second; null also while one is worked on for longer than is looked back: that none came is no rate. */
  readonly rate: number | null
  readonly secondsLeft: number | null
}

/** What happened longer ago says nothing about now. */
const windowMs = 10_000
/** A rate over less than this is noise. */
const minMs = 500

/** Keeps the last seconds of one run. */
export class Pacer {
  readonly #seen: { at: number; progress: Progress }[] = []

  /** Takes a reading and answers the pace. */
  read(at: number, progress: Progress): Pace {
    this.#seen.push({ at, progress })
    while (this.#seen.length > 2 && at - (this.#seen[0]?.at ?? at) > windowMs) this.#seen.shift()
    const first = this.#seen[0]
    if (first === undefined || at - first.at < minMs) return { rate: null, secondsLeft: null }
    const seconds = (at - first.at) / 1000
    const items = (progress.itemsDone - first.progress.itemsDone) / seconds
    const bytes = (progress.bytesDone - first.progress.bytesDone) / seconds
    return { rate: items > 0 ? items : null, secondsLeft: secondsLeft(progress, items, bytes) }
  }
}

/** By bytes where the source's size is known, because the number of items grows while containers are expanded. */
function secondsLeft(progress: Progress, items: number, bytes: number): number | null {
  const bytesLeft = progress.bytesTotal - progress.bytesDone
  const itemsLeft = progress.itemsTotal - progress.itemsDone
  if (progress.bytesTotal > 0 && bytesLeft > 0) return bytes > 0 ? bytesLeft / bytes : null
  if (itemsLeft > 0) return items > 0 ? itemsLeft / items : null
  return 0
}
