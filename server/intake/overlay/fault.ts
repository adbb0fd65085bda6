/** What is wrong with a file: the first faults of it, and how many there are. */
import { type OverlayFault, overlayLimits } from '#contracts/overlay.ts'

export interface Fault extends OverlayFault {
  /** The cell that is to blame. */
  readonly value: string
}

/** Bounded: a small file can have a fault in each of millions of cells. */
export class Faults {
  readonly #first: Fault[] = []
  readonly #kept: number
  readonly #counts = new Map<Fault['code'], number>()

  constructor(kept: number = overlayLimits.faults) {
    this.#kept = kept
  }

  add(fault: Fault): void {
    this.#counts.set(fault.code, this.of(fault.code) + 1)
    if (this.#first.length < this.#kept) this.#first.push(fault)
  }

  /** In the order of the rows. */
  first(): readonly Fault[] {
    return this.#first.toSorted((a, b) => a.row - b.row)
  }

  of(code: Fault['code']): number {
    return this.#counts.get(code) ?? 0
  }

  get count(): number {
    return [...this.#counts.values()].reduce((sum, n) => sum + n, 0)
  }
}
