/** Figures of a result for charts: how many documents, and how many bytes, each value of a field has. Exact. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { searchQuery } from './documents.ts'
import { documentFilter } from './filter.ts'
import { instant } from './ids.ts'
import { stage } from './stages.ts'

/** Documents, and the bytes of their files. */
export const amount = z.object({ documents: z.int(), bytes: z.int() })
export type Amount = z.infer<typeof amount>

const fieldName = z.string().check(z.minLength(1), z.maxLength(200))

/** How numbers and dates are put together: dates by month or year of the project's time zone, numbers by powers of ten. */
export const binnings = ['month', 'year', 'powers'] as const

const facet = z.object({
  field: z.string(),
  /** The most frequent first; of a field with several values a document counts for each of them. */
  values: z.array(z.extend(amount, { value: z.string() })),
  /** Documents without a value. */
  none: amount,
  /** What is not listed: how many values, and the sum of their amounts. */
  others: z.extend(amount, { values: z.int() }),
})
export type Facet = z.infer<typeof facet>

const histogram = z.object({
  field: z.string(),
  by: z.enum(binnings),
  /**
   * In order; those without documents are left out. `from` is `2001-05`, `2001`, or the least number of the bin: 0 (for
   * nothing but 0), 1, 10, 100 ….
   */
  bins: z.array(z.extend(amount, { from: z.string() })),
  none: amount,
})
export type Histogram = z.infer<typeof histogram>

/** Every pair of the most frequent values of two fields that documents have. Null stands for no value. */
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

export const mostFacets = 40
const most = z.int().check(z.minimum(1), z.maximum(1000))

export const readFacets = call({
  name: 'facets.read',
  method: 'POST',
  path: '/project/facets',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({
    /** The side of processing needs the capability collect.view. */
    stage,
    query: searchQuery,
    filter: z.nullable(documentFilter),
    facets: z.array(z.strictObject({ field: fieldName, most })).check(z.maxLength(mostFacets)),
    histograms: z
      .array(z.strictObject({ field: fieldName, by: z.enum(binnings) }))
      .check(z.maxLength(mostFacets)),
    matrix: z.nullable(
      z.strictObject({
        pivotOn: fieldName,
        groupBy: fieldName,
        /** Values of each of the two. */
        most: z.int().check(z.minimum(1), z.maximum(200)),
      }),
    ),
  }),
  reply: facetReply,
  summary:
    'What a query and a filter find, counted by values of fields: facets, histograms and a matrix of two fields, exact.',
})
