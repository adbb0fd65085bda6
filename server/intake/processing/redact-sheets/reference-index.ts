/** Which formulas read a range: by columns and stretches of rows, so that a change asks only those that are near. */
import { type CellRange, meet } from './redactions.ts'

const blockRows = 64
/** A range over more blocks is kept aside, once for all formulas that read it. */
const mostBlocks = 16

interface Entry {
  readonly range: CellRange
  readonly formulas: number[]
}

export class ReferenceIndex {
  readonly #near = new Map<number, Entry[]>()
  readonly #wide = new Map<string, Entry>()

  add(range: CellRange, formula: number): void {
    const keys = keysOf(range, mostBlocks)
    if (keys === null) {
      const name = `${range.firstRow},${range.lastRow},${range.firstColumn},${range.lastColumn}`
      const there = this.#wide.get(name)
      if (there === undefined) this.#wide.set(name, { range, formulas: [formula] })
      else there.formulas.push(formula)
      return
    }
    const entry = { range, formulas: [formula] }
    for (const key of keys) {
      const there = this.#near.get(key)
      if (there === undefined) this.#near.set(key, [entry])
      else there.push(entry)
    }
  }

  /** Tells each formula that reads any cell of the range; some more than once. */
  reading(range: CellRange, tell: (formula: number) => void): void {
    for (const [name, entry] of this.#wide) {
      if (!meet(entry.range, range)) continue
      // Whoever reads it has been told: nobody has to look at it again.
      this.#wide.delete(name)
      for (const formula of entry.formulas) tell(formula)
    }
    const keys = keysOf(range, this.#near.size)
    for (const entries of keys === null ? this.#near.values() : keys.map((key) => this.#near.get(key) ?? []))
      for (const entry of entries)
        if (meet(entry.range, range)) for (const formula of entry.formulas) tell(formula)
  }
}

/** Null where there are more than so many. */
function keysOf({ firstRow, lastRow, firstColumn, lastColumn }: CellRange, most: number): number[] | null {
  const [first, last] = [Math.floor(firstRow / blockRows), Math.floor(lastRow / blockRows)]
  if ((last - first + 1) * (lastColumn - firstColumn + 1) > most) return null
  const keys: number[] = []
  for (let column = firstColumn; column <= lastColumn; column++)
    for (let block = first; block <= last; block++) keys.push(block * 16_384 + column)
  return keys
}
