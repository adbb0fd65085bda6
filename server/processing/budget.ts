/** What containers may expand to. */
import type { Limits } from './limits.ts'
import type { ExceptionCode } from './member.ts'

/** Past a limit that ends its container. */
export class LimitPassed extends Error {
  readonly code: ExceptionCode
  constructor(code: ExceptionCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Counts what a container expands to, against its own packed size and, through its outer ones, against all of them. */
export class Budget {
  readonly #limits: Limits
  readonly #packed: number
  readonly #outer: Budget | null
  #expanded = 0
  constructor(limits: Limits, packed: number, outer: Budget | null) {
    this.#limits = limits
    this.#packed = packed
    this.#outer = outer
  }
  spend(bytes: number): void {
    this.#expanded += bytes
    const { ratio, ratioFrom, expandedBytes } = this.#limits
    if (this.#expanded > ratioFrom && this.#expanded > this.#packed * ratio)
      throw new LimitPassed('tooLarge', `It expands to more than ${ratio} times its size.`)
    if (this.#outer === null && this.#expanded > expandedBytes)
      throw new LimitPassed('tooLarge', `It expands to more than ${expandedBytes} bytes.`)
    this.#outer?.spend(bytes)
  }
}
