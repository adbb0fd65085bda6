/** What effects of bulk changes ask of the record, and what its answers become: fetched with the first change. */
import {
  type BulkReceipt,
  bulkCode,
  bulkStanding,
  bulkTag,
  controlBulk,
  getBulk,
  maxStanding,
  redoBulk,
  undoBulk,
} from '#contracts/bulk.ts'
import type { ReplyOf } from '#contracts/call.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { getPage } from '#contracts/documents.ts'
import { fileDocuments, fileFromFile } from '#contracts/folders.ts'
import { settledStates } from '#contracts/jobs.ts'
import { applyOverlay } from '#contracts/overlay.ts'
import { deleteTag, mergeTags } from '#contracts/tag-management.ts'
import { fetchHistory } from '../commands/audit.ts'
import { beginBulk, endBulk } from '../commands/bulk.ts'
import { initialise } from '../commands/coding.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { initialiseTags, loadTags } from '../commands/tags.ts'
import type { bulkControlled, bulkEnded, bulkRequested, progressAsked } from '../events/catalog/bulk.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { hasResult } from '../events/review/views.ts'
import { receiptList, receipts } from '../reads/bulk.ts'
import { write } from '../stores/cache.ts'
import { documentIn } from '../stores/coding.ts'
import { pageCache, pageKey } from '../stores/review.ts'
import { tagsIn } from '../stores/tags.ts'
import type { Call } from './call.ts'
import type { Outcome, RequestContext } from './define.ts'

type Asked<E> = Envelope<PayloadOf<E>>

export async function send(asked: Asked<typeof bulkRequested>, { call }: RequestContext): Promise<Outcome> {
  const { bulkId, ask } = asked.payload
  const { projectId, correlationId } = asked
  const { jobId, auditIds } = await begin(ask, correlationId, call)
  return {
    commands: [
      beginBulk({ bulkId, jobId, requestId: requestIdOf(asked), auditIds }),
      receiptList.request({}),
      // The receipt that it was taken back from has a step more.
      ...(ask.what === 'reverse' ? [receipts.request({ jobId: ask.jobId })] : []),
      // So that it shows among the jobs at once.
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }
}

function begin(
  ask: PayloadOf<typeof bulkRequested>['ask'],
  correlationId: string,
  call: Call,
): Promise<ReplyOf<typeof bulkCode>> {
  if (ask.what === 'reverse')
    return call(ask.kind === 'undo' ? undoBulk : redoBulk, { body: { jobId: ask.jobId, correlationId } })
  if (ask.what === 'overlay')
    return call(applyOverlay, { params: { overlayId: ask.overlayId }, body: { correlationId } })
  if (ask.what === 'replaceTag') return replaceTag(ask, correlationId, call)
  if (ask.what === 'folderFile') {
    const { fileId, folderId } = ask
    return call(fileFromFile, { body: { fileId, folderId, correlationId } })
  }
  const { change, documents, families } = ask
  const which = { documents, families, correlationId }
  if (change.what === 'folders')
    return call(fileDocuments, { body: { ...which, folderId: change.folderId, how: change.how } })
  return change.what === 'coding'
    ? call(bulkCode, { body: { ...which, coding_form_id: change.formId, changes: change.changes } })
    : call(bulkTag, { body: { ...which, add: change.add, remove: change.remove } })
}

async function replaceTag(
  { how, tagId, byTagId, version }: Extract<PayloadOf<typeof bulkRequested>['ask'], { what: 'replaceTag' }>,
  correlationId: string,
  call: Call,
): Promise<ReplyOf<typeof bulkCode>> {
  if (how === 'merge') return call(mergeTags, { body: { tagId, intoTagId: byTagId, correlationId } })
  const { jobId, auditIds } = await call(deleteTag, {
    query: { tagId, replacementTagId: byTagId },
    ifMatch: ifMatchOf(new Map([[tagId, version]])),
  })
  if (jobId === null) throw new Error('A tag was deleted with a replacement, and no job does it.')
  return { jobId, auditIds }
}

const leftIn = ({ left }: BulkReceipt): number => Object.values(left).reduce((sum, one) => sum + one, 0)

export async function follow(
  { bulkId, jobId }: PayloadOf<typeof progressAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const answer = await call(getBulk, { query: { jobId } })
  const { kind, state, what, written, writtenDocuments: documents } = answer.receipt
  const ended = { bulkId, jobId, kind, state, written, documents, left: leftIn(answer.receipt) }
  return {
    cache: [write(receipts.cache, receipts.key({ jobId }), answer)],
    // Tags come and go with what is merged, undone and done again.
    commands: settledStates.includes(state)
      ? [endBulk(ended), ...(what === 'tags' ? [loadTags({})] : [])]
      : [],
  }
}

/**
 * What this tab shows of documents that many others were changed with: the pages of its list, and the coding and tags of
 * those that it has opened. All else is fetched when it is looked at.
 */
export async function renewShown(
  { id: etag, tabId }: Asked<typeof bulkEnded>,
  { call, cached, state }: RequestContext,
): Promise<Outcome> {
  const { list = null, current = null } = state().review.byTab[tabId] ?? {}
  const { coding, tags } = state()
  const pages = hasResult(list)
    ? [...list.ids.keys()].filter((page) => cached(pageCache, pageKey(list.snapshotId, list.pageSize, page)))
    : []
  const known = [...new Set([...(list?.ids.values() ?? [])].flat().concat(current?.documentId ?? []))].filter(
    (id) => documentIn(coding, id) !== null || tagsIn(tags, id) !== null,
  )
  const slices = Array.from({ length: Math.ceil(known.length / maxStanding) }, (_, at) =>
    known.slice(at * maxStanding, (at + 1) * maxStanding),
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
  return {
    cache: rows.map(({ key, data }) => write(pageCache, key, data)),
    commands: [
      ...standing.flatMap(({ data }) =>
        data.flatMap(({ documentId, values, tagIds }) => [
          initialise({ documentId, values }),
          initialiseTags({ documentId, tagIds, etag }),
        ]),
      ),
      ...(current === null ? [] : [fetchHistory({ documentId: current.documentId })]),
    ],
  }
}

export async function control(
  order: PayloadOf<typeof bulkControlled>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(controlBulk, { body: order })
  return { commands: [receipts.request({ jobId: order.jobId })] }
}
