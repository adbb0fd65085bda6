/** Texts that a job has made: what was fetched of documents before has not got them. */
import type { Job, JobKind } from '#contracts/jobs.ts'
import { pageTexts } from '../reads/pages.ts'
import { documentMetadata } from '../reads/review.ts'
import { write } from '../stores/cache.ts'
import { documentCache } from '../stores/review.ts'
import type { Outcome, RequestContext } from './define.ts'
import { bring } from './review-ahead.ts'

/** Kinds of jobs that write texts of documents. */
const textKinds: readonly JobKind[] = ['ocr', 'summarize', 'translate', 'transcribe']

/**
 * The documents in view come anew, and all others are forgotten until they are opened. What is coded in them is left
 * alone: nobody who codes is to meet news because a text has come.
 */
export async function renewTexts(
  ended: readonly Job[],
  ctx: RequestContext,
): Promise<Required<Pick<Outcome, 'cache' | 'forget'>>> {
  if (!ended.some(({ kind }) => textKinds.includes(kind))) return { cache: [], forget: [] }
  const views = Object.values(ctx.state().review.byTab)
  const ids = new Set(views.flatMap(({ current }) => (current === null ? [] : [current.documentId])))
  const inView = [...ids].filter((id) => ctx.cached(documentCache, String(id)) !== undefined)
  const brought = await Promise.allSettled(inView.map((id) => bring(id, ctx)))
  return {
    cache: brought.flatMap((one) =>
      one.status === 'fulfilled' ? [write(documentCache, String(one.value.documentId), one.value)] : [],
    ),
    forget: [
      { cache: documentCache, except: inView.map(String) },
      { cache: documentMetadata.cache, except: [] },
      // Recognized words have places on their pages.
      { cache: pageTexts.cache, except: [] },
    ],
  }
}
