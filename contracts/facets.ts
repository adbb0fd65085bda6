/** Figures of a result for charts: the number of documents and bytes for each value of a field. Exact. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { listFilter, listViewer, searchQuery } from './documents.ts'
import { documentFilter } from './filter.ts'
import { instant } from './ids.ts'
import { stage } from './stages.ts'

/** Documents, and the bytes of their files. */
export const amount = z.object({ documents: z.int(), bytes: z.int() })
export type Amount = z.infer<typeof amount>

const fieldName = z.string().check(z.minLength(1), z.maxLength(200))

/** How numbers and dates are grouped: dates by month or year of the project's time zone, numbers by powers of ten. */
export const binnings = ['month', 'year', 'powers'] as const

const facet = z.object({
  field: z.string(),
  /** The most frequent first; in a field with several values, a document counts for each of them. */
  values: z.array(z.extend(amount, { value: z.string() })),
  /** Documents without a value. */
  none: amount,
  /** Values that are not listed: their number, and the sum of their amounts. */
  others: z.extend(amount, { values: z.int() }),
})
export type Facet = z.infer<typeof facet>

const histogram = z.object({
  field: z.string(),
  by: z.enum(binnings),
  /**
   * In order, without empty bins. `from` is `2001-05`, `2001`, or the lowest number of the bin: 0 (only for 0), 1, 10, 100
   * ….
   */
  bins: z.array(z.extend(amount, { from: z.string() })),
  none: amount,
})
export type Histogram = z.infer<typeof histogram>

/** Every pair of the most frequent values of two fields. Null stands for no value. */
const matrix = z.object({
  pivotOn: z.string(),
  groupBy: z.string(),
  pivots: z.array(z.nullable(z.string())),
  groups: z.array(z.nullable(z.string())),
  cells: z.array(z.extend(amount, { pivot: z.nullable(z.string()), group: z.nullable(z.string()) })),
})
export type Matrix = z.infer<typeof matrix>

export const facetReply = z.extend(amount, {
  facets: z.array(facet),
  histograms: z.array(histogram),
  matrix: z.nullable(matrix),
  /** The query and the filter as one query, fully bracketed: a search with it finds these documents. */
  reading: z.string(),
  indexedAsOf: z.nullable(instant),
})
export type FacetReply = z.infer<typeof facetReply>

export const maxFacets = 40
const most = z.int().check(z.minimum(1), z.maximum(1000))

export const readFacets = call({
  name: 'facets.read',
  method: 'POST',
  path: '/project/facets',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({
    /** Processing needs the capability collect.view. */
    stage,
    query: searchQuery,
    filter: z.nullable(documentFilter),
    /** What a list shows of the result, where figures stand beside one; absent: all of it. */
    shown: z.optional(z.strictObject({ viewer: listViewer, filter: listFilter })),
    facets: z.array(z.strictObject({ field: fieldName, most })).check(z.maxLength(maxFacets)),
    histograms: z
      .array(z.strictObject({ field: fieldName, by: z.enum(binnings) }))
      .check(z.maxLength(maxFacets)),
    matrix: z.nullable(
      z.strictObject({
        pivotOn: fieldName,
        groupBy: fieldName,
        /** Number of values for each of the two fields. */
        most: z.int().check(z.minimum(1), z.maximum(200)),
      }),
    ),
  }),
  reply: facetReply,
  onlyAsks: true,
  summary:
    'The documents of a query and a filter, counted by field values: facets, histograms and a matrix of two ' +
    'fields, exact.',
})
