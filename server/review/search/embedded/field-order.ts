/** Orders by fields: numbers and dates by their size, texts as people order them, what has no value last. */
import type { Value } from '#query/evaluate.ts'
import { type IndexedField, type SortField, type WordColumn, wordColumns } from '../list.ts'
import type { Bits } from './bits.ts'
import type { Coded } from './coded.ts'
import type { Elsewhere } from './elsewhere.ts'
import { codedIn, type Facts, factIn } from './facts.ts'
import type { Db } from './file.ts'
import { naturalKey } from './natural-key.ts'
import { sortedBy, sortedByDouble } from './radix.ts'
import { ranksOfKeys } from './ranks.ts'
import type { IndexState, WordRanks } from './word-ranks.ts'

/** By slot, where a document stands among the others; NaN where it has no value. */
type Ranks = Float64Array

/** A result that is at least this part of all documents has all of them ranked, and the ranks kept. */
const large = 1 / 4
/** Fields whose ranks are kept. */
const keptFields = 4

export class FieldOrder {
  readonly #db: Db
  readonly #facts: Facts
  readonly #words: WordRanks
  readonly #kept = new Map<string, { readonly touched: number; readonly ranks: Ranks }>()

  constructor(db: Db, facts: Facts, words: WordRanks) {
    this.#db = db
    this.#facts = facts
    this.#words = words
  }

  /** Puts a set in order. `state`: that of the index, by which kept ranks are known to be of it. */
  sort(set: Bits, by: readonly SortField[], elsewhere: Elsewhere | null, state: IndexState): Int32Array {
    const { documentId } = this.#facts
    const slots = set.slots()
    // By the last field first: each sorting leaves equals as they were.
    let order = sortedBy(slots, (slot) => documentId[slot] as number)
    for (const { field, descending } of by.toReversed()) {
      const rankOf = this.#rankOf(slots, field, elsewhere, state)
      const sign = descending ? -1 : 1
      order = sortedByDouble(order, (slot) => {
        const rank = rankOf(slot)
        return Number.isNaN(rank) ? Number.POSITIVE_INFINITY : sign * rank
      })
    }
    return order
  }

  /** Ranks what is asked for in steps of so many documents: yields how many it has read. */
  *ranking(by: readonly SortField[], state: IndexState, step: number): Generator<number, void> {
    for (const { field } of by)
      if (field.store.in === 'words') yield* this.#words.ranking(field.store.column, state, step)
  }

  #rankOf(
    slots: Int32Array,
    field: IndexedField,
    elsewhere: Elsewhere | null,
    state: IndexState,
  ): (slot: number) => number {
    const { store } = field
    // What somebody sees otherwise than others is theirs alone.
    const own = field.name === 'Custodian' || field.name === 'Source_Path' ? elsewhere : null
    if (store.in === 'words') {
      const words = this.#wordRanks(store.column, slots.length, own, state)
      // No value is 0 there.
      if (words !== null) return (slot) => words[slot] || Number.NaN
    }
    const numbers = store.in === 'facts' ? this.#facts.numbers.get(store.key) : undefined
    const ranks = numbers ?? this.#ranks(slots, field, own, state)
    return (slot) => ranks[slot] ?? Number.NaN
  }

  #wordRanks(
    column: WordColumn,
    documents: number,
    own: Elsewhere | null,
    state: IndexState,
  ): Int32Array | null {
    const ranks = this.#words.of(column, state, documents)
    if (ranks === null || own === null) return ranks
    return this.#words.with(
      ranks,
      column,
      [...own].map(([slot, place]) => [slot, place.Source_Path]),
    )
  }

  #ranks(slots: Int32Array, field: IndexedField, own: Elsewhere | null, state: IndexState): Ranks {
    const { size, live } = this.#facts
    // Coding leaves facts as they are.
    const touched = field.store.in === 'facts' ? state.worded : state.touched
    if (own !== null || slots.length < size * large) return this.#ranksOf(slots, field, own)
    const known = this.#kept.get(field.name)
    if (known?.touched === touched) return known.ranks
    const ranks = this.#ranksOf(live.slots(), field, null)
    this.#kept.delete(field.name)
    this.#kept.set(field.name, { touched, ranks })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptFields) break
      this.#kept.delete(oldest)
    }
    return ranks
  }

  #ranksOf(slots: Int32Array, field: IndexedField, own: Elsewhere | null): Ranks {
    const valuesOf = this.#valuesOf(field)
    const ranks = new Float64Array(this.#facts.size).fill(Number.NaN)
    // Lists of values that many documents have are one object: their key is made once.
    const codeOfList = new Map<readonly Value[], number>()
    const codeOf = new Map<string, number>()
    const codes = new Int32Array(slots.length).fill(-1)
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number
      const place = own?.get(slot)?.[field.name as 'Custodian' | 'Source_Path']
      const values = place === undefined ? valuesOf(slot) : [place]
      const [first] = values
      if (typeof first === 'number') {
        ranks[slot] = first
        continue
      }
      const known = codeOfList.get(values)
      if (known !== undefined) {
        codes[i] = known
        continue
      }
      const text = values.map(String).join('; ')
      if (text === '') continue
      const key = naturalKey(text)
      const code = codeOf.get(key) ?? codeOf.size
      codeOf.set(key, code)
      codeOfList.set(values, code)
      codes[i] = code
    }
    // Texts that differ in case and accents alone are equal: the next field decides between them.
    const rankOf = ranksOfKeys(codeOf)
    for (let i = 0; i < slots.length; i++) {
      const code = codes[i] as number
      if (code >= 0) ranks[slots[i] as number] = rankOf[code] as number
    }
    return ranks
  }

  #valuesOf({ store }: IndexedField): (slot: number) => readonly Value[] {
    switch (store.in) {
      case 'facts':
        return this.#coded(this.#facts.texts.get(store.key), 'facts', (text) => factIn(text, store.key))
      case 'coding':
        return this.#coded(this.#facts.coding.get(store.fieldId), 'coding', (text) =>
          codedIn(text, store.fieldId),
        )
      case 'tags': {
        const { codes, values } = this.#facts.tags
        return (slot) => (values[codes[slot] ?? 0] ?? []).map((id) => store.names[Number(id)] ?? '')
      }
      case 'words': {
        const read = this.#db.prepare<[number], string>('select exact from doc where slot = ?').pluck()
        const index = wordColumns.indexOf(store.column)
        const present = this.#facts.present[index]
        return (slot) =>
          present?.has(slot) ? ((JSON.parse(read.get(slot) ?? '[]') as string[][])[index] ?? []) : []
      }
      case 'folders':
      case 'numbers':
      case 'keywords':
        throw new Error(
          'Documents are not sorted by what is looked up in the records, nor by the terms that hit them.',
        )
    }
  }

  /** What is too long for memory is read from the file. */
  #coded(
    column: Coded | undefined,
    stored: 'facts' | 'coding',
    inText: (text: string | null) => readonly Value[],
  ): (slot: number) => readonly Value[] {
    if (column === undefined) return () => []
    const read = this.#db.prepare<[number], string | null>(`select ${stored} from doc where slot = ?`).pluck()
    return (slot) =>
      column.aside.has(slot) ? inText(read.get(slot) ?? null) : (column.values[column.codes[slot] ?? 0] ?? [])
  }
}
