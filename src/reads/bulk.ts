/** Changes of many documents as the record has them: all that one may see, one with what was done to it, and its rows. */
import * as z from 'zod/mini'
import type { BulkReceipt, BulkRow } from '#contracts/bulk.ts'
import { id } from '#contracts/ids.ts'
import { lazyModule } from '../effects/lazy-module.ts'
import { pageQuery, withPage } from './newest-first.ts'
import { read } from './read.ts'

/** Every screen knows these reads, and few people use them: the contract comes with the first. */
const contract = lazyModule(() => import('#contracts/bulk.ts'))

interface Paged<R> {
  readonly data: readonly R[]
  readonly totalCount: number
}

const pageLimit = 50

export const receiptList = read({
  name: 'bulk.receipts',
  event: 'bulk.receiptsAsked',
  label: 'Look up changes of many documents',
  log: 'project',
  payload: z.object({ before: z.optional(id) }),
  of: () => ({}),
  adds: true,
  limit: 1,
  ask: async (asked, { call, cached }): Promise<Paged<BulkReceipt>> => {
    const { listBulk } = await contract()
    const { data, totalCount } = await call(listBulk, { query: pageQuery(asked, pageLimit) })
    const held = cached(receiptList.cache, receiptList.key({}))?.data ?? []
    return { data: withPage(held, data, asked, pageLimit, ({ jobId }) => jobId), totalCount }
  },
})

/** A change with all that was done to it since. */
export const receipts = read({
  name: 'bulk.receipt',
  event: 'bulk.receiptAsked',
  label: ({ jobId }) => `Look up the receipt of job ${jobId}`,
  log: 'project',
  payload: z.object({ jobId: id }),
  limit: 40,
  ask: async ({ jobId }, { call }) => call((await contract()).getBulk, { query: { jobId } }),
})

export const receiptRows = read({
  name: 'bulk.rows',
  event: 'bulk.rowsAsked',
  label: ({ jobId }) => `Look up what job ${jobId} has written or left`,
  log: 'project',
  payload: z.object({
    jobId: id,
    show: z.enum(['written', 'left']),
    /** Behind the last row that is known. */
    after: z.nullable(z.object({ document: id, target: z.int() })),
  }),
  of: ({ jobId, show }) => ({ jobId, show }),
  adds: true,
  limit: 10,
  ask: async (asked, { call, cached }): Promise<Paged<BulkRow>> => {
    const { jobId, show, after } = asked
    const place = after === null ? {} : { afterDocument: after.document, afterTarget: after.target }
    const { listBulkRows } = await contract()
    const { data, totalCount } = await call(listBulkRows, { query: { jobId, show, limit: 100, ...place } })
    const before = after === null ? [] : (cached(receiptRows.cache, receiptRows.key(asked))?.data ?? [])
    return { data: [...before, ...data], totalCount }
  },
})
