/**
 * What a package has lost of its parts. It is told where a part is read, so that no reader has to ask after each; whoever
 * opened the package says all of it at the end.
 */

/** Reasons that one document gives; what is behind them is told as one. */
const maxReasons = 20
const nameChars = 200

export class Losses {
  /** By the part: one reason is enough for each. */
  readonly #reasons = new Map<string, string>()

  /** Of `part` (as the package names it) `what` is the case: a sentence's end. */
  tell(part: string, what: string): void {
    if (this.#reasons.has(part) || this.#reasons.size > maxReasons) return
    const name = part.replace(/\p{C}/gu, '\ufffd').slice(0, nameChars)
    const reason =
      this.#reasons.size < maxReasons
        ? `Its part "${name}" ${what}.`
        : 'More of its parts are damaged or missing than are named.'
    this.#reasons.set(part, reason)
  }

  get reasons(): readonly string[] {
    return [...this.#reasons.values()]
  }
}
