/** What containers may expand to. */
import type { ExceptionCode } from '#contracts/collect.ts'
import type { Limits } from './limits.ts'

/** Past a limit that ends its container. */
export class LimitPassed extends Error {
  readonly code: ExceptionCode
  constructor(code: ExceptionCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Counts what a container, or an entry of one, expands to, against its own packed size (null where it is not known) and,
 * through its outer ones, against all of them.
 */
export class Budget {
  readonly #limits: Limits
  readonly #packed: number | null
  readonly #outer: Budget | null
  #expanded = 0
  constructor(limits: Limits, packed: number | null, outer: Budget | null) {
    this.#limits = limits
    this.#packed = packed
    this.#outer = outer
  }
  /** Bytes so far. */
  get expanded(): number {
    return this.#expanded
  }
  /** What an earlier walk has spent here: it counts, and was held against the limits then. */
  takeUp(bytes: number): void {
    this.#expanded += bytes
    this.#outer?.takeUp(bytes)
  }
  /** Throws LimitPassed where it is too much; what was expanded counts all the same, in the containers around it too. */
  spend(bytes: number): void {
    this.takeUp(bytes)
    const { fault } = this
    if (fault !== null) throw fault
  }
  /** The limit that is passed, of this one or of one around it: nothing more may be opened in it. */
  get fault(): LimitPassed | null {
    const { ratio, ratioFrom, expandedBytes } = this.#limits
    if (this.#packed !== null && this.#expanded > ratioFrom && this.#expanded > this.#packed * ratio)
      return new LimitPassed('tooLarge', `It expands to more than ${ratio} times its size.`)
    if (this.#outer === null && this.#expanded > expandedBytes)
      return new LimitPassed('tooLarge', `It expands to more than ${expandedBytes} bytes.`)
    return this.#outer?.fault ?? null
  }
}
