/**
 * What is known of each document, in memory and by slot: for fields that hold few different values, for order and for
 * families. Each different value (or list of values) is kept once and asked once per query.
 */
import type { DocumentState } from '#contracts/documents.ts'
import type { Stage } from '#contracts/stages.ts'
import type { Value } from '#query/evaluate.ts'
import { type FactKey, factKeys, numberFacts, wordColumns } from '../list.ts'
import { Bits } from './bits.ts'
import type { Db } from './file.ts'

const inReview: DocumentState = 'Promoted'

/** As `doc.facts` holds them: family, ordinal, the parent's date, values by fact key, a bit by words column. */
export type StoredFacts = readonly [number, number, number | null, readonly (readonly Value[])[], number]

/** A value that is in lists of several. */
interface Kept {
  readonly value: Value
  readonly id: number
  /** How often it is in one. */
  times: number
}

/**
 * Values of one field: a code by slot, 0 where there is none, and the list of values behind each code. A list that no slot
 * has any more is forgotten, and its code given to the next. A value of many lists is kept once: where documents have several
 * folders or custodians, nearly each of them has a list of its own, of the same few values.
 */
export class Coded {
  readonly values: (readonly Value[])[] = [[]]
  codes = new Int32Array(0)
  /** By code, how many slots have it. */
  readonly #uses: number[] = [0]
  readonly #free: number[] = []
  /** By the value of a list of one. */
  readonly #codeOfOne = new Map<Value, number>()
  /** By the ids of the values of a list of several. */
  readonly #codeOfSeveral = new Map<string, number>()
  readonly #kept = new Map<Value, Kept>()
  #lastId = 0
  /** Slots of which some value is too long to be kept here: all of theirs are read from the file when they are asked for. */
  readonly aside = new Set<number>()

  /** Whether the values are other than before. */
  set(slot: number, values: readonly Value[]): boolean {
    const wasAside = this.aside.delete(slot)
    if (slot >= this.codes.length) this.codes = grown(this.codes, slot)
    const before = this.codes[slot] ?? 0
    // The new code is taken before the old one is let go, or they could be the same.
    const code = this.#take(values)
    this.codes[slot] = code
    this.#letGo(before)
    return wasAside || code !== before
  }

  /** Keeps values that are not too long for memory, also beside one that is; whether what is kept is other than before. */
  take(slot: number, values: readonly Value[]): boolean {
    const short = values.filter((value) => !isLong(value))
    if (short.length === values.length) return this.set(slot, values)
    const wasAside = this.aside.has(slot)
    const before = this.codes[slot] ?? 0
    this.set(slot, short)
    this.aside.add(slot)
    return !wasAside || this.codes[slot] !== before
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

  #take(values: readonly Value[]): number {
    const [first] = values
    if (first === undefined) return 0
    const list = this.#listOf(values)
    const known = list === null ? this.#codeOfOne.get(first) : this.#codeOfSeveral.get(keyOf(list))
    const code = known ?? this.#free.pop() ?? this.values.length
    this.#uses[code] = (known === undefined ? 0 : (this.#uses[code] ?? 0)) + 1
    if (known !== undefined) return code
    this.values[code] = list === null ? values : list.map(({ value }) => value)
    if (list === null) this.#codeOfOne.set(first, code)
    else {
      this.#codeOfSeveral.set(keyOf(list), code)
      for (const one of list) one.times++
    }
    return code
  }

  /** Null for a list of one. */
  #listOf(values: readonly Value[]): readonly Kept[] | null {
    return values.length === 1 ? null : values.map((value) => this.#keep(value))
  }

  #keep(value: Value): Kept {
    let kept = this.#kept.get(value)
    if (kept === undefined) {
      kept = { value, id: ++this.#lastId, times: 0 }
      this.#kept.set(value, kept)
    }
    return kept
  }

  #letGo(code: number): void {
    if (code === 0) return
    const uses = (this.#uses[code] ?? 0) - 1
    this.#uses[code] = uses
    if (uses > 0) return
    const values = this.values[code] ?? []
    const list = this.#listOf(values)
    if (list === null) for (const value of values) this.#codeOfOne.delete(value)
    else {
      this.#codeOfSeveral.delete(keyOf(list))
      for (const one of list) if (--one.times === 0) this.#kept.delete(one.value)
    }
    this.values[code] = []
    this.#free.push(code)
  }
}

