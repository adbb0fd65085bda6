/** Orders by fields: numbers and dates by their size, texts as people order them, what has no value last. */
import type { Value } from '#query/evaluate.ts'
import { type IndexedField, type SortField, wordColumns } from '../list.ts'
import type { Coded } from './coded.ts'
import type { Elsewhere } from './elsewhere.ts'
import { codedIn, type Facts, factIn } from './facts.ts'
import type { Db } from './file.ts'
import { naturalKey } from './natural-key.ts'

/** By slot, where a document stands among the others; NaN where it has no value. */
type Ranks = Float64Array

/** A result that is at least this part of all documents has all of them ranked, and the ranks kept. */
const large = 1 / 4
/** Fields whose ranks are kept. */
const keptFields = 4

export class FieldOrder {
  readonly #db: Db
  readonly #facts: Facts
  readonly #kept = new Map<string, { readonly state: string; readonly ranks: Ranks }>()

  constructor(db: Db, facts: Facts) {
    this.#db = db
    this.#facts = facts
  }

  /** Puts slots in order. `state`: that of the index, by which kept ranks are known to be of it. */
  sort(
    slots: readonly number[],
    by: readonly SortField[],
    elsewhere: Elsewhere | null,
    state: string,
  ): number[] {
    const levels = by.map(({ field, descending }) => ({
      ranks: this.#ranks(slots, field, elsewhere, state),
      sign: descending ? -1 : 1,
    }))
    const { documentId } = this.#facts
    return slots.toSorted((a, b) => {
      for (const { ranks, sign } of levels) {
        const [one, other] = [ranks[a] ?? Number.NaN, ranks[b] ?? Number.NaN]
        if (one === other) continue
        if (Number.isNaN(one)) {
          if (Number.isNaN(other)) continue
          return 1
        }
        return Number.isNaN(other) ? -1 : sign * (one - other)
      }
      return (documentId[a] ?? 0) - (documentId[b] ?? 0)
    })
  }

  #ranks(slots: readonly number[], field: IndexedField, elsewhere: Elsewhere | null, state: string): Ranks {
    const { store } = field
    const numbers = store.in === 'facts' ? this.#facts.numbers.get(store.key) : undefined
    if (numbers !== undefined) return numbers
    const { size, live } = this.#facts
    const own = elsewhere !== null && (field.name === 'Custodian' || field.name === 'Source_Path')
    // What somebody sees otherwise than others is theirs alone.
    if (own || slots.length < size * large) return this.#ranksOf(slots, field, own ? elsewhere : null)
    const known = this.#kept.get(field.name)
    if (known?.state === state) return known.ranks
    const ranks = this.#ranksOf([...live], field, null)
    this.#kept.delete(field.name)
    this.#kept.set(field.name, { state, ranks })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptFields) break
      this.#kept.delete(oldest)
    }
    return ranks
  }

  #ranksOf(slots: readonly number[], field: IndexedField, elsewhere: Elsewhere | null): Ranks {
    const valuesOf = this.#valuesOf(field)
    const ranks = new Float64Array(this.#facts.size).fill(Number.NaN)
    const slotsOf = new Map<string, number[]>()
    const put = (slot: number, values: readonly Value[]): void => {
      const text = values.map(String).join('; ')
      if (text === '') return
      const same = slotsOf.get(text)
      if (same === undefined) slotsOf.set(text, [slot])
      else same.push(slot)
    }
    for (const slot of slots) {
      const place = elsewhere?.get(slot)?.[field.name as 'Custodian' | 'Source_Path']
      const values = place === undefined ? valuesOf(slot) : [place]
      const [first] = values
      if (typeof first === 'number') ranks[slot] = first
      else put(slot, values)
    }
    const texts = [...slotsOf].map(([text, found]) => ({ text, key: naturalKey(text), found }))
    texts.sort((a, b) => compare(a.key, b.key) || compare(a.text, b.text))
    // Texts that differ in case and accents alone are equal: the next field decides between them.
    let rank = 0
    let before = ''
    for (const { key, found } of texts) {
      if (key !== before) rank++
      before = key
      for (const slot of found) ranks[slot] = rank
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
      case 'keywords':
        throw new Error('Documents are not sorted by folders, nor by the terms that hit them.')
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

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
