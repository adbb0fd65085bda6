/** The search port. The index is derived: it can be thrown away and rebuilt from records and text. */
import type { FacetReply } from '#contracts/facets.ts'
import type { TermFigures } from '#contracts/keywords.ts'
import type { FiguresAsked, Keyword, ListQuery, ReportAmong, ReportAsked } from './list.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly search: Search
  }
}

export interface Found {
  /** Document ids in order, family members included where asked for. */
  readonly ids: Int32Array
  /** One bit a position, lowest bit first: 1 where the document itself hit. */
  readonly hits: Uint8Array
  readonly hitCount: number
  /** Documents of the project that have no text. */
  readonly withoutText: number
  /** Up to which change of the record the index has been fed; null where it is empty. */
  readonly indexedAsOf: string | null
}

/** What was counted of a result (contracts/facets.ts). */
export type Figures = Omit<FacetReply, 'reading'>

/** What terms hit among all documents that a query finds. */
export interface TermReport extends Pick<Found, 'withoutText' | 'indexedAsOf'> {
  readonly documents: number
  /** By list, in the order asked for. */
  readonly lists: readonly ReportedFigures[]
}

export interface ReportedFigures {
  readonly terms: readonly TermFigures[]
  readonly total: TermFigures
  /** The documents that each term finds and no other. */
  readonly alone: readonly (readonly number[])[]
  /** By the values of a field, the most first, of each term and of all together; empty where that was not asked. */
  readonly values: readonly (readonly ValueCount[])[]
  readonly totalValues: readonly ValueCount[]
}

export interface ValueCount {
  readonly value: string
  readonly documents: number
}

/** Who asks, and until when anybody waits for the answer. */
export interface Asker {
  readonly userId: number
  readonly signal: AbortSignal
  /** Where the answer is shown: a search that is still under way for the same place ends. Absent: none does. */
  readonly place?: string | undefined
}

export interface Search {
  /** Ids of all documents that match, ordered. Rejects with ApiError('search.timeout') at the deadline. */
  find(projectId: number, query: ListQuery, asker?: Asker): Promise<Found>
  /** Counts what a query finds. Rejects as `find` does. */
  figures(projectId: number, query: ListQuery, asked: FiguresAsked, asker?: Asker): Promise<Figures>
  /** Counts what the terms of lists hit. Rejects as `find` does. */
  termReport(
    projectId: number,
    query: ListQuery,
    lists: ReportAsked,
    among: ReportAmong,
    asker?: Asker,
  ): Promise<TermReport>
  /** How often each term hits in the texts of these documents. Rejects as `find` does. */
  hitCounts(
    projectId: number,
    query: ListQuery,
    keywords: readonly Keyword[],
    documents: readonly number[],
    asker?: Asker,
  ): Promise<readonly number[]>
  /** Tells the indexer that the queue has work. */
  wake(): void
  /** Resolves once everything queued so far is in the index (tests, and `affiant reindex`). */
  settled(projectId: number): Promise<void>
  /**
   * Throws the index away and rebuilds it. `progress` hears how many documents are done; where it rejects, the rebuilding
   * stops and the old index stays.
   */
  rebuild(projectId: number, progress?: (documents: number) => Promise<void>): Promise<void>
  /** Deletes the index for good: of a project whose documents are gone from the records. */
  forget(projectId: number): Promise<void>
  stop(): Promise<void>
}

/** Whether the document at a position of a result hit the query itself. */
export const isHit = (found: Pick<Found, 'hits'>, position: number): boolean =>
  (((found.hits[position >> 3] ?? 0) >> (position & 7)) & 1) === 1
