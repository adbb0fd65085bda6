/**
 * Where documents stand in the order of a column of words, whose values are in the file alone. All of a column are ranked in one
 * scan, of some columns while nobody asks; after that, only documents that changed are put among the others, and coding changes
 * nothing. The ranks are saved with the facts: the next process need not read the column.
 */
import { type WordColumn, wordColumns } from '../list.ts'
import type { Facts } from './facts.ts'
import type { Db } from './file.ts'
import { KeyOrder } from './key-order.ts'
import { naturalKey } from './natural-key.ts'
import { type Placed, placedAmong } from './ranks.ts'
import type { Section, Snapshot } from './snapshot-file.ts'

/** A state of the index: all changes, and those that were not of coding alone. */
export interface IndexState {
  readonly touched: number
  readonly worded: number
}

interface Column {
  /** The state that the ranks are of. */
  readonly touched: number
  readonly ranks: Int32Array
}

/** Columns whose ranks are kept: four bytes a document each. */
const keptColumns = 6
/** Values of so many documents are in memory at once. */
const readInStep = 2_000
const orderedByMost: readonly WordColumn[] = [
  'Subject',
  'From',
  'To',
  'File_Name',
  'Document_Name',
  'Control_Number',
]
/** Values of so many documents are read one by one in a fraction of a second: the column need not be ranked for them. */
const fewDocuments = 20_000
/** So many documents are ranked in the time that a query may take on a busy machine. */
const rankedAtOnce = 100_000
/** A document is put among the others by some twenty comparisons with values in the file; beyond these a scan takes less. */
const mostPlaced = (size: number): number => 1_000 + (size >> 7)
const section = 'ranks '

/** A column has to be ranked first (`ranking`). */
class NotRanked extends Error {
  constructor() {
    super('The order is not known yet.')
    // Its name is what the other process sees of it.
    this.name = 'NotRanked'
  }
}

export class WordRanks {
  readonly #db: Db
  readonly #facts: Facts
  /** Those not asked for longest first. */
  readonly #kept = new Map<WordColumn, Column>()
  /** Whether a column was ranked that took its time and is not saved. */
  isUnsaved = false

  constructor(db: Db, facts: Facts) {
    this.#db = db
    this.#facts = facts
  }

