/** Counts what a set of documents has in its fields, out of the facts in memory: exact, and one walk for each figure. */
import type { Amount, Facet, Histogram, Matrix } from '#contracts/facets.ts'
import { startOfDay } from '#query/dates.ts'
import { exactKey, type Value } from '#query/evaluate.ts'
import type { FiguresAsked, IndexedField } from '../list.ts'
import type { Bits } from './bits.ts'
import type { Coded } from './coded.ts'
import { custodiansElsewhere, type Elsewhere } from './elsewhere.ts'
import type { Facts } from './facts.ts'
import { columnOfTerms, type TermSet } from './keywords.ts'

export interface Counted extends Amount {
  readonly facets: Facet[]
  readonly histograms: Histogram[]
  readonly matrix: Matrix | null
}

/** All figures that are asked for; `terms`: what each term of the project hits, where that is counted. */
export function figuresOf(
  facts: Facts,
  set: Bits,
  asked: FiguresAsked,
  zone: string,
  terms: readonly TermSet[],
  elsewhere: Elsewhere | null,
): Counted {
  const docs = { ...documentsIn(facts, set, terms), elsewhere }
  return {
    documents: docs.slots.length,
    bytes: docs.bytes.reduce((sum, bytes) => sum + bytes, 0),
    facets: asked.facets.map(({ field, most }) => facetOf(docs, field, most)),
    histograms: asked.histograms.map(({ field, by }) => histogramOf(docs, field, by, zone)),
    matrix: asked.matrix === null ? null : matrixOf(docs, asked.matrix),
  }
}

/** The documents of a set, and the bytes of each. */
interface Documents {
  readonly facts: Facts
  readonly set: Bits
  readonly terms: readonly TermSet[]
  readonly slots: Int32Array
  readonly bytes: Float64Array
  /** Those that are counted by the custodian of a copy. */
  readonly elsewhere: Elsewhere | null
}

function documentsIn(facts: Facts, set: Bits, terms: readonly TermSet[]): Omit<Documents, 'elsewhere'> {
  const slots = set.slots()
  const sizes = facts.numbers.get('File_Size')
  const bytes = new Float64Array(slots.length)
  for (let i = 0; i < slots.length; i++) bytes[i] = sizes?.[slots[i] as number] || 0
  return { facts, set, terms, slots, bytes }
}

interface Tally {
  documents: number
  bytes: number
}
const newTally = (): Tally => ({ documents: 0, bytes: 0 })
function add(tally: Tally, bytes: number, documents = 1): void {
  tally.documents += documents
  tally.bytes += bytes
}

/** A field's values by code: documents that have the same values have the same code. */
export interface Column {
  readonly codeOf: (slot: number) => number
  readonly valuesOf: (code: number) => readonly string[]
  /** Documents that have, besides those of their code, a value too long to be kept in memory: it is their own. */
  readonly aside: ReadonlySet<number>
}

/** Whether all that a document has is too long to be told here. */
const isUntold = ({ aside, codeOf }: Column, slot: number): boolean =>
  aside.size > 0 && aside.has(slot) && codeOf(slot) === 0

function columnOf({ store }: IndexedField, { facts, terms, elsewhere }: Documents): Column {
  switch (store.in) {
    case 'facts': {
      const numbers = facts.numbers.get(store.key)
      if (numbers !== undefined) return numbered(numbers)
      const texts = facts.texts.get(store.key)
      if (elsewhere === null || store.key !== 'Custodian') return coded(texts)
      return custodiansElsewhere(coded(texts), texts?.values.length ?? 1, elsewhere)
    }
    case 'coding':
      return coded(facts.coding.get(store.fieldId))
    case 'tags':
      return coded(facts.tags, (id) => store.names[Number(id)] ?? '')
    case 'keywords':
      return columnOfTerms(terms, facts.size)
    case 'folders':
    case 'numbers':
    case 'words':
      throw new Error('Neither words nor what is looked up in the records has columns.')
  }
}

function coded(column: Coded | undefined, named: (value: Value) => string = String): Column {
  const codes = column?.codes ?? new Int32Array(0)
  const values = column?.values ?? []
  const spelt = spellings(values.flatMap((some) => some.map(named)))
  return {
    codeOf: (slot) => codes[slot] ?? 0,
    valuesOf: (code) => [...new Set((values[code] ?? []).map((value) => spelt(named(value))))],
    aside: column?.aside ?? new Set(),
  }
}

/**
 * Values that a query does not tell apart are one value, called by the first of its spellings: a bar counts what its click
 * finds. The first of all that the index has, so that it is called alike whatever is chosen.
 */
