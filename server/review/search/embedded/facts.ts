/**
 * What is known of each document, in memory and by slot: for fields that hold few different values, for order and for
 * families. Each different value (or list of values) is kept once and asked once per query. What has been read is saved
 * beside the index (snapshot-file.ts): after a start, only what has changed since has to be read from its rows.
 */
import type { DocumentState } from '#contracts/documents.ts'
import type { Stage } from '#contracts/stages.ts'
import type { Value } from '#query/evaluate.ts'
import { type FactKey, factKeys, numberFacts, wordColumns } from '../list.ts'
import { Bits } from './bits.ts'
import { Coded, type SavedColumn } from './coded.ts'
import type { Db } from './file.ts'
import { grown } from './grown.ts'
import type { Section, Snapshot } from './snapshot-file.ts'

const inReview: DocumentState = 'Promoted'
const statePlace = factKeys.indexOf('Document_State')
const none: readonly Value[] = []

/** As `doc.facts` holds them: family, ordinal, the parent's date, values by fact key, a bit by words column. */
export type StoredFacts = readonly [number, number, number | null, readonly (readonly Value[])[], number]

/** What `doc.coding` holds. */
interface StoredCoding {
  readonly coded: Readonly<Record<string, readonly Value[]>>
  readonly tags: readonly number[]
}

const uncoded: StoredCoding = { coded: {}, tags: [] }

