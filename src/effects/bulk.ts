/** Changes of many documents on their way to the record, and what they have become there. */
import {
  type BulkReceipt,
  bulkCode,
  bulkStanding,
  bulkTag,
  controlBulk,
  getBulk,
  listBulk,
  listBulkRows,
  mostStanding,
  redoBulk,
  undoBulk,
} from '#contracts/bulk.ts'
import { getPage } from '#contracts/documents.ts'
import { settledStates } from '#contracts/jobs.ts'
import { fetchHistory } from '../commands/audit.ts'
import { askReceipt, askReceipts, beginBulk, endBulk, refuseBulk } from '../commands/bulk.ts'
import { initialise } from '../commands/coding.ts'
import { requestProgress } from '../commands/jobs.ts'
import { initialiseTags } from '../commands/tags.ts'
import { addToast } from '../commands/toasts.ts'
import {
  bulkControlled,
  bulkEnded,
  bulkRequested,
  progressAsked,
  receiptAsked,
  receiptsAsked,
  rowsAsked,
} from '../events/catalog/bulk.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { hasResult } from '../events/review/views.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { receiptKey, receiptList, receiptRows, receipts, receiptsKey, rowsKey } from '../stores/bulk.ts'
import { write } from '../stores/cache.ts'
import { documentIn } from '../stores/coding.ts'
import { pageCache, pageKey } from '../stores/review.ts'
import { tagsIn } from '../stores/tags.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const sendBulk = effect({
  name: 'bulk.send',
  on: bulkRequested,
  strategy: 'queue',
  delivery: 'once',
  timeout: 30_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: ({ payload: { ask }, correlationId }, { call }) => {
    if (ask.what === 'reverse')
      return call(ask.kind === 'undo' ? undoBulk : redoBulk, { body: { jobId: ask.jobId, correlationId } })
    const { change, documents, families } = ask
    const which = { documents, families, correlationId }
    return change.what === 'coding'
      ? call(bulkCode, { body: { ...which, coding_form_id: change.formId, changes: change.changes } })
      : call(bulkTag, { body: { ...which, add: change.add, remove: change.remove } })
  },
  done: (asked, { jobId, auditIds }) => {
    const { bulkId, ask } = asked.payload
    const { projectId } = asked
    return {
      commands: [
        beginBulk({ bulkId, jobId, requestId: requestIdOf(asked), auditIds }),
        askReceipts({}),
        // The receipt that it was taken back from has a step more.
        ...(ask.what === 'reverse' ? [askReceipt({ jobId: ask.jobId })] : []),
        // So that it shows among the jobs at once.
        ...(projectId === null ? [] : [requestProgress({ projectId })]),
      ],
    }
  },
  fail: ({ payload: { bulkId, title } }, { kind, message }) =>
    kind === 'canceled'
      ? {}
      : {
          commands: [
            refuseBulk({ bulkId, message }),
            addToast({ kind: 'error', message: `${title}: ${message}` }),
          ],
        },
})

const leftIn = ({ left }: BulkReceipt): number => left.gone + left.changed + left.readOnly + left.refused

const followBulk = effect({
  name: 'bulk.follow',
  on: progressAsked,
  strategy: 'first',
  scope: 'project',
  request: ({ payload: { jobId } }, { call }) => call(getBulk, { query: { jobId } }),
  done: ({ payload: { bulkId, jobId } }, answer) => {
    const { kind, state, written, writtenDocuments: documents } = answer.receipt
    const ended = { bulkId, jobId, kind, state, written, documents, left: leftIn(answer.receipt) }
    return {
      cache: [write(receipts, receiptKey(jobId), answer)],
      commands: settledStates.includes(state) ? [endBulk(ended)] : [],
    }
  },
  // The next look comes soon.
  fail: () => ({}),
})

/**
 * What this tab shows of documents that many others were changed with: the pages of its list, and the coding and tags of
 * those that it has opened. All else is fetched when it is looked at.
 */