function spellings(values: readonly string[]): (value: string) => string {
  const firstOf = new Map<string, string>()
  const keyOf = new Map<string, string>()
  for (const value of values) {
    if (keyOf.has(value)) continue
    const key = exactKey(value)
    keyOf.set(value, key)
    const first = firstOf.get(key)
    if (first === undefined || value < first) firstOf.set(key, value)
  }
  return (value) => firstOf.get(keyOf.get(value) ?? '') ?? value
}

/** Numbers have no codes of their own: they get them as they are met. */
function numbered(column: Float64Array): Column {
  const codeOfNumber = new Map<number, number>()
  const values: (readonly string[])[] = [[]]
  return {
    codeOf: (slot) => {
      const number = column[slot] ?? Number.NaN
      if (Number.isNaN(number)) return 0
      const known = codeOfNumber.get(number)
      if (known !== undefined) return known
      codeOfNumber.set(number, values.length)
      return values.push([String(number)]) - 1
    },
    valuesOf: (code) => values[code] ?? [],
    aside: new Set(),
  }
}

interface Ranked {
  readonly ranked: readonly (readonly [string, Tally])[]
  readonly none: Tally
  readonly aside: Tally
}

/** Each value with its amount, the most frequent first, equals by name. */
function ranked(docs: Documents, field: IndexedField): Ranked {
  const { byValue, none, aside } = talliesOf(docs, field)
  const order = [...byValue].sort(
    ([a, one], [b, other]) => other.documents - one.documents || (a < b ? -1 : a > b ? 1 : 0),
  )
  return { ranked: order, none, aside }
}

function talliesOf(docs: Documents, field: IndexedField): Tallies {
  const { store } = field
  if (store.in === 'keywords') return talliesOfSets(docs, docs.terms)
  if (store.in !== 'folders') return tallies(docs, columnOf(field, docs))
  const { facts, set } = docs
  return talliesOfSets(
    docs,
    Object.entries(store.documents).map(([term, bits]) => ({ term, set: facts.amongDocuments(bits, set) })),
  )
}

interface Tallies {
  readonly byValue: ReadonlyMap<string, Tally>
  readonly none: Tally
  readonly aside: Tally
}

/** Terms hit many documents each, and folders hold many: set by set is far cheaper than document by document. */
function talliesOfSets({ set, facts }: Documents, sets: readonly TermSet[]): Tallies {
  const sizes = facts.numbers.get('File_Size')
  const tallied = (some: Bits): Tally => {
    const tally = newTally()
    for (const slot of some) add(tally, sizes?.[slot] || 0)
    return tally
  }
  const byValue = new Map<string, Tally>()
  const none = set.copy()
  for (const { term, set: hits } of sets) {
    none.andNot(hits)
    const tally = tallied(hits.copy().and(set))
    if (tally.documents > 0) byValue.set(term, tally)
  }
  return { byValue, none: tallied(none), aside: newTally() }
}

function tallies({ slots, bytes }: Documents, column: Column): Tallies {
  const byCode: Tally[] = []
  const aside = newTally()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    if (column.aside.size > 0 && column.aside.has(slot)) add(aside, bytes[i] ?? 0)
    if (isUntold(column, slot)) continue
    const code = column.codeOf(slot)
    let tally = byCode[code]
    if (tally === undefined) {
      tally = newTally()
      byCode[code] = tally
    }
    add(tally, bytes[i] ?? 0)
  }
  const none = newTally()
  const byValue = new Map<string, Tally>()
  byCode.forEach((tally, code) => {
    const values = column.valuesOf(code)
    if (values.length === 0) add(none, tally.bytes, tally.documents)
    for (const value of values) add(tallyIn(byValue, value), tally.bytes, tally.documents)
  })
  return { byValue, none, aside }
}

function tallyIn<K>(tallies: Map<K, Tally>, key: K): Tally {
  const known = tallies.get(key)
  if (known !== undefined) return known
  const tally = newTally()
  tallies.set(key, tally)
  return tally
}

function facetOf(docs: Documents, field: IndexedField, most: number): Facet {
  const { ranked: all, none, aside } = ranked(docs, field)
  const others = { values: aside.documents, ...aside }
  for (const [, { documents, bytes }] of all.slice(most)) {
    others.values++
    add(others, bytes, documents)
  }
  const values = all.slice(0, most).map(([value, tally]) => ({ value, ...tally }))
  return { field: field.name, values, none, others }
}

