/** Answers queries from one index file: the tree becomes set algebra over slots, then an order is walked. */
import type { Stage } from '#contracts/stages.ts'
import type { Node } from '#query/tree.ts'
import type { Seen } from '../../documents/door.ts'
import type {
  FiguresAsked,
  IndexedField,
  Keyword,
  ListQuery,
  ReportAmong,
  ReportAsked,
  SortField,
} from '../list.ts'
import type { Figures, Found, TermReport, ValueCount } from '../search.ts'
import { Bits } from './bits.ts'
import type { Progress } from './child.ts'
import { findsCovered, ordersCovered } from './covered.ts'
import { type Elsewhere, elsewhereOf, fieldElsewhere, sortedByCustodian } from './elsewhere.ts'
import { Facts } from './facts.ts'
import { FieldOrder } from './field-order.ts'
import { Fields } from './fields.ts'
import { figuresOf } from './figures.ts'
import { type Db, getMeta, openForReading } from './file.ts'
import { type TermSet, TermSets, termFigures } from './keywords.ts'
import { Orders } from './order.ts'
import { Postings } from './postings.ts'
import { Relevance } from './relevance.ts'
import { saveSnapshot, takeRanks, takeSnapshot } from './saved.ts'
import type { Step } from './stop-mark.ts'
import { Terms } from './terms.ts'
import { widened, widens } from './widening.ts'
import { type IndexState, WordRanks } from './word-ranks.ts'
import { type SearchedColumn, Words } from './words.ts'

/** Values of a field that terms are counted by: more custodians no project has. */
const mostValues = 1_000

/** Lets what was said leave the process. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Documents that are read in a fraction of a second, on a busy machine too. */
const readAtOnce = 2_000

/** What is read beyond this is saved as soon as it is read, and not only when nobody asks. */
const savedAtOnce = 50_000

/** What there is for somebody who sees a part of a project. */
interface Part {
  readonly documents: Bits
  readonly withoutText: number
}

/** Parts that are kept: those of the people who search at the same time. */
const mostParts = 32

export class Engine {
  readonly #file: string
  readonly #db: Db
  readonly #facts: Facts
  readonly #words: Words
  readonly #fields: Fields
  readonly #orders: Orders
  readonly #ranks: WordRanks
  readonly #relevance: Relevance
  readonly #fieldOrder: FieldOrder
  readonly #terms = new TermSets()
  readonly #wordList: Terms
  /** By side and by the documents that somebody sees. */
  readonly #parts = new Map<string, Part>()
  /** The state of the index whose words, and whose texts, are kept. */
  #worded = ''
  #texts = ''

  /** Called between steps of a query: what it throws ends the query, and leaves what is kept as it was. */
  step: Step = () => {}