const keyOf = (list: readonly Kept[]): string => list.map(({ id }) => id).join()

/** What is longer is not kept in memory: nearly each such text is the only one of its kind. */
const longest = 256

const isLong = (value: Value): boolean => typeof value === 'string' && value.length > longest

/** What `doc.coding` holds. */
interface StoredCoding {
  readonly coded: Readonly<Record<string, readonly Value[]>>
  readonly tags: readonly number[]
}

const codingOf = (text: string | null): StoredCoding =>
  text === null ? { coded: {}, tags: [] } : (JSON.parse(text) as StoredCoding)

/** The values of a fact, out of `doc.facts`. */
export const factIn = (text: string | null, key: FactKey): readonly Value[] =>
  text === null ? [] : ((JSON.parse(text) as StoredFacts)[3][factKeys.indexOf(key)] ?? [])

/** The coded values of a field, out of `doc.coding`. */
export const codedIn = (text: string | null, fieldId: number): readonly Value[] =>
  codingOf(text).coded[fieldId] ?? []

export class Facts {
  readonly #db: Db
  /** One more than the highest slot. */
  size = 1
  live = Bits.empty(1)
  documentId = new Int32Array(1024)
  familyId = new Int32Array(1024)
  ordinal = new Int32Array(1024)
  /** Milliseconds; Infinity where there is none, so that those come last. */
  parentDate = new Float64Array(1024)
  readonly numbers = new Map<FactKey, Float64Array>()
  readonly texts = new Map<FactKey, Coded>()
  /** By words column: which documents have a value. */
  readonly present: Bits[] = wordColumns.map(() => Bits.empty(1))
  readonly coding = new Map<number, Coded>()
  readonly tags = new Coded()
  tagged = Bits.empty(1)
  promoted = Bits.empty(1)
  /** Documents of each side that have no text. */
  withoutText: Readonly<Record<Stage, number>> = { review: 0, processing: 0 }
  /** Goes up whenever documents came, changed or went; coding does not count. */
  generation = 0
  #touched = 0
  /** Whether any document is other than when `generation` went up last; kept where a reading was broken off. */
  #changed = false

  constructor(db: Db) {
    this.#db = db
    for (const key of factKeys) {
      if (numberFacts.has(key)) this.numbers.set(key, new Float64Array(1024).fill(Number.NaN))
      else this.texts.set(key, new Coded())
    }
  }

