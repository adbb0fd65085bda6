/** Documents on their way here: asked for, or fetched before they are asked for, and what becomes of them. */
import { type DocumentDetail, getDocument, getPage } from '#contracts/documents.ts'
import { initialise } from '../commands/coding.ts'
import { initialiseTags } from '../commands/tags.ts'
import { documentOpened } from '../events/catalog/review.ts'
import { hasResult, pageOf } from '../events/review/views.ts'
import { write } from '../stores/cache.ts'
import { documentCache, pageCache, pageKey } from '../stores/review.ts'
import { documentTimeout, effect, type Outcome, type RequestContext } from './define.ts'
import { failureOf } from './failure.ts'

/** Always as "ahead": that it is looked at is told apart (review-views.ts). */
export const bring = (documentId: number, { call, fetched }: RequestContext): Promise<DocumentDetail> =>
  fetched(documentCache, String(documentId), () => call(getDocument, { query: { documentId, ahead: '1' } }))

/** What a document consists of is put where it belongs: its text into the cache, what is coded and tagged into the log. */
export const loaded = (details: readonly DocumentDetail[]): Outcome => ({
  cache: details.map((detail) => write(documentCache, String(detail.documentId), detail)),
  commands: details.flatMap(({ documentId, coding, tagIds, etag }) => [
    initialise({ documentId, values: coding }),
    initialiseTags({ documentId, tagIds, etag }),
  ]),
})

const fetchAhead = effect({
  name: 'review.fetchAhead',
  on: documentOpened,
  reads: true,
  strategy: 'every',
  scope: 'project',
  timeout: documentTimeout,
  request: async ({ payload: { ahead } }, ctx) => {
    const wanted = ahead.filter((documentId) => ctx.cached(documentCache, String(documentId)) === undefined)
    const brought = await Promise.allSettled(wanted.map((documentId) => bring(documentId, ctx)))
    const [first] = brought
    // Nothing came at all: that is a failure, not an answer.
    if (first?.status === 'rejected' && brought.every(({ status }) => status === 'rejected'))
      throw first.reason
    return brought.flatMap((one): DocumentDetail[] => (one.status === 'fulfilled' ? [one.value] : []))
  },
  done: (_, details) => loaded(details),
  fail: () => ({}),
})

/**
 * Once the reviewer has come to rest, what stands next in the list is kept for going on without the network: one after the
 * other, behind everything else, until another document is opened or another list asked for.
 */
const keepAhead = effect({
  name: 'review.keepAhead',
  on: documentOpened,
  strategy: 'latest',
  scope: 'project',
  quiet: true,
  timeout: documentTimeout,
  request: async ({ payload: { tabId }, projectId }, { call, kept, rest, signal, state }) => {
    await rest(atRestAfter)
    const { list = null, current = null } = state().review.byTab[tabId] ?? {}
    if (!hasResult(list) || current === null || current.position === null) return
    const { snapshotId, pageSize, totalCount } = list
    const goesOn = () => {
      const { network, review } = state()
      const now = review.byTab[tabId]?.list
      return !signal.aborted && network.online && now?.snapshotId === snapshotId && now.phase !== 'searching'
    }
    const end = Math.min(current.position + keptAhead, totalCount - 1)
    const ids: number[] = []
    for (let page = pageOf(list, current.position); page <= pageOf(list, end); page++) {
      const known = list.ids.get(page)
      if (known) {
        ids.push(...known)
        continue
      }
      const key = pageKey(snapshotId, pageSize, page)
      let rows = await kept.read(pageCache, key, projectId)
      if (rows === undefined) {
        if (!goesOn()) return
        const params = { params: { page }, query: { snapshotId, pageSize } }
        const came = await call(getPage, { ...params, priority: 'low' })
        rows = came.data
        kept.offer(write(pageCache, key, rows), projectId)
      }
      ids.push(...rows.map((row) => row.documentId))
    }
    const from = current.position % pageSize
    const next = ids.slice(from + 1, from + 1 + keptAhead).map(String)
    for (const id of await kept.missing(documentCache, next, projectId)) {
      if (!goesOn()) return
      const query = { documentId: Number(id), ahead: '1' } as const
      const detail = await call(getDocument, { query, priority: 'low' }).catch((thrown: unknown) => {
        // One that this person may not see says nothing about the next.
        if (failureOf(thrown).kind === 'status') return null
        throw thrown
      })
      if (detail !== null) kept.offer(write(documentCache, id, detail), projectId)
    }
  },
  done: () => ({}),
  fail: () => ({}),
})
const keptAhead = 20
/** Ms: longer than somebody takes who only pages through. */
const atRestAfter = 1_500

export const aheadEffects = [fetchAhead, keepAhead]