  /**
   * By slot, from one upwards; 0 where there is no value. Null where the values of so few documents are better read. Throws where
   * ranking the column is more than a query should wait for: `ranking` does it.
   */
  of(column: WordColumn, state: IndexState, documents: number): Int32Array | null {
    if (this.#isKept(column, state)) return this.#fresh(column, state)
    const { size } = this.#facts
    if (documents <= fewDocuments && documents * 4 < size) return null
    if (size > rankedAtOnce) throw new NotRanked()
    for (const _ of this.ranking(column, state, readInStep));
    return this.#kept.get(column)?.ranks ?? null
  }

  /**
   * Ranks all documents of a column in one scan, where it is not done: yields, in steps of so many documents, how many it has read.
   * The index may change meanwhile: what is changed after `state` is put in its place by the next search.
   */
  *ranking(column: WordColumn, state: IndexState, step: number): Generator<number, void> {
    if (this.#isKept(column, state)) return
    const { size } = this.#facts
    const index = wordColumns.indexOf(column)
    const next = this.#db
      .prepare<[number, number, number], [number, string]>(
        'select slot, exact from doc where slot > ? and slot < ? order by slot limit ?',
      )
      .raw()
    const keys = new KeyOrder()
    let done = 0
    for (let last = 0; ; ) {
      const rows = next.all(last, size, step)
      for (const [slot, exact] of rows) {
        const key = keyIn(exact, index)
        if (key !== null) keys.add(slot, key)
        last = slot
      }
      done += rows.length
      if (rows.length < step) break
      yield done
    }
    const ranked = keys.ranks(size)
    let part = ranked.next()
    for (; part.done !== true; part = ranked.next()) yield done
    const ranks = part.value
    // Others were answered meanwhile, and may have ranked it at a newer state.
    if ((this.#kept.get(column)?.touched ?? -1) > state.touched) return
    if (size > fewDocuments) this.isUnsaved = true
    this.#keep(column, state, ranks)
  }

  /** Columns that lists are mostly ordered by, which are to be ranked before somebody asks: of few documents none. */
  ahead(state: IndexState): readonly WordColumn[] {
    if (this.#facts.size <= fewDocuments) return []
    const missing = orderedByMost.filter(
      (column) =>
        !this.#isKept(column, state) && this.#facts.present[wordColumns.indexOf(column)]?.isEmpty() === false,
    )
    // What somebody has asked for is not let go for what somebody may ask for.
    const others = [...this.#kept.keys()].filter((column) => !missing.includes(column)).length
    return missing.slice(0, Math.max(0, keptColumns - others))
  }

  /** The ranks of a column where some documents have other values, for one question alone; null where they are too many. */
  with(
    ranks: Int32Array,
    column: WordColumn,
    values: readonly (readonly [slot: number, value: string])[],
  ): Int32Array | null {
    if (values.length > mostPlaced(this.#facts.size)) return null
    const placed = values.map(([slot, value]) => ({ slot, key: naturalKey(value) }))
    return placedAmong(ranks, this.#facts.size, placed, this.#keyOf(column))
  }

  /** All that is saved of it. No document has the slot 0: the state has its place. */
  *sections(): Generator<Section> {
    this.isUnsaved = false
    for (const [column, { touched, ranks }] of this.#kept) {
      const saved = ranks.slice()
      saved[0] = touched
      yield [`${section}${column}`, saved]
    }
  }

  /** Takes what was saved, also by another process since, in place of nothing or what is older. */
  take(saved: Snapshot): void {
    const read = wordColumns.flatMap((column): [WordColumn, Column][] => {
      const bytes = saved.bytes(`${section}${column}`)
      if (bytes.length < 4) return []
      const ranks = new Int32Array(bytes.length >> 2)
      saved.into(`${section}${column}`, ranks)
      const touched = ranks[0] ?? 0
      ranks[0] = 0
      return [[column, { touched, ranks }]]
    })
    for (const [column, ranks] of read)
      if (ranks.touched > (this.#kept.get(column)?.touched ?? -1)) this.#kept.set(column, ranks)
  }

  /** Whether the ranks of a column are there, or nearly. */
  #isKept(column: WordColumn, { worded }: IndexState): boolean {
    const known = this.#kept.get(column)
    if (known === undefined) return false
    const most = mostPlaced(this.#facts.size)
    return known.touched >= worded || this.#facts.changedSince(known.touched, most + 1) <= most
  }

  #fresh(column: WordColumn, state: IndexState): Int32Array | null {
    const known = this.#kept.get(column)
    if (known === undefined) return null
    const ranks = known.touched >= state.worded ? known.ranks : this.#replaced(column, known)
    this.#keep(column, state, ranks)
    return ranks
  }

  #keep(column: WordColumn, { touched }: IndexState, ranks: Int32Array): void {
    this.#kept.delete(column)
    this.#kept.set(column, { touched, ranks })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptColumns) break
      this.#kept.delete(oldest)
    }
  }

  /** With the documents that have changed since. */
  #replaced(column: WordColumn, { touched, ranks }: Column): Int32Array {
    const index = wordColumns.indexOf(column)
    const rows = this.#db
      .prepare<[number], [number, string]>('select slot, exact from doc where touched > ?')
      .raw()
      .all(touched)
    const placed = rows.map(([slot, exact]): Placed => ({ slot, key: keyIn(exact, index) }))
    return placedAmong(ranks, this.#facts.size, placed, this.#keyOf(column))
  }

  #keyOf(column: WordColumn): (slot: number) => string {
    const index = wordColumns.indexOf(column)
    const read = this.#db.prepare<[number], string>('select exact from doc where slot = ?').pluck()
    const known = new Map<number, string>()
    return (slot) => {
      const key = known.get(slot) ?? keyIn(read.get(slot) ?? '[]', index) ?? ''
      known.set(slot, key)
      return key
    }
  }
}

/** What a document is ordered by, of its values as they were written; null where it has none. */
function keyIn(exact: string, index: number): string | null {
  const list = listIn(exact, index)
  if (list === '[]') return null
  const text = (JSON.parse(list) as string[]).join('; ')
  return text === '' ? null : naturalKey(text)
}

/** One of some lists of texts, as JSON: the others are passed over, which takes a fraction of reading them. */
function listIn(json: string, index: number): string {
  let at = 1
  for (let nth = 0; json.charCodeAt(at) === opening; nth++) {
    const from = at++
    while (json.charCodeAt(at) !== closing) at = json.charCodeAt(at) === quote ? behindText(json, at) : at + 1
    at++
    if (nth === index) return json.slice(from, at)
    // Behind the comma.
    at++
  }
  return '[]'
}

/** The place behind a text that begins here. */
function behindText(json: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at++
  }
}

const [opening, closing, quote, backslash] = [0x5b, 0x5d, 0x22, 0x5c]