  /** `mostTexts`: so many are looked at to tell how words stand. */
  constructor(file: string, mostTexts?: number) {
    const step: Step = () => this.step()
    this.#file = file
    this.#db = openForReading(file)
    const postings = postingsOf(this.#db, step)
    this.#facts = new Facts(this.#db)
    this.#wordList = new Terms(this.#db, step)
    this.#words = new Words(this.#db, this.#facts, this.#wordList, postings, { step, mostTexts })
    this.#fields = new Fields(this.#db, this.#facts, this.#words, step)
    this.#orders = new Orders(this.#facts)
    this.#ranks = new WordRanks(this.#db, this.#facts)
    this.#fieldOrder = new FieldOrder(this.#db, this.#facts, this.#ranks)
    this.#relevance = new Relevance(postings.words, this.#facts)
    takeSnapshot(file, this.#db, this.#facts, this.#wordList, this.#ranks)
  }

  close(): void {
    this.#db.close()
  }

  /** Whether more has to be read into memory than a query should wait for: `open` reads it. */
  isBehind(): boolean {
    const most = readAtOnce + 1
    return this.#facts.behind(this.#touched(), most) === most
  }

  /**
   * Reads into memory what queries need, of one state of the index, and ranks what they are to be ordered by; other work gets its
   * turn between steps.
   */
  async open(report: (progress: Progress) => void, by: readonly SortField[] = []): Promise<void> {
    this.#db.exec('begin')
    try {
      const touched = this.#touched()
      const total = this.#facts.behind(touched, Number.MAX_SAFE_INTEGER)
      for (const done of this.#facts.refreshing(touched, readAtOnce)) {
        report({ done, total })
        await turn()
      }
      for (const _ of this.#wordList.reading()) {
        report({ done: total, total })
        await turn()
      }
      const documents = this.#facts.live.count()
      for (const done of this.#fieldOrder.ranking(by, this.#state(), readAtOnce)) {
        report({ done, total: documents })
        await turn()
      }
    } finally {
      this.#db.exec('commit')
    }
    if (this.#facts.unsaved >= savedAtOnce) await this.save()
  }

  /**
   * Ranks what lists are mostly ordered by before somebody asks for it. `rest` is waited for between steps: queries are answered
   * meanwhile.
   */
  async rankAhead(rest: () => Promise<void>): Promise<void> {
    const state = (): IndexState => ({ ...this.#state(), touched: this.#facts.touched })
    if (!this.#db.open || this.#ranks.ahead(state()).length === 0) return
    takeRanks(this.#file, this.#db, this.#ranks)
    for (const column of this.#ranks.ahead(state())) {
      await rest()
      if (!this.#db.open) return
      for (const _ of this.#ranks.ranking(column, state(), readAtOnce)) {
        await rest()
        if (!this.#db.open) return
      }
    }
  }

  /** Whether enough has been read that is not saved, and the file is there still. */
  get isUnsaved(): boolean {
    return this.#db.open && (this.#facts.unsaved > readAtOnce || this.#ranks.isUnsaved)
  }

  /** Saves beside the index what is in memory, for the next process that opens it. */
  save(): Promise<void> {
    // What another process has ranked since stays saved.
    takeRanks(this.#file, this.#db, this.#ranks)
    return saveSnapshot(this.#file, this.#db, this.#facts, this.#wordList, this.#ranks)
  }

  /** One consistent state of the index answers the whole query. */
  find(query: ListQuery): Found {
    return this.#db.transaction(() => {
      this.#refresh()
      const covered = this.#covered(query)
      const hits = this.#filtered(this.#hits(query, covered), query)
      const listed = widens(query) ? this.#filtered(this.#widened(query, covered), query) : hits
      const slots = this.#orderedBehind(listed, covered, query)
      return {
        ...this.#result(slots, listed === hits ? null : hits),
        withoutText: this.#withoutText(query),
        indexedAsOf: getMeta(this.#db, 'at'),
      }
    })()
  }

  /** Figures of what a query finds, family members included where asked for. */
  figures(query: ListQuery, asked: FiguresAsked): Figures {
    return this.#db.transaction(() => {
      this.#refresh()
      const found = this.#widened(query)
      const set = this.#inside(this.#filtered(found, query), asked.inside)
      const terms = this.#termSets(asked.keywords, query)
      this.step()
      const counted = figuresOf(
        this.#facts,
        set,
        asked,
        query.timeZone,
        terms,
        elsewhereOf(this.#facts, query.seen),
      )
      return { ...counted, indexedAsOf: getMeta(this.#db, 'at') }
    })()
  }

  /** What the terms of lists hit among what a query finds. */
  termReport(
    query: ListQuery,
    lists: ReportAsked,
    { inside, by }: ReportAmong = { inside: null, by: null },
  ): TermReport {
    return this.#db.transaction(() => {
      this.#refresh()
      const set = this.#inside(this.#filtered(this.#hits(query), query), inside)
      const elsewhere = elsewhereOf(this.#facts, query.seen)
      const valuesOf = (found: Bits): readonly ValueCount[] => {
        this.step()
        if (by === null) return []
        const asked = { facets: [{ field: by, most: mostValues }], histograms: [], matrix: null }
        const { facets } = figuresOf(
          this.#facts,
          found,
          { ...asked, inside: null, keywords: [] },
          query.timeZone,
          [],
          elsewhere,
        )
        return facets.flatMap(({ values }) => values.map(({ value, documents }) => ({ value, documents })))
      }
      return {
        documents: set.count(),
        lists: lists.map((keywords) => {
          const { sets, once, alone, ...figures } = termFigures(
            this.#termSets(keywords, query),
            set,
            this.#facts,
          )
          return {
            ...figures,
            alone: sets.map((found) => this.#idsOf(found.copy().and(alone))),
            values: sets.map(valuesOf),
            totalValues: valuesOf(once),
          }
        }),
        withoutText: this.#withoutText(query),
        indexedAsOf: getMeta(this.#db, 'at'),
      }
    })()
  }

  /** How often each term hits in the texts of those of the documents that the query finds. */
  hitCounts(query: ListQuery, keywords: readonly Keyword[], documents: readonly number[]): number[] {
    return this.#db.transaction(() => {
      this.#refresh()
      const terms = this.#termSets(keywords, query)
      const set = this.#inside(this.#there(query), documents)
      return this.#words.hitCounts(
        keywords.map(({ tree }, at) => ({ tree, slots: terms[at]?.set ?? Bits.empty(this.#facts.size) })),
        set,
        new Set(query.noise),
      )
    })()
  }

  #idsOf(set: Bits): number[] {
    const { documentId } = this.#facts
    return Array.from(set, (slot) => documentId[slot] ?? 0)
  }

  #termSets(keywords: readonly Keyword[], query: ListQuery): TermSet[] {
    // What terms find by a custodian or a path differs with whoever sees these otherwise.
    const scope = JSON.stringify([query.timeZone, query.noise, query.seen?.elsewhere ?? []])
    return this.#terms.of(keywords, scope, ({ tree, fields }) => this.#found(tree, { ...query, fields }))
  }

  #inside(set: Bits, documents: readonly number[] | null): Bits {
    if (documents === null) return set
    const among = new Set(documents)
    const { documentId, size } = this.#facts
    const found = Bits.empty(size)
    for (const slot of set) if (among.has(documentId[slot] ?? 0)) found.add(slot)
    return found
  }

  #touched(): number {
    return Number(getMeta(this.#db, 'touched') ?? '0')
  }

  #state(): IndexState {
    const touched = this.#touched()
    return { touched, worded: Number(getMeta(this.#db, 'worded') ?? touched) }
  }

  #refresh(): void {
    const touched = getMeta(this.#db, 'touched') ?? '0'
    this.#facts.refresh(Number(touched))
    const worded = getMeta(this.#db, 'worded') ?? touched
    if (worded === this.#worded) return
    const texts = getMeta(this.#db, 'texts') ?? touched
    const changed = texts === this.#texts ? 'fields' : 'all'
    this.#terms.forget(changed)
    this.#words.forget(changed)
    this.#parts.clear()
    this.#worded = worded
    this.#texts = texts
  }

  /** The documents that there are on a side, for whoever asks. */
  #there({ stage = 'review', seen }: Pick<ListQuery, 'stage' | 'seen'>): Bits {
    const { live, promoted } = this.#facts
    if (seen !== undefined) return this.#part(stage, seen).documents.copy()
    return stage === 'processing' ? live.copy() : live.copy().and(promoted)
  }

  /** Those that a list shows beside them as they would leave; null: none. Nothing is counted, or reported on, by them. */
  #covered(query: ListQuery): Bits | null {
    const documents = query.seen?.asTheyLeave
    if (documents === undefined || !findsCovered(query)) return null
    return this.#part(query.stage ?? 'review', { documents }).documents
  }

  /** How many documents of a side have no text, for whoever asks. */
  #withoutText({ stage = 'review', seen }: Pick<ListQuery, 'stage' | 'seen'>): number {
    return seen === undefined ? this.#facts.withoutText[stage] : this.#part(stage, seen).withoutText
  }

  /** What there is on a side for somebody who sees a part: kept until anything but coding changes. */
  #part(stage: Stage, { documents }: Pick<Seen, 'documents'>): Part {
    const key = `${stage} ${documents}`
    const known = this.#parts.get(key)
    if (known !== undefined) return known
    const found = this.#facts.amongDocuments(documents, this.#there({ stage }))
    const part = { documents: found, withoutText: this.#facts.withoutTextIn(found) }
    const [oldest] = this.#parts.keys()
    if (this.#parts.size >= mostParts && oldest !== undefined) this.#parts.delete(oldest)
    this.#parts.set(key, part)
    return part
  }

  #hits(query: ListQuery, covered: Bits | null = null): Bits {
    const there = this.#thereWith(query, covered)
    return query.tree === null ? there : there.and(this.#found(query.tree, query))
  }

  #thereWith(query: ListQuery, covered: Bits | null): Bits {
    const there = this.#there(query)
    return covered === null ? there : there.or(covered)
  }

  /** The set of a tree, on either side; it may be shared. */
  #found(tree: Node, { noise, timeZone: zone, fields, seen }: ListQuery): Bits {
    const elsewhere = elsewhereOf(this.#facts, seen)
    const scope: Scope = { noise: new Set(noise), zone, fields, elsewhere }
    return this.#set(tree, { table: 'words', column: 'text', values: null, noise: scope.noise }, scope)
  }

  /** The set of a node; it may be shared, so whoever changes it copies it first. */
  #set(node: Node, place: SearchedColumn, scope: Scope): Bits {
    this.step()
    switch (node.kind) {
      case 'term':
      case 'phrase':
      case 'exact':
        return this.#words.find(node, place)
      case 'near':
        return this.#words.standingNear(node, place, () => {
          const left = this.#set(node.left, place, scope)
          return node.how === 'not' ? left : left.copy().and(this.#set(node.right, place, scope))
        })
      // Each text has one: what is near it is verified.
      case 'edge':
        return this.#facts.live
      case 'not':
        return this.#facts.live.copy().andNot(this.#set(node.part, place, scope))
      case 'or':
        return node.parts.reduce(
          (all, part) => all.or(this.#set(part, place, scope)),
          Bits.empty(this.#facts.size),
        )
      case 'and':
        return node.parts.reduce(
          (all, part) =>
            part.kind === 'not'
              ? all.andNot(this.#set(part.part, place, scope))
              : all.and(this.#set(part, place, scope)),
          this.#facts.live.copy(),
        )
      case 'field': {
        const field = scope.fields.find((known) => known.name === node.field)
        if (field === undefined) throw new Error(`The field ${node.field} has no place in the index.`)
        const { test } = node
        const found = this.#fields.find(field, test, scope.zone, (inColumn) =>
          test.op === 'contains' ? this.#set(test.query, inColumn, scope) : Bits.empty(this.#facts.size),
        )
        return fieldElsewhere(found, node, scope)
      }
    }
  }

  /** The hits and what is asked to come with them. */
  #widened(query: ListQuery, covered: Bits | null = null): Bits {
    const hits = this.#hits(query, covered)
    return widens(query) ? widened(this.#facts, hits, this.#thereWith(query, covered), query) : hits
  }

  #filtered(set: Bits, query: ListQuery): Bits {
    const { tagged, ordinal, size } = this.#facts
    if (query.filter === 'reviewed') set.and(this.#facts.withAny(query.formFields))
    if (query.filter === 'unreviewed') set.andNot(this.#facts.withAny(query.formFields))
    if (query.filter === 'tagged') set.and(tagged)
    if (query.filter === 'untagged') set.andNot(tagged)
    if (query.viewer === 'parentsAndChildren') return set
    const children = Bits.empty(size)
    for (let slot = 1; slot < size; slot++) if ((ordinal[slot] ?? 0) > 0) children.add(slot)
    return query.viewer === 'parentsOnly' ? set.andNot(children) : set.and(children)
  }

  /** In order; what is seen as it would leave stands last, by its id, where the order would tell what its file says. */
  #orderedBehind(set: Bits, covered: Bits | null, query: ListQuery): Int32Array {
    const behind = covered === null ? null : set.copy().and(covered)
    if (behind === null || ordersCovered(query.sort, query.by, query.codedByForms))
      return this.#ordered(set, query)
    const first = this.#ordered(set.copy().andNot(behind), query)
    const last = this.#orders.of(behind, 'documentId')
    const all = new Int32Array(first.length + last.length)
    all.set(first)
    all.set(last, first.length)
    return all
  }

  #ordered(set: Bits, query: ListQuery): Int32Array {
    if (query.by !== undefined)
      return this.#fieldOrder.sort(set, query.by, elsewhereOf(this.#facts, query.seen), {
        touched: this.#touched(),
        worded: Number(this.#worded),
      })
    const elsewhere = query.sort === 'custodian' ? elsewhereOf(this.#facts, query.seen) : null
    if (elsewhere !== null)
      return sortedByCustodian(this.#facts, elsewhere, this.#orders.of(set, 'parentDateAsc'))
    const relevance = query.sort === 'relevance'
    const slots = this.#orders.of(
      set,
      relevance ? 'parentDateAsc' : (query.sort as Exclude<typeof query.sort, 'relevance'>),
    )
    if (!relevance) return slots
    const { tree, noise, includeFamily: families } = query
    return this.#relevance.sort(slots, tree, { noise: new Set(noise), families })
  }

  /** `hits`: those among them that were asked for; null: all of them. */
  #result(slots: Int32Array, hits: Bits | null): Pick<Found, 'ids' | 'hits' | 'hitCount'> {
    const ids = new Int32Array(slots.length)
    const marks = new Uint8Array((slots.length + 7) >> 3)
    const { documentId } = this.#facts
    for (let i = 0; i < slots.length; i++) ids[i] = documentId[slots[i] as number] as number
    if (hits === null) {
      marks.fill(0xff)
      const over = slots.length & 7
      if (over > 0) marks[marks.length - 1] = (1 << over) - 1
      return { ids, hits: marks, hitCount: slots.length }
    }
    let hitCount = 0
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number
      if (!hits.has(slot)) continue
      marks[i >> 3] = (marks[i >> 3] ?? 0) | (1 << (i & 7))
      hitCount++
    }
    return { ids, hits: marks, hitCount }
  }
}

interface Scope {
  readonly elsewhere: Elsewhere | null
  readonly noise: ReadonlySet<string>
  readonly zone: string
  readonly fields: readonly IndexedField[]
}

/** The file is closed where its postings are of an unknown format: it is made anew. */
function postingsOf(db: Db, step: Step): Readonly<Record<'words' | 'marks', Postings>> {
  try {
    return { words: new Postings(db, 'words', step), marks: new Postings(db, 'marks', step) }
  } catch (error) {
    db.close()
    throw error
  }
}