const renewShown = effect({
  name: 'bulk.renewShown',
  on: bulkEnded,
  strategy: 'every',
  scope: 'project',
  retry,
  request: async ({ tabId }, { call, cached, state }) => {
    const { list = null, current = null } = state().review.byTab[tabId] ?? {}
    const { coding, tags } = state()
    const pages = hasResult(list)
      ? [...list.ids.keys()].filter((page) =>
          cached(pageCache, pageKey(list.snapshotId, list.pageSize, page)),
        )
      : []
    const known = [
      ...new Set([...(list?.ids.values() ?? [])].flat().concat(current?.documentId ?? [])),
    ].filter((id) => documentIn(coding, id) !== null || tagsIn(tags, id) !== null)
    const slices = Array.from({ length: Math.ceil(known.length / mostStanding) }, (_, at) =>
      known.slice(at * mostStanding, (at + 1) * mostStanding),
    )
    const { snapshotId = '', pageSize = 0 } = list ?? {}
    const [rows, standing] = await Promise.all([
      Promise.all(
        pages.map(async (page) => ({
          key: pageKey(snapshotId, pageSize, page),
          data: (await call(getPage, { params: { page }, query: { snapshotId, pageSize } })).data,
        })),
      ),
      Promise.all(
        slices.map((documentIds) =>
          call(bulkStanding, { body: { documentIds }, idempotencyKey: null, repeatable: true }),
        ),
      ),
    ])
    return { rows, standing: standing.flatMap(({ data }) => data), current: current?.documentId ?? null }
  },
  done: ({ id }, { rows, standing, current }) => ({
    cache: rows.map(({ key, data }) => write(pageCache, key, data)),
    commands: [
      ...standing.flatMap(({ documentId, values, tagIds }) => [
        initialise({ documentId, values }),
        initialiseTags({ documentId, tagIds, etag: id }),
      ]),
      ...(current === null ? [] : [fetchHistory({ documentId: current })]),
    ],
  }),
  fail: () => ({}),
})

const lost = (key: string, failure: CallFailure): Outcome =>
  failure.kind === 'canceled' ? {} : { cache: [write(failures, key, failureOf(failure))] }

const pageLimit = 50

const fetchReceipts = effect({
  name: 'bulk.fetchReceipts',
  on: receiptsAsked,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: async ({ payload: { before } }, { call, cached }) => {
    const page = await call(listBulk, {
      query: { limit: pageLimit, ...(before === undefined ? {} : { before }) },
    })
    const held = cached(receiptList, receiptsKey)?.data ?? []
    const newer = before === undefined ? [] : held.filter(({ jobId }) => jobId >= before)
    const last = page.data.at(-1)?.jobId ?? 0
    const older = page.data.length < pageLimit ? [] : held.filter(({ jobId }) => jobId < last)
    return { data: [...newer, ...page.data, ...older], totalCount: page.totalCount }
  },
  done: (_, page) => ({ cache: [write(receiptList, receiptsKey, page), write(failures, receiptsKey, null)] }),
  fail: (_, failure) => lost(receiptsKey, failure),
})

const fetchReceipt = effect({
  name: 'bulk.fetchReceipt',
  on: receiptAsked,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: ({ payload: { jobId } }, { call }) => call(getBulk, { query: { jobId } }),
  done: ({ payload: { jobId } }, answer) => ({
    cache: [write(receipts, receiptKey(jobId), answer), write(failures, receiptKey(jobId), null)],
  }),
  fail: ({ payload: { jobId } }, failure) => lost(receiptKey(jobId), failure),
})

const fetchRows = effect({
  name: 'bulk.fetchRows',
  on: rowsAsked,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: async ({ payload: { jobId, show, after } }, { call, cached }) => {
    const place = after === null ? {} : { afterDocument: after.document, afterTarget: after.target }
    const page = await call(listBulkRows, { query: { jobId, show, limit: 100, ...place } })
    const before = after === null ? [] : (cached(receiptRows, rowsKey(jobId, show))?.data ?? [])
    return { data: [...before, ...page.data], totalCount: page.totalCount }
  },
  done: ({ payload: { jobId, show } }, page) => {
    const key = rowsKey(jobId, show)
    return { cache: [write(receiptRows, key, page), write(failures, key, null)] }
  },
  fail: ({ payload: { jobId, show } }, failure) => lost(rowsKey(jobId, show), failure),
})

const carryControl = effect({
  name: 'bulk.carryControl',
  on: bulkControlled,
  strategy: 'queue',
  delivery: 'once',
  retry,
  request: ({ payload }, { call }) => call(controlBulk, { body: payload }),
  done: ({ payload: { jobId } }) => ({ commands: [askReceipt({ jobId })] }),
  fail: (_, { kind, message }) =>
    kind === 'canceled' ? {} : { commands: [addToast({ kind: 'error', message })] },
})

export const bulkEffects = [
  sendBulk,
  followBulk,
  renewShown,
  fetchReceipts,
  fetchReceipt,
  fetchRows,
  carryControl,
]
