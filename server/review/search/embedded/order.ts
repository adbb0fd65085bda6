/** Orders of the list. Each is one total order of all slots, sorted once and then only walked. */
import type { NamedSort } from '#contracts/documents.ts'
import type { Facts } from './facts.ts'

type Kept = Exclude<NamedSort, 'relevance'>

export class Orders {
  readonly #facts: Facts
  readonly #orders = new Map<Kept, { readonly generation: number; readonly slots: readonly number[] }>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** All slots in an order. */
  slots(sort: Kept): readonly number[] {
    const { generation } = this.#facts
    const known = this.#orders.get(sort)
    if (known?.generation === generation) return known.slots
    const slots = this.#startingFrom(known?.slots ?? []).sort(this.#comparison(sort))
    this.#orders.set(sort, { generation, slots })
    return slots
  }

  /** The order as it was with what has come since behind it: sorting it again is nearly linear. */
  #startingFrom(slots: readonly number[]): number[] {
    const all = [...slots]
    for (let slot = slots.length + 1; slot < this.#facts.size; slot++) all.push(slot)
    return all
  }

  #comparison(sort: Kept): (a: number, b: number) => number {
    const { documentId, familyId, ordinal, parentDate } = this.#facts
    const of = (column: Int32Array | Float64Array, slot: number): number => column[slot] ?? 0
    // Slots of removed documents sort somewhere; nobody sees them.
    const withinFamilies = (a: number, b: number): number =>
      of(familyId, a) - of(familyId, b) ||
      of(ordinal, a) - of(ordinal, b) ||
      of(documentId, a) - of(documentId, b)
    const byDate = (a: number, b: number): number =>
      difference(of(parentDate, a), of(parentDate, b)) || withinFamilies(a, b)
    switch (sort) {
      case 'parentDateAsc':
        return byDate
      case 'parentDateDesc':
        return (a, b) => {
          const [dateA, dateB] = [of(parentDate, a), of(parentDate, b)]
          // Without a date comes last in both directions.
          if (dateA === dateB || !Number.isFinite(dateA) || !Number.isFinite(dateB)) return byDate(a, b)
          return dateB - dateA || withinFamilies(a, b)
        }
      case 'documentId':
        return (a, b) => of(documentId, a) - of(documentId, b)
      case 'custodian': {
        const ranks = this.#custodianRanks()
        const { codes } = this.#facts.texts.get('Custodian') ?? { codes: new Int32Array(0) }
        const rank = (slot: number): number => ranks[codes[slot] ?? 0] ?? 0
        return (a, b) => rank(a) - rank(b) || byDate(a, b)
      }
    }
  }

  /** Custodian codes by name, without case. */
  #custodianRanks(): Int32Array {
    const names = (this.#facts.texts.get('Custodian')?.values ?? []).map((values) => String(values[0] ?? ''))
    const sorted = names
      .map((name, code) => ({ key: name.toLowerCase(), name, code }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.name < b.name ? -1 : 1))
    const ranks = new Int32Array(names.length)
    sorted.forEach(({ code }, rank) => {
      ranks[code] = rank
    })
    return ranks
  }
}

/** Infinity minus infinity is nothing. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b)
