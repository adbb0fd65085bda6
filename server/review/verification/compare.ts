/**
 * Holds what people see against the audit chain: redactions, coded values, tags, batches, and the history of all but the first. Each row of
 * the chain that tells of coding has one span of history; the last one of a field, a category of tags or a batch is what
 * the record must have. What stands in the records without such a row is a difference too.
 */
import type { CodedValue } from '#contracts/coding.ts'
import { sameValue } from '#contracts/coding-values.ts'
import type { Differences, HeldRow } from '../../platform/audit/verify.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import {
  type BatchChange,
  type Change,
  changesFromStored,
  isEmpty,
  type Naming,
  toldValue,
} from '../coding-history/changes.ts'
import { type ChoiceNames, choiceNames, namesKey } from '../coding-history/choice-names.ts'
import { stands } from '../coding-history/open-end.ts'
import { heldBy } from '../coding-history/spans.ts'
import type { CodingSpanTable } from '../coding-history/tables.ts'
import { storedValue } from '../coding-values/values.ts'
import { tagCategories } from '../tags/tags.ts'
import { type Difference, inWords } from './differences.ts'
import { RedactionsHeld } from './redactions.ts'
import { unclaimed } from './unclaimed.ts'

export const noDifferences: Differences = { count: 0, first: [] }

/** So many differences are named; the others are counted. */
const namedAtMost = 100

type Span = CodingSpanTable
/** A change that is told, with what its row says beside the text. */
interface Told {
  readonly change: Change
  readonly row: HeldRow
}

export class Comparison {
  readonly #read: Reader
  readonly #projectId: number
  /** False while the history is being rebuilt: then there is nothing to hold against the chain. */
  readonly #whole: boolean
  readonly #choices: ChoiceNames
  /** Names of tags by category, and of what tag. */
  readonly #tagNames: ReadonlyMap<number, ReadonlyMap<number, string>>
  readonly #namings: Naming[] = []
  readonly #redactions = new RedactionsHeld()
  readonly #found: Difference[] = []
  #count = 0
  #moment = ''

  private constructor(
    read: Reader,
    projectId: number,
    known: {
      whole: boolean
      choices: ChoiceNames
      tagNames: ReadonlyMap<number, ReadonlyMap<number, string>>
    },
  ) {
    this.#read = read
    this.#projectId = projectId
    this.#whole = known.whole
    this.#choices = known.choices
    this.#tagNames = known.tagNames
  }

  /** Whether there is a history to compare: not while it is being rebuilt. */
  get isPossible(): boolean {
    return this.#whole
  }

  static async begin(read: Reader, projectId: number): Promise<Comparison> {
    const head = await read
      .selectFrom('span_head')
      .select('complete')
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    const categories = await tagCategories(read, projectId)
    return new Comparison(read, projectId, {
      whole: head?.complete !== 0,
      choices: await choiceNames(read, projectId),
      tagNames: new Map(
        categories.map(({ tagCategoryId, tags }) => [
          tagCategoryId,
          new Map(tags.map(({ tagId, name }) => [tagId, name])),
        ]),
      ),
    })
  }