const codingOf = (text: string | null): StoredCoding =>
  text === null ? uncoded : (JSON.parse(text) as StoredCoding)

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
  /** Both by the places of their keys. */
  #columns: readonly (Float64Array | Coded)[] = []
  /** By words column: which documents have a value. */
  readonly present: Bits[] = wordColumns.map(() => Bits.empty(1))
  readonly coding = new Map<number, Coded>()
  tags = new Coded()
  tagged = Bits.empty(1)
  promoted = Bits.empty(1)
  /** Documents of each side that have no text. */
  withoutText: Readonly<Record<Stage, number>> = { review: 0, processing: 0 }
  /** Goes up whenever documents came, changed or went; coding does not count. */
  generation = 0
  /** Rows read that are not saved. */
  unsaved = 0
  #touched = 0
  /** Whether any document is other than when `generation` went up last; kept where a reading was broken off. */
  #changed = false

  constructor(db: Db) {
    this.#db = db
    for (const key of factKeys) {
      if (numberFacts.has(key)) this.numbers.set(key, new Float64Array(1024).fill(Number.NaN))
      else this.texts.set(key, new Coded())
    }
    this.#arrange()
  }

  /** The state of the index that has been read. */
  get touched(): number {
    return this.#touched
  }

  /** All that is saved of it. */
  *sections(): Generator<Section> {
    const { size } = this
    yield ['documentId', this.documentId.subarray(0, size)]
    yield ['familyId', this.familyId.subarray(0, size)]
    yield ['ordinal', this.ordinal.subarray(0, size)]
    yield ['parentDate', this.parentDate.subarray(0, size)]
    yield ['live', this.live.words]
    yield ['tagged', this.tagged.words]
    yield ['promoted', this.promoted.words]
    for (const [i, bits] of this.present.entries()) yield [`present ${i}`, bits.words]
    for (const [key, column] of this.numbers) {
      const numbers = column.subarray(0, size)
      if (!numbers.every(Number.isNaN)) yield [`number ${key}`, numbers]
    }
    for (const [key, column] of this.texts) yield* codedSections(`text ${key}`, column, size)
    for (const [fieldId, column] of this.coding) yield* codedSections(`coding ${fieldId}`, column, size)
    yield* codedSections('tags', this.tags, size)
  }

  /** Takes what was saved, in place of nothing. It is taken whole or, where this throws, not at all. */
  take(saved: Snapshot): void {
    const { size } = saved
    const bits = (name: string): Bits => {
      const read = Bits.empty(size)
      saved.into(name, read.words)
      return read
    }
    const fill = <T extends Int32Array | Float64Array>(name: string, column: T): T => {
      saved.into(name, column)
      return column
    }
    const coded = (name: string): Coded => new Coded(savedColumn(saved, name))
    const read = {
      documentId: fill('documentId', new Int32Array(size)),
      familyId: fill('familyId', new Int32Array(size)),
      ordinal: fill('ordinal', new Int32Array(size)),
      parentDate: fill('parentDate', new Float64Array(size)),
      live: bits('live'),
      tagged: bits('tagged'),
      promoted: bits('promoted'),
      tags: coded('tags'),
    }
    const present = this.present.map((_, i) => bits(`present ${i}`))
    const numbers = [...this.numbers.keys()].map((key): [FactKey, Float64Array] => [
      key,
      fill(`number ${key}`, new Float64Array(size).fill(Number.NaN)),
    ])
    const texts = [...this.texts.keys()].map((key): [FactKey, Coded] => [key, coded(`text ${key}`)])
    const coding = saved.names.flatMap((name): [number, Coded][] => {
      const [, fieldId] = /^coding (\d+) codes$/.exec(name) ?? []
      return fieldId === undefined ? [] : [[Number(fieldId), coded(`coding ${fieldId}`)]]
    })
    Object.assign(this, read)
    for (const [i, bits] of present.entries()) this.present[i] = bits
    for (const [key, column] of numbers) this.numbers.set(key, column)
    for (const [key, column] of texts) this.texts.set(key, column)
    for (const [fieldId, column] of coding) this.coding.set(fieldId, column)
    this.size = size
    this.#touched = saved.touched
    this.generation++
    this.#arrange()
    this.#countWithoutText()
  }

  /** How many documents have changed since the last time; no more than `most` are counted. */
  behind(touched: number, most: number): number {
    return touched === this.#touched ? 0 : this.changedSince(this.#touched, most)
  }

  /** How many documents have changed since a state of the index, no more than `most`. */
  changedSince(touched: number, most: number): number {
    const counted = this.#db
      .prepare('select count(*) from (select 1 from doc where touched > ? limit ?)')
      .pluck()
      .get(touched, most)
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
      this.unsaved++
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
    this.#arrange()
  }

  #arrange(): void {
    this.#columns = factKeys.map((key) => this.numbers.get(key) ?? this.texts.get(key) ?? new Coded())
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
    for (const [i, column] of this.#columns.entries()) {
      const own = values[i] ?? none
      if (column instanceof Coded) changed = column.take(slot, own) || changed
      else column[slot] = typeof own[0] === 'number' ? own[0] : Number.NaN
    }
    put(this.promoted, slot, values[statePlace]?.[0] === inReview)
    return changed
  }

  #takeCoding(slot: number, text: string | null): void {
    const { coded, tags } = codingOf(text)
    for (const [fieldId, column] of this.coding) if (coded[fieldId] === undefined) column.set(slot, none)
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

function* codedSections(name: string, column: Coded, size: number): Generator<Section> {
  const { codes, values, aside } = column.saved(size)
  yield [`${name} codes`, codes]
  yield [`${name} values`, values]
  yield [`${name} aside`, aside]
}

/** The codes end where the last slot that had values was; what was never saved is empty. */
function savedColumn(saved: Snapshot, name: string): SavedColumn {
  const values = saved.bytes(`${name} values`)
  return {
    codes: numbersOf(saved.bytes(`${name} codes`)),
    values: values.length === 0 ? Buffer.from('[[]]') : values,
    aside: numbersOf(saved.bytes(`${name} aside`)),
  }
}

const numbersOf = (bytes: Buffer): Int32Array<ArrayBuffer> => {
  const numbers = new Int32Array(bytes.length >> 2)
  Buffer.from(numbers.buffer).set(bytes)
  return numbers
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
