/** Field tests → slots: words from the index, values from the facts. */

import { gap } from '#query/broken-words.ts'
import { spanOf } from '#query/dates.ts'
import { compares, exactKey, fieldMatches, fieldTokens, type Value } from '#query/evaluate.ts'
import { isPattern, isPrefixPattern } from '#query/pattern.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import { type IndexedField, recordsTestKey, unlisted, type WordColumn, wordColumns } from '../list.ts'
import { Bits } from './bits.ts'
import type { Coded } from './coded.ts'
import { codedIn, type Facts, factIn } from './facts.ts'
import { columnName, type Db, tableOf } from './file.ts'
import type { Step } from './stop-mark.ts'
import type { SearchedColumn, Words } from './words.ts'

export class Fields {
  readonly #db: Db
  readonly #facts: Facts
  readonly #words: Words
  readonly #step: Step

  constructor(db: Db, facts: Facts, words: Words, step: Step) {
    this.#db = db
    this.#facts = facts
    this.#words = words
    this.#step = step
  }

  /** Slots whose field passes; `words` evaluates a query in a column of words. */
  find(field: IndexedField, test: FieldTest, zone: string, inColumn: (place: SearchedColumn) => Bits): Bits {
    const { store } = field
    const days = field.kind === 'day' ? 'UTC' : zone
    switch (store.in) {
      case 'words':
        return this.#inWords(store.column, test, inColumn)
      case 'coding':
        return this.#withAside(
          this.#facts.coding.get(store.fieldId),
          { column: 'coding', in: (text) => codedIn(text, store.fieldId) },
          (values) => fieldMatches(test, values, days),
        )
      case 'tags': {
        const named = (ids: readonly Value[]): string[] => ids.map((id) => store.names[Number(id)] ?? '')
        return this.#coded(this.#facts.tags, (ids) => fieldMatches(test, named(ids), days))
      }
      case 'facts': {
        const numbers = this.#facts.numbers.get(store.key)
        if (numbers !== undefined) return this.#numbers(numbers, test, days)
        return this.#withAside(
          this.#facts.texts.get(store.key),
          { column: 'facts', in: (text) => factIn(text, store.key) },
          (values) => fieldMatches(test, values, days),
        )
      }
      case 'folders':
      case 'numbers': {
        const found = this.#facts.amongDocuments(store.documents[recordsTestKey(test)] ?? '')
        return test.op === 'isNull' ? this.#facts.live.copy().andNot(found) : found
      }
      case 'keywords':
        throw new Error('The queries of the terms stand in the place of their field.')
    }
  }

  /** What is too long for memory is read from the file. */
  #withAside(
    column: Coded | undefined,
    stored: {
      readonly column: 'facts' | 'coding'
      readonly in: (text: string | null) => readonly Value[]
    },
    passes: (values: readonly Value[]) => boolean,
  ): Bits {
    const found = this.#coded(column, passes)
    if (column === undefined || column.aside.size === 0) return found
    const read = this.#db
      .prepare<[number], string | null>(`select ${stored.column} from doc where slot = ?`)
      .pluck()
    for (const slot of column.aside) if (passes(stored.in(read.get(slot) ?? null))) found.add(slot)
    return found
  }

  #coded(column: Coded | undefined, passes: (values: readonly Value[]) => boolean): Bits {
    if (column !== undefined) return column.where(this.#facts.size, this.#facts.live, passes)
    return passes([]) ? this.#facts.live : Bits.empty(this.#facts.size)
  }

  #numbers(column: Float64Array, test: FieldTest, zone: string): Bits {
    const passes = numberTest(test, zone)
    const found = Bits.empty(this.#facts.size)
    for (let slot = 1; slot < this.#facts.size; slot++) {
      if (passes(column[slot] ?? Number.NaN)) found.add(slot)
    }
    return found.and(this.#facts.live)
  }

  #inWords(column: WordColumn, test: FieldTest, inColumn: (place: SearchedColumn) => Bits): Bits {
    const index = wordColumns.indexOf(column)
    const place: SearchedColumn = {
      table: tableOf(column),
      column: columnName(index),
      values: index,
      noise: null,
    }
    switch (test.op) {
      case 'contains':
        if (unlisted.has(column) && holdsInnerWildcard(test.query)) {
          return this.#scan(index, (values) => fieldMatches(test, values, 'UTC'))
        }
        return inColumn(place).copy().and(this.#present(index))
      case 'isNotNull':
        return this.#present(index)
      case 'isNull':
        return this.#facts.live.copy().andNot(this.#present(index))
      case 'is':
        return this.#exactly(index, place, test.value)
      default:
        return Bits.empty(this.#facts.size)
    }
  }

  #present(index: number): Bits {
    return this.#facts.present[index] ?? Bits.empty(this.#facts.size)
  }

  /** Candidates hold the value's words; the value itself is compared as it was written. */
  #exactly(index: number, place: SearchedColumn, value: string): Bits {
    const tokens = fieldTokens([value])
    const candidates =
      tokens.length === 0 || tokens.includes(gap) ? this.#present(index) : this.#words.exactly(tokens, place)
    const wanted = exactKey(value)
    return this.#scan(index, (values) => values.some((value) => exactKey(value) === wanted), candidates)
  }

  /** Candidates whose values, as they were written, pass. */
  #scan(
    index: number,
    passes: (values: readonly string[]) => boolean,
    candidates = this.#present(index),
  ): Bits {
    const read = this.#db.prepare('select exact from doc where slot = ?').pluck()
    const found = Bits.empty(this.#facts.size)
    for (const slot of candidates) {
      this.#step()
      const values = JSON.parse(String(read.get(slot))) as string[][]
      if (passes(values[index] ?? [])) found.add(slot)
    }
    return found
  }
}

/** Whether a wildcard stands anywhere but at the end of a word. */
function holdsInnerWildcard(node: Node): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts.some(holdsInnerWildcard)
    case 'not':
      return holdsInnerWildcard(node.part)
    case 'near':
      return holdsInnerWildcard(node.left) || holdsInnerWildcard(node.right)
    case 'term':
      return isPattern(node.token) && !isPrefixPattern(node.token)
    case 'phrase':
      return node.tokens.some((token) => token !== null && isPattern(token) && !isPrefixPattern(token))
    case 'exact':
    case 'edge':
    case 'field':
      return false
  }
}

function numberTest(test: FieldTest, zone: string): (value: number) => boolean {
  switch (test.op) {
    case 'isNull':
      return (value) => Number.isNaN(value)
    case 'isNotNull':
      return (value) => !Number.isNaN(value)
    case 'compare':
      return (value) => compares(value, test.sign, test.value)
    default: {
      const span = spanOf(test, zone)
      if (span === null) return () => false
      const [from, to] = span
      return (value) => value >= from && value < to
    }
  }
}
