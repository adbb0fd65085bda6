/** Values of one field, in memory and by slot: each different list of values is kept once and has a code. */
import type { Value } from '#query/evaluate.ts'
import { Bits } from './bits.ts'
import { grown } from './grown.ts'

/** A value that is in lists of several. */
interface Kept {
  readonly value: Value
  readonly id: number
  /** How often it is in one. */
  times: number
}

/** What tells the code of values, needed where some are set. */
interface Known {
  /** By code, how many slots have it. */
  readonly uses: number[]
  readonly free: number[]
  /** By the value of a list of one. */
  readonly codeOfOne: Map<Value, number>
  /** By the ids of the values of a list of several. */
  readonly codeOfSeveral: Map<string, number>
  readonly kept: Map<Value, Kept>
  lastId: number
}

/** A column as it is saved: its codes as they are, its lists of values as JSON. */
export interface SavedColumn {
  readonly codes: Int32Array
  readonly values: Buffer
  readonly aside: Int32Array
}

/**
 * Values of one field: a code by slot, 0 where there is none, and the list of values behind each code. A list that no slot
 * has any more is forgotten, and its code given to the next. A value of many lists is kept once: where documents have several
 * folders or custodians, nearly each of them has a list of its own, of the same few values.
 */
export class Coded {
  codes: Int32Array = new Int32Array(0)
  /** Slots of which some value is too long to be kept here: all of theirs are read from the file when they are asked for. */
  readonly aside: Set<number>
  #values: (readonly Value[])[] | null = null
  /** The values as they were saved, until somebody asks for them. */
  #saved: Buffer | null = null
  #known: Known | null = null

  constructor(saved?: SavedColumn) {
    this.aside = new Set(saved?.aside)
    if (saved === undefined) return
    this.codes = saved.codes
    this.#saved = saved.values
  }

  /** By code. */
  get values(): readonly (readonly Value[])[] {
    return this.#lists()
  }

  /** What is saved of the slots below `size`. */
  saved(size: number): SavedColumn {
    return {
      codes: this.codes.subarray(0, size),
      values: this.#saved ?? Buffer.from(JSON.stringify(this.#lists())),
      aside: Int32Array.from(this.aside),
    }
  }

  /** Whether the values are other than before. */
  set(slot: number, values: readonly Value[]): boolean {
    const wasAside = this.aside.size > 0 && this.aside.delete(slot)
    const before = this.codes[slot] ?? 0
    if (values.length === 0 && before === 0) return wasAside
    // Told from the codes as they are before.
    this.#index()
    if (slot >= this.codes.length) this.codes = grown(this.codes, slot)
    // The new code is taken before the old one is let go, or they could be the same.
    const code = this.#take(values)
    this.codes[slot] = code
    this.#letGo(before)
    return wasAside || code !== before
  }

  /** Keeps values that are not too long for memory, also beside one that is; whether what is kept is other than before. */
  take(slot: number, values: readonly Value[]): boolean {
    if (!values.some(isLong)) return this.set(slot, values)
    const wasAside = this.aside.has(slot)
    const before = this.codes[slot] ?? 0
    this.set(
      slot,
      values.filter((value) => !isLong(value)),
    )
    this.aside.add(slot)
    return !wasAside || (this.codes[slot] ?? 0) !== before
  }

  /** Slots whose values pass, but for those that are kept aside. */
  where(size: number, live: Bits, passes: (values: readonly Value[]) => boolean): Bits {
    const passing = Uint8Array.from(this.values, (values) => (passes(values) ? 1 : 0))
    const found = Bits.empty(size)
    const { codes } = this
    for (let slot = 1; slot < size; slot++) if (passing[codes[slot] ?? 0] === 1) found.add(slot)
    for (const slot of this.aside) found.remove(slot)
    return found.and(live)
  }

  /** Adds the slots that have any value. */
  addTo(found: Bits, size: number): void {
    const most = Math.min(size, this.codes.length)
    for (let slot = 1; slot < most; slot++) if (this.codes[slot] !== 0) found.add(slot)
    for (const slot of this.aside) found.add(slot)
  }

  #lists(): (readonly Value[])[] {
    this.#values ??= this.#saved === null ? [[]] : (JSON.parse(this.#saved.toString()) as Value[][])
    this.#saved = null
    return this.#values
  }

  /** What tells the code of values; read out of the values and the codes where they were saved. */
  #index(): Known {
    if (this.#known !== null) return this.#known
    const uses = this.#lists().map(() => 0)
    for (const code of this.codes) if (code !== 0) uses[code] = (uses[code] ?? 0) + 1
    const known: Known = {
      ...{ uses, free: [], lastId: 0 },
      ...{ codeOfOne: new Map(), codeOfSeveral: new Map(), kept: new Map() },
    }
    this.#known = known
    for (const [code, values] of this.#lists().entries()) {
      if (code === 0) continue
      if (values.length === 0) known.free.push(code)
      else this.#name(code, values, this.#listOf(values))
    }
    return known
  }

  #take(values: readonly Value[]): number {
    const [first] = values
    if (first === undefined) return 0
    const { codeOfOne, codeOfSeveral, free, uses } = this.#index()
    const list = this.#listOf(values)
    const known = list === null ? codeOfOne.get(first) : codeOfSeveral.get(keyOf(list))
    const code = known ?? free.pop() ?? this.#lists().length
    uses[code] = (known === undefined ? 0 : (uses[code] ?? 0)) + 1
    if (known !== undefined) return code
    this.#lists()[code] = list === null ? values : list.map(({ value }) => value)
    this.#name(code, values, list)
    return code
  }

  /** From here on the values have this code. */
  #name(code: number, [first = '']: readonly Value[], list: readonly Kept[] | null): void {
    const { codeOfOne, codeOfSeveral } = this.#index()
    if (list === null) codeOfOne.set(first, code)
    else {
      codeOfSeveral.set(keyOf(list), code)
      for (const one of list) one.times++
    }
  }

  /** Null for a list of one. */
  #listOf(values: readonly Value[]): readonly Kept[] | null {
    return values.length === 1 ? null : values.map((value) => this.#keep(value))
  }

  #keep(value: Value): Kept {
    const known = this.#index()
    let kept = known.kept.get(value)
    if (kept === undefined) {
      kept = { value, id: ++known.lastId, times: 0 }
      known.kept.set(value, kept)
    }
    return kept
  }

  #letGo(code: number): void {
    if (code === 0) return
    const { uses, free, codeOfOne, codeOfSeveral, kept } = this.#index()
    const left = (uses[code] ?? 0) - 1
    uses[code] = left
    if (left > 0) return
    const lists = this.#lists()
    const values = lists[code] ?? []
    const list = this.#listOf(values)
    if (list === null) for (const value of values) codeOfOne.delete(value)
    else {
      codeOfSeveral.delete(keyOf(list))
      for (const one of list) if (--one.times === 0) kept.delete(one.value)
    }
    lists[code] = []
    free.push(code)
  }
}

const keyOf = (list: readonly Kept[]): string => list.map(({ id }) => id).join()

/** What is longer is not kept in memory: nearly each such text is the only one of its kind. */
const longest = 256

const isLong = (value: Value): boolean => typeof value === 'string' && value.length > longest
