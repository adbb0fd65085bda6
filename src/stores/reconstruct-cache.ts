/** What the record has answered, by question. Loaded with the screen, and emptied with the project like every cache. */
import type { ReplyOf } from '#contracts/call.ts'
import type {
  ActivityEvent,
  BatchThen,
  batchesAsOf,
  compareTotals,
  countsAsOf,
  Difference,
  density,
  documentAsOf,
  PastRow,
  StoodAt,
  summary,
} from '#contracts/reconstruct.ts'
import { createCache } from './cache.ts'

/** A list read page by page: all pages but the last are of the same length, so that a row's place says its page. */
export interface Paged<R> {
  readonly pages: readonly (readonly R[])[]
  /** Where the next page begins; null: these are all. */
  readonly next: number | null
}

export type Density = ReplyOf<typeof density>
export type Summary = ReplyOf<typeof summary>
export type Counts = ReplyOf<typeof countsAsOf>
export type PastDocument = ReplyOf<typeof documentAsOf>
export type Totals = ReplyOf<typeof compareTotals>
export interface PastList extends Paged<PastRow> {
  readonly asOf: StoodAt
  readonly totalCount: number
}
export interface Batches extends Paged<BatchThen> {
  readonly asOf: StoodAt
  readonly total: ReplyOf<typeof batchesAsOf>['total']
}
export interface Comparison extends Paged<Difference> {
  readonly from: StoodAt
  readonly to: StoodAt
}

/** Lists weigh what they hold: one that was read to its end stands alone, and is whole. */
const rowsHeld = 40_000
const weight = ({ pages }: Paged<unknown>): number => pages.reduce((sum, page) => sum + page.length, 1)

export const densities = createCache<Density>('reconstruct.densities', 40)
export const summaries = createCache<Summary>('reconstruct.summaries', 40)
export const countsThen = createCache<Counts>('reconstruct.counts', 120)
export const documentsThen = createCache<PastDocument>('reconstruct.documents', 300)
export const totalsBetween = createCache<Totals>('reconstruct.totals', 60)
/** A row of the chain by itself; null: there is none of this document. */
export const rowsBehind = createCache<{ readonly row: ActivityEvent | null }>('reconstruct.rows', 300)
export const activities = createCache<Paged<ActivityEvent>>(
  'reconstruct.activities',
  rowsHeld,
  'project',
  weight,
)
export const listsThen = createCache<PastList>('reconstruct.lists', rowsHeld, 'project', weight)
export const batchesThen = createCache<Batches>('reconstruct.batches', rowsHeld, 'project', weight)
export const comparisons = createCache<Comparison>('reconstruct.comparisons', rowsHeld, 'project', weight)