function histogramOf(
  { facts, slots, bytes }: Documents,
  field: IndexedField,
  by: Histogram['by'],
  zone: string,
): Histogram {
  const numberOf = numbersOf(field, facts)
  const binOf = by === 'powers' ? powerOf : monthsIn(field.kind === 'day' ? 'UTC' : zone)
  const bins = new Map<number, Tally>()
  const none = newTally()
  for (let i = 0; i < slots.length; i++) {
    const number = numberOf(slots[i] ?? 0)
    if (Number.isNaN(number)) add(none, bytes[i] ?? 0)
    else add(tallyIn(bins, by === 'year' ? Math.floor(binOf(number) / 12) : binOf(number)), bytes[i] ?? 0)
  }
  const named = by === 'month' ? monthName : by === 'year' ? yearName : String
  const inOrder = [...bins].sort(([a], [b]) => a - b)
  return {
    field: field.name,
    by,
    bins: inOrder.map(([bin, tally]) => ({ from: named(bin), ...tally })),
    none,
  }
}

function numbersOf({ store }: IndexedField, facts: Facts): (slot: number) => number {
  if (store.in === 'facts') {
    const column = facts.numbers.get(store.key)
    return (slot) => column?.[slot] ?? Number.NaN
  }
  if (store.in !== 'coding') throw new Error('Only numbers and dates have histograms.')
  const column = facts.coding.get(store.fieldId)
  return (slot) => Number(column?.values[column.codes[slot] ?? 0]?.[0] ?? Number.NaN)
}

/** The greatest power of ten that a number reaches; 0 below one. */
function powerOf(number: number): number {
  if (number < 1) return 0
  let power = 1
  while (power * 10 <= number) power *= 10
  return power
}

const dayMs = 86_400_000

/** The month of an instant in a zone, counted from the year 0. A month's beginning, and the month of a day in UTC, are looked up once. */
function monthsIn(zone: string): (ms: number) => number {
  const starts: number[] = []
  const startOf = (month: number): number => {
    const known = starts[month]
    if (known !== undefined) return known
    const start = startOfDay({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 }, zone)
    starts[month] = start
    return start
  }
  const days = new Map<number, { readonly month: number; readonly from: number; readonly to: number }>()
  const dayOf = (ms: number) => {
    const nth = Math.floor(ms / dayMs)
    const known = days.get(nth)
    if (known !== undefined) return known
    const date = new Date(ms)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const day = { month, from: startOf(month), to: startOf(month + 1) }
    days.set(nth, day)
    return day
  }
  return (ms) => {
    const { month, from, to } = dayOf(ms)
    if (ms < from) return month - 1
    return ms < to ? month : month + 1
  }
}

const yearName = (year: number): string => String(year).padStart(4, '0')
const monthName = (month: number): string =>
  `${yearName(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`

function matrixOf(docs: Documents, { pivotOn, groupBy, most }: NonNullable<FiguresAsked['matrix']>): Matrix {
  const columns = [columnOf(pivotOn, docs), columnOf(groupBy, docs)] as const
  const [pivots, groups] = [pivotOn, groupBy].map((field) => topOf(ranked(docs, field), most)) as [Top, Top]
  const byCodes = new Map<number, Tally>()
  for (let i = 0; i < docs.slots.length; i++) {
    const slot = docs.slots[i] ?? 0
    if (columns.some((column) => isUntold(column, slot))) continue
    add(tallyIn(byCodes, columns[0].codeOf(slot) * codeRoom + columns[1].codeOf(slot)), docs.bytes[i] ?? 0)
  }
  const [wantedPivots, wantedGroups] = [new Set(pivots), new Set(groups)]
  const byPair = new Map<string | null, Map<string | null, Tally>>()
  for (const [codes, { documents, bytes }] of byCodes)
    for (const pivot of valuesOrNull(columns[0].valuesOf(Math.floor(codes / codeRoom)))) {
      if (!wantedPivots.has(pivot)) continue
      const row = byPair.get(pivot) ?? new Map<string | null, Tally>()
      byPair.set(pivot, row)
      for (const group of valuesOrNull(columns[1].valuesOf(codes % codeRoom)))
        if (wantedGroups.has(group)) add(tallyIn(row, group), bytes, documents)
    }
  const cells = pivots.flatMap((pivot) =>
    groups.flatMap((group) => {
      const tally = byPair.get(pivot)?.get(group)
      return tally === undefined ? [] : [{ pivot, group, ...tally }]
    }),
  )
  return { pivotOn: pivotOn.name, groupBy: groupBy.name, pivots, groups, cells }
}

/** Two codes make one number: there are never more of one column than documents fit into memory. */
const codeRoom = 2 ** 26

type Top = (string | null)[]

/** The most frequent values; none, where documents have none, last. */
const topOf = ({ ranked: all, none }: Ranked, most: number): Top => [
  ...all.slice(0, most).map(([value]) => value),
  ...(none.documents > 0 ? [null] : []),
]

const valuesOrNull = (values: readonly string[]): readonly (string | null)[] =>
  values.length === 0 ? [null] : values