  /** How many documents have changed since the last time; no more than `most` are counted. */
  behind(touched: number, most: number): number {
    if (touched === this.#touched) return 0
    const counted = this.#db
      .prepare('select count(*) from (select 1 from doc where touched > ? limit ?)')
      .pluck()
      .get(this.#touched, most)
    return Number(counted)
  }

  /** Reads what has changed since the last time. */
  refresh(touched: number): void {
    for (const _ of this.refreshing(touched, Number.POSITIVE_INFINITY));
  }

  /**
   * The same in steps of so many documents: yields how many it has read. What was broken off is read again the next time.
   * The index must not change between two steps: they belong into one transaction.
   */
  *refreshing(touched: number, step: number): Generator<number, void> {
    if (touched === this.#touched) return
    const last = this.#db.prepare('select max(slot) from doc').pluck().get()
    this.#makeRoom(typeof last === 'number' ? last + 1 : 1)
    const rows = this.#db
      .prepare('select slot, document_id, facts, coding from doc where touched > ? order by slot')
      .raw()
      .iterate(this.#touched) as Iterable<[number, number, string | null, string | null]>
    let done = 0
    for (const [slot, documentId, facts, coding] of rows) {
      if (this.#take(slot, documentId, facts)) this.#changed = true
      this.#takeCoding(slot, coding)
      if (++done % step === 0) yield done
    }
    this.#touched = touched
    if (!this.#changed) return
    this.#changed = false
    this.generation++
    this.#countWithoutText()
  }

  /** Which documents have a value of any of these coding fields. */
  withAny(fieldIds: readonly number[]): Bits {
    const found = Bits.empty(this.size)
    for (const fieldId of fieldIds) this.coding.get(fieldId)?.addTo(found, this.size)
    return found
  }

  /** Slots of these documents: bits by document id, lowest first, as base64. */
  amongDocuments(documents: string, set: Bits = this.live): Bits {
    const bits = Buffer.from(documents, 'base64')
    const found = Bits.empty(this.size)
    for (const slot of set) {
      const id = this.documentId[slot] ?? 0
      if (((bits[id >> 3] ?? 0) >> (id & 7)) & 1) found.add(slot)
    }
    return found
  }

  /** How many documents of a set have no text. */
  withoutTextIn(set: Bits): number {
    return (
      this.texts
        .get('Has_Text')
        ?.where(this.size, set, (values) => values[0] !== 'Yes')
        .count() ?? 0
    )
  }

  #makeRoom(size: number): void {
    if (size <= this.size) return
    this.size = size
    this.live = resized(this.live, size)
    this.tagged = resized(this.tagged, size)
    this.promoted = resized(this.promoted, size)
    for (const [i, bits] of this.present.entries()) this.present[i] = resized(bits, size)
    if (size <= this.documentId.length) return
    this.documentId = grown(this.documentId, size)
    this.familyId = grown(this.familyId, size)
    this.ordinal = grown(this.ordinal, size)
    this.parentDate = grown(this.parentDate, size)
    for (const [key, column] of this.numbers) {
      const larger = grown(column, size).fill(Number.NaN, column.length)
      this.numbers.set(key, larger)
    }
  }

  /** Whether the document itself is other than before. */
  #take(slot: number, documentId: number, facts: string | null): boolean {
    if (facts === null) {
      const was = this.live.has(slot)
      this.live.remove(slot)
      this.promoted.remove(slot)
      for (const bits of this.present) bits.remove(slot)
      return was
    }
    const [familyId, ordinal, parentDate, values, present] = JSON.parse(facts) as StoredFacts
    const known = this.live.has(slot)
    const date = parentDate ?? Number.POSITIVE_INFINITY
    let changed =
      !known ||
      this.familyId[slot] !== familyId ||
      this.ordinal[slot] !== ordinal ||
      this.parentDate[slot] !== date
    this.live.add(slot)
    this.documentId[slot] = documentId
    this.familyId[slot] = familyId
    this.ordinal[slot] = ordinal
    this.parentDate[slot] = date
    for (const [i, bits] of this.present.entries()) put(bits, slot, (present & (1 << i)) !== 0)
    for (const [i, key] of factKeys.entries()) {
      const own = values[i] ?? []
      const numbers = this.numbers.get(key)
      if (numbers !== undefined) numbers[slot] = typeof own[0] === 'number' ? own[0] : Number.NaN
      else if (this.texts.get(key)?.take(slot, own) === true) changed = true
      if (key === 'Document_State') put(this.promoted, slot, own[0] === inReview)
    }
    return changed
  }

  #takeCoding(slot: number, text: string | null): void {
    const { coded, tags } = codingOf(text)
    for (const column of this.coding.values()) column.set(slot, [])
    for (const [fieldId, values] of Object.entries(coded)) {
      this.#codingColumn(Number(fieldId)).take(slot, values)
    }
    this.tags.set(slot, tags)
    put(this.tagged, slot, tags.length > 0)
  }

  #codingColumn(fieldId: number): Coded {
    const known = this.coding.get(fieldId)
    if (known !== undefined) return known
    const column = new Coded()
    this.coding.set(fieldId, column)
    return column
  }

  #countWithoutText(): void {
    const without = this.texts.get('Has_Text')?.where(this.size, this.live, (values) => values[0] !== 'Yes')
    this.withoutText = {
      processing: without?.count() ?? 0,
      review: without?.and(this.promoted).count() ?? 0,
    }
  }
}

function put(bits: Bits, slot: number, on: boolean): void {
  if (on) bits.add(slot)
  else bits.remove(slot)
}

function resized(bits: Bits, size: number): Bits {
  const larger = Bits.empty(size)
  larger.words.set(bits.words)
  return larger
}

function grown<T extends Int32Array | Float64Array>(column: T, size: number): T {
  const Kind = column.constructor as new (length: number) => T
  const larger = new Kind(Math.max(size + 1, column.length * 2, 1024))
  larger.set(column)
  return larger
}
