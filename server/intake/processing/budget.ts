/** What containers may expand to. */
import type { ExceptionCode } from '#contracts/collect.ts'
import type { Limits } from './limits.ts'
import type { Spent } from './position.ts'

/** Past a limit that ends its container. */
export class LimitPassed extends Error {
  readonly code: ExceptionCode
  constructor(code: ExceptionCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Counts what a container, or an entry of one, expands to, against its own packed size and against those around it. An entry
 * that is packed together with others (null) is measured by its own bytes.
 *
 * All bytes count against what the source may expand to. Against the ratio of an outer container an entry counts with what
 * is taken out of it directly; what its own contents expand to counts there only as far as its size allows. So a bomb is
 * stopped where it is, and what lies beside it is still opened: otherwise one small file would end a whole delivery.
 */
export class Budget {
  readonly #limits: Limits
  readonly #packed: number | null
  readonly #outer: Budget | null
  /** All bytes. */
  #expanded = 0
  /** Those that count against the ratio here. */
  #counted = 0
  /** Of these, the bytes of the entry itself. */
  #own = 0
  /** Bytes of the entry itself that were read, also where it was given up. */
  #read = 0
  constructor(limits: Limits, packed: number | null, outer: Budget | null) {
    this.#limits = limits
    this.#packed = packed
    this.#outer = outer
  }

  /** So far, and how it counts in the container around it. */
  get spent(): Spent {
    return { bytes: this.#expanded, forgiven: this.#expanded - this.#share }
  }

  /** The same as it counts here. */
  get spentHere(): Spent {
    return { bytes: this.#expanded, forgiven: this.#expanded - this.#counted }
  }

  /** What an earlier walk has spent on its entries: it counts, and was held against the limits then. */
  takeUp({ bytes, forgiven }: Spent): void {
    this.#expand(bytes)
    this.#count(bytes - forgiven)
  }

  /**
   * Counts bytes of the entry itself. Throws LimitPassed where it is too much: then the entry is given up, and its bytes count
   * around it as those of its content do. Whether the container can go on is seen by its `fault` then.
   */
  spend(bytes: number): void {
    this.#expand(bytes)
    this.#count(bytes, bytes)
    const { fault } = this
    if (fault === null) return
    this.#count(0, -this.#own)
    throw fault
  }

  /** Counts bytes that its content expands to, where that is no container with entries that count for themselves. */
  get inside(): Pick<Budget, 'spend'> {
    return {
      spend: (bytes) => {
        this.#expand(bytes)
        this.#count(bytes)
        const { fault } = this
        if (fault !== null) throw fault
      },
    }
  }

  /** The limit that is passed, of this one or of one around it: nothing more may be opened in it. */
  get fault(): LimitPassed | null {
    const { ratio, ratioFrom, expandedBytes } = this.#limits
    const size = this.#size
    if (size !== null && this.#counted > ratioFrom && this.#counted > size * ratio)
      return new LimitPassed('tooLarge', `It expands to more than ${ratio} times its size.`)
    if (this.#outer === null && this.#expanded > expandedBytes)
      return new LimitPassed('tooLarge', `It expands to more than ${expandedBytes} bytes.`)
    return this.#outer?.fault ?? null
  }

  #expand(bytes: number): void {
    this.#expanded += bytes
    if (this.#outer !== null) this.#outer.#expand(bytes)
  }

  #count(bytes: number, own = 0): void {
    const before = this.#share
    this.#counted += bytes
    this.#own += own
    this.#read += Math.max(0, own)
    if (this.#outer !== null) this.#outer.#count(this.#share - before)
  }

  /** What counts against the ratio of the container that it is in. */
  get #share(): number {
    const size = this.#size
    if (size === null) return this.#counted
    return Math.min(this.#counted, Math.max(this.#own, size * this.#limits.ratio))
  }

  get #size(): number | null {
    return this.#packed ?? (this.#outer === null ? null : this.#read)
  }
}
