/**
 * Documents that are held already are asked for again where they may be old: when they are opened, and when a row of the list
 * says something else than what is held. The server answers with the document only if it has changed.
 */
import { type DocumentDetail, type DocumentRow, renewDocument } from '#contracts/documents.ts'
import { documentOpened, documentWanted, pageArrived, searchAnswered } from '../events/catalog/review.ts'
import type { EventDef } from '../events/define.ts'
import { documentCache, pageCache, pageKey } from '../stores/review.ts'
import type { RootState } from '../stores/root.ts'
import { saysOtherwise } from '../stores/row-news.ts'
import { documentTimeout, effect, type RequestContext } from './define.ts'
import { loaded } from './review-ahead.ts'

/** The document as it is now; null: nothing has changed. */
async function renewed(documentId: number, { call, cached }: RequestContext): Promise<DocumentDetail | null> {
  const etag = cached(documentCache, String(documentId))?.etag ?? ''
  const { document } = await call(renewDocument, { query: { documentId, etag } })
  return document
}

const common = {
  scope: 'project',
  // Nobody waits for it: what is held stands meanwhile, and the next opening asks again.
  retry: { times: 2, base: 300, cap: 5_000 },
  timeout: documentTimeout,
  quiet: true,
  reads: true,
  fail: () => ({}),
} as const

/** One that is not held is fetched by the opening itself. */
const renewOn = <P extends { documentId: number }>(name: string, on: EventDef<string, P>) =>
  effect({
    ...common,
    name,
    on,
    strategy: 'latest',
    request: async ({ payload: { documentId } }, ctx) =>
      ctx.cached(documentCache, String(documentId)) === undefined ? null : renewed(documentId, ctx),
    done: (_, document) => (document === null ? {} : loaded([document])),
  })

const renewRowsOn = <P extends { tabId: string; snapshotId: string; ids: readonly number[] }>(
  name: string,
  on: EventDef<string, P>,
) =>
  effect({
    ...common,
    name,
    on,
    strategy: 'every',
    request: async ({ payload }, ctx) => {
      const found: DocumentDetail[] = []
      for (const { documentId } of rowsOf(payload, ctx).filter((row) => saysOtherwise(row, ctx.state()))) {
        const document = await renewed(documentId, ctx)
        if (document !== null) found.push(document)
      }
      return found
    },
    done: (_, documents) => (documents.length === 0 ? {} : loaded(documents)),
  })

interface Arrived {
  readonly tabId: string
  readonly snapshotId: string
  readonly ids: readonly number[]
}

function rowsOf(
  { tabId, snapshotId, ids }: Arrived,
  { cached, state }: RequestContext,
): readonly DocumentRow[] {
  const list = listOf(state(), tabId)
  if (list === null || list.snapshotId !== snapshotId) return []
  const page = [...list.ids].find(([, held]) => held[0] === ids[0])?.[0]
  return page === undefined ? [] : (cached(pageCache, pageKey(snapshotId, list.pageSize, page)) ?? [])
}

const listOf = ({ review }: RootState, tabId: string) => review.byTab[tabId]?.list ?? null

export const renewalEffects = [
  renewOn('review.renewOpened', documentOpened),
  renewOn('review.renewWanted', documentWanted),
  renewRowsOn('review.renewFoundRows', searchAnswered),
  renewRowsOn('review.renewPageRows', pageArrived),
]