  /** Compares the next rows of the chain. */
  async compare(rows: readonly HeldRow[]): Promise<void> {
    this.#redactions.take(rows)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!this.#whole || first === undefined || last === undefined) return
    const told: Told[] = []
    const standing: BatchChange[] = []
    const moments = new Map<number, string>()
    for (const row of rows)
      for (const one of changesFromStored(row, row.said)) {
        if ('naming' in one) this.#namings.push(one.naming)
        else {
          const { at } = 'change' in one ? one.change : one.standing
          if (at > this.#moment) this.#moment = at
          moments.set(row.seq, this.#moment)
          if ('change' in one) told.push({ change: one.change, row })
          else standing.push(one.standing)
        }
      }
    const spans = await this.#spans(first.seq, last.seq)
    const lasting: (Told & { readonly span: Span })[] = []
    for (const one of told) {
      const { change } = one
      const span = spans.get(change.seq)
      spans.delete(change.seq)
      if (span === undefined || !isTold(span, one, moments.get(change.seq)))
        this.#differs({ ...subjectOf(change), what: 'history', seq: change.seq })
      else if (span.until_seq === stands) lasting.push({ ...one, span })
    }
    for (const span of spans.values())
      this.#differs({
        kind: span.kind === 'tags' ? 'tags' : 'field',
        subjectId: span.subject_id,
        documentId: span.document_id,
        what: 'history',
        seq: null,
      })
    await this.#compareValues(lasting.filter(({ change }) => change.kind === 'field'))
    await this.#compareTags(lasting.filter(({ change }) => change.kind === 'tags'))
    await this.#compareBatches(standing, moments)
  }

