/** Who may write next: interactive work goes before all bulk work that waits; within a priority, first come first served. */
import type { Priority } from './records.ts'

export class Turns {
  readonly #waiting: Record<Priority, (() => void)[]> = { interactive: [], bulk: [] }
  #taken = false

  /** Runs `work` when its turn comes; the next turn begins when it has settled. */
  async take<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    if (this.#taken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting[priority].push(resolve)
      await promise
    }
    this.#taken = true
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  /** How many wait; for the metrics. */
  get waiting(): number {
    return this.#waiting.interactive.length + this.#waiting.bulk.length
  }

  /** The turn is handed over, never put down in between: a newcomer cannot slip past those who wait. */
  #pass(): void {
    const next = this.#waiting.interactive.shift() ?? this.#waiting.bulk.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}
