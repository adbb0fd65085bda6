/**
 * Whose turn it is to write. Interactive work goes before bulk work that waits, but not for ever: after `mostBefore` of it
 * the bulk work that has waited longest gets its turn. Within a priority, first come first served.
 */
import type { Priority } from './records.ts'

/** So many interactive ones at most go before bulk work that waits. */
export const mostBefore = 16

export class Turns<T> {
  readonly #waiting: Record<Priority, T[]> = { interactive: [], bulk: [] }
  /** Interactive ones that have gone before the bulk work which waits now. */
  #before = 0

  add(priority: Priority, item: T): void {
    this.#waiting[priority].push(item)
  }

  /** How many wait; for the metrics. */
  get waiting(): number {
    return this.#waiting.interactive.length + this.#waiting.bulk.length
  }

  /** Takes whoever is next; undefined where nobody waits. */
  next(): { readonly priority: Priority; readonly item: T } | undefined {
    const interactive = this.nextInteractive()
    if (interactive !== undefined) return { priority: 'interactive', item: interactive }
    this.#before = 0
    const bulk = this.#waiting.bulk.shift()
    return bulk === undefined ? undefined : { priority: 'bulk', item: bulk }
  }

  /** Takes the next interactive one; undefined where none waits, or where it is the turn of bulk work. */
  nextInteractive(): T | undefined {
    const { interactive, bulk } = this.#waiting
    if (bulk.length === 0) this.#before = 0
    else if (this.#before >= mostBefore) return undefined
    const next = interactive.shift()
    if (next !== undefined && bulk.length > 0) this.#before += 1
    return next
  }
}