  /** What is left once all rows were compared: what no row tells of. */
  async finish(): Promise<Differences> {
    await this.#redactions.compare(this.#read, this.#projectId, (one) => this.#differs(one))
    if (this.#whole)
      for (const one of await unclaimed(this.#read, this.#projectId, this.#namings)) this.#differs(one)
    return { count: this.#count, first: await inWords(this.#read, this.#projectId, this.#found) }
  }

  #differs(difference: Difference): void {
    this.#count += 1
    if (this.#found.length < namedAtMost) this.#found.push(difference)
  }

  async #spans(from: number, to: number): Promise<Map<number, Span>> {
    const rows = await this.#read
      .selectFrom('coding_span')
      .selectAll()
      .where('project_id', '=', this.#projectId)
      .where('from_seq', '>=', from)
      .where('from_seq', '<=', to)
      .where('kind', '!=', 'document')
      .execute()
    return new Map(rows.map((row) => [row.from_seq, row]))
  }

  async #compareValues(told: readonly Told[]): Promise<void> {
    const key = (documentId: number, fieldId: number): string => `${documentId} ${fieldId}`
    const stored = new Map<string, { value: string; version: number; by_user: number; at: string }>()
    for (const ids of slices([...new Set(told.map(({ change }) => change.documentId))], 1))
      for (const row of await this.#read
        .selectFrom('coding_value')
        .select(['document_id', 'field_id', 'value', 'version', 'by_user', 'at'])
        .where('document_id', 'in', ids)
        .execute())
        stored.set(key(row.document_id, row.field_id), row)
    for (const { change, row } of told) {
      const value = stored.get(key(change.documentId, change.subjectId))
      const wanted = wantedValue(row)
      const isAsTold =
        value !== undefined &&
        (wanted.value === undefined ||
          sameValue(this.#asCalledNow(change, wanted.value), storedValue(value.value))) &&
        // A renamed choice makes a later version of the same value.
        value.version >= wanted.version &&
        (change.userId === null || value.by_user === change.userId) &&
        value.at === change.at
      if (!isAsTold) this.#differs({ ...subjectOf(change), what: 'value', seq: change.seq })
    }
  }

  /** A value with its choices as they are called now. What they were called is held against the chain by itself. */
  #asCalledNow({ subjectId, seq }: Change, value: CodedValue): CodedValue {
    return this.#choices.valueAt(subjectId, value, seq, stands - 1)
  }

  async #compareTags(told: readonly Told[]): Promise<void> {
    const byDocument = new Map<number, Set<number>>()
    for (const ids of slices([...new Set(told.map(({ change }) => change.documentId))], 1))
      for (const { document_id, tag_id } of await this.#read
        .selectFrom('document_tag')
        .select(['document_id', 'tag_id'])
        .where('document_id', 'in', ids)
        .execute()) {
        const own = byDocument.get(document_id) ?? new Set()
        byDocument.set(document_id, own.add(tag_id))
      }
    for (const { change } of told) {
      const names = this.#tagNames.get(change.subjectId) ?? new Map<number, string>()
      const on = byDocument.get(change.documentId) ?? new Set<number>()
      const now = [...names].flatMap(([tagId, name]) => (on.has(tagId) ? [name] : []))
      // In the words of now: what a tag was called at the time is held against the chain by itself.
      const key = namesKey('tags', change.subjectId)
      const told = this.#choices.valueAt(key, change.value ?? null, change.seq, stands - 1)
      if (!isSameSet(now, told)) this.#differs({ ...subjectOf(change), what: 'value', seq: change.seq })
    }
  }

  async #compareBatches(
    standing: readonly BatchChange[],
    moments: ReadonlyMap<number, string>,
  ): Promise<void> {
    const [first, last] = [standing[0], standing.at(-1)]
    if (first === undefined || last === undefined) return
    const rows = await this.#read
      .selectFrom('batch_span as s')
      .leftJoin('batch as b', 'b.batch_id', 's.batch_id')
      .select(['s.batch_id', 's.from_seq', 's.until_seq', 's.status', 's.user_id', 's.at', 's.moment'])
      .select(['b.status as now_status', 'b.holder as now_holder'])
      .where('s.project_id', '=', this.#projectId)
      .where('s.from_seq', '>=', first.seq)
      .where('s.from_seq', '<=', last.seq)
      .execute()
    const spans = new Map(rows.map((row) => [`${row.from_seq} ${row.batch_id}`, row]))
    for (const { seq, at, batches } of standing)
      for (const { batchId, status, userId } of batches) {
        const key = `${seq} ${batchId}`
        const span = spans.get(key)
        spans.delete(key)
        const about = { kind: 'batch', subjectId: batchId, documentId: null, seq } as const
        if (
          span === undefined ||
          span.status !== status ||
          span.user_id !== userId ||
          span.at !== at ||
          span.moment !== moments.get(seq)
        )
          this.#differs({ ...about, what: 'history' })
        // A batch that is gone with its assignment keeps its row as it last stood.
        else if (
          span.until_seq === stands &&
          status !== null &&
          (span.now_status !== status || span.now_holder !== userId)
        )
          this.#differs({ ...about, what: 'value' })
      }
    for (const { batch_id, from_seq } of spans.values())
      this.#differs({ kind: 'batch', subjectId: batch_id, documentId: null, what: 'history', seq: from_seq })
  }
}

const subjectOf = ({ kind, subjectId, documentId }: Change) => ({ kind, subjectId, documentId })

/** Whether a span says what its row says. Whether a value that was erased was any is not known any more. */
function isTold(span: Span, { change, row }: Told, moment: string | undefined): boolean {
  const isErased = change.value === undefined && !(row.erasable ?? '').includes('"newValue":')
  return (
    span.document_id === change.documentId &&
    span.kind === change.kind &&
    span.subject_id === change.subjectId &&
    span.user_id === change.userId &&
    span.how === change.how &&
    span.at === change.at &&
    span.moment === moment &&
    span.audit_id === change.auditId &&
    span.job_id === change.jobId &&
    (isErased || (span.coded === 1) === change.coded) &&
    sameValue(heldBy(span), change.value ?? null)
  )
}

/** The value and version that a row says a field has from then on; undefined where what was typed has been erased. */
function wantedValue({ said, erasable }: HeldRow): {
  readonly value: CodedValue | undefined
  readonly version: number
} {
  // Of a row that holds: written by this program.
  const text: {
    readonly newValue?: unknown
    readonly facts?: { readonly version?: unknown }
    readonly erasable?: Readonly<Record<string, string>>
  } = said
  const { version } = text.facts ?? {}
  return {
    value: toldValue(text, erasable, 'newValue'),
    version: typeof version === 'number' ? version : 0,
  }
}

function isSameSet(names: readonly string[], value: CodedValue | undefined): boolean {
  const told = [value ?? []].flat().filter((one) => !isEmpty(one))
  return told.length === names.length && names.every((name) => told.includes(name))
}
