/**
 * Documents that are held already are asked for again where they may be old: when one is opened, and when a row of the list
 * says something else than what is held. The server answers with the document only if it has changed.
 */
import { type DocumentRow, renewDocument } from '#contracts/documents.ts'
import { initialise } from '../commands/coding.ts'
import { failDocument } from '../commands/review.ts'
import { initialiseTags } from '../commands/tags.ts'
import { documentOpened, pageArrived, searchAnswered } from '../events/catalog/review.ts'
import type { EventDef } from '../events/define.ts'
import { shownTab } from '../events/review/views.ts'
import { documentCache, pageCache, pageKey } from '../stores/review.ts'
import type { RootState } from '../stores/root.ts'
import { saysOtherwise } from '../stores/row-news.ts'
import { tagsIn } from '../stores/tags.ts'
import { documentTimeout, effect, type RequestContext } from './define.ts'
import { type CallFailure, failureOf } from './failure.ts'
import { lazyModule } from './lazy-module.ts'
import { loaded } from './review-ahead.ts'

/** How the tags of a document stood when it was asked for. An answer is older than what was tagged since, and is dropped. */
interface Tagged {
  readonly documentId: number
  readonly etag: string | null
  readonly before: string
}
function taggedIn({ tags }: RootState, documentId: number): Tagged {
  const held = tagsIn(tags, documentId)
  const { recorded, changes, etag, newer } = held ?? { recorded: null, changes: [], etag: null, newer: false }
  // By what it says: what a snapshot has brought is read anew each time.
  return { documentId, etag, before: JSON.stringify([recorded, changes, etag, newer]) }
}
const isTaggedSince = ({ documentId, before }: Tagged, state: RootState): boolean =>
  taggedIn(state, documentId).before !== before

const isGone = ({ status }: CallFailure): boolean => status === 403 || status === 404

const common = {
  scope: 'project',
  // Nobody waits for it: what is held stands meanwhile, and the next opening asks again.
  retry: { times: 2, base: 300, cap: 5_000 },
  quiet: true,
  reads: true,
} as const

/** One that is not held is fetched by the opening itself. */
const renewOpened = effect({
  ...common,
  name: 'review.renewOpened',
  on: documentOpened,
  strategy: 'latest',
  timeout: documentTimeout,
  request: async ({ payload: { documentId }, projectId }, { call, cached, kept, state }) => {
    const held = cached(documentCache, String(documentId))
    if (held === undefined) return null
    const tagged = taggedIn(state(), documentId)
    // What is held may be newer than the coding and tags that came with an earlier one: then all of it is asked for.
    const etag = tagged.etag === held.etag ? held.etag : ''
    try {
      const { document } = await call(renewDocument, { query: { documentId, etag } })
      return document === null ? null : { document, tagged }
    } catch (thrown) {
      if (isGone(failureOf(thrown))) kept.drop(documentCache, String(documentId), projectId)
      throw thrown
    }
  },
  done: (_, found, state) =>
    found === null || isTaggedSince(found.tagged, state) ? {} : loaded([found.document]),
  // Whoever may not see it any more is not left with what was held.
  fail: ({ payload: { tabId, documentId } }, failure, { review, shell }) =>
    isGone(failure)
      ? {
          forget: [{ cache: documentCache, except: [] }],
          commands: [
            failDocument({ tabId: shownTab(review, shell, tabId), documentId, message: failure.message }),
          ],
        }
      : {},
})

const contract = lazyModule(() => import('#contracts/bulk.ts'))

interface Arrived {
  readonly tabId: string
  readonly snapshotId: string
}

/** Coding and tags alone: the texts of documents that nobody looks at stay where they are. */
const renewRowsOn = <P extends Arrived>(
  name: string,
  on: EventDef<string, P>,
  pageOf: (payload: P) => number,
) =>
  effect({
    ...common,
    name,
    on,
    strategy: 'every',
    request: async ({ payload }, ctx) => {
      const rows = rowsOf(payload, pageOf(payload), ctx).filter((row) => saysOtherwise(row, ctx.state()))
      if (rows.length === 0) return []
      const { bulkStanding, maxStanding } = await contract()
      const documentIds = rows.slice(0, maxStanding).map(({ documentId }) => documentId)
      const tagged = new Map(documentIds.map((id) => [id, taggedIn(ctx.state(), id)]))
      const { data } = await ctx.call(bulkStanding, {
        body: { documentIds },
        idempotencyKey: null,
        repeatable: true,
      })
      return data.map((standing) => ({ ...standing, tagged: tagged.get(standing.documentId) }))
    },
    done: ({ id: etag }, found, state) => ({
      commands: found.flatMap(({ documentId, values, tagIds, tagged }) => [
        initialise({ documentId, values }),
        ...(tagged === undefined || isTaggedSince(tagged, state)
          ? []
          : [initialiseTags({ documentId, tagIds, etag })]),
      ]),
    }),
    fail: () => ({}),
  })

function rowsOf(
  { tabId, snapshotId }: Arrived,
  page: number,
  { cached, state }: RequestContext,
): readonly DocumentRow[] {
  const list = state().review.byTab[tabId]?.list ?? null
  if (list === null || list.snapshotId !== snapshotId) return []
  return cached(pageCache, pageKey(snapshotId, list.pageSize, page)) ?? []
}

export const renewalEffects = [
  renewOpened,
  renewRowsOn('review.renewFoundRows', searchAnswered, () => 1),
  renewRowsOn('review.renewPageRows', pageArrived, ({ page }) => page),
]
