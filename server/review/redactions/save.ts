/** Saving a gesture, and removing all redactions of a document: all of it or nothing. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { clearRedactions, DocumentRedactions, Markup, saveMarkup } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { requireReadable } from '../documents/visible.ts'
import { clearPages } from './clear-pages.ts'
import { decide } from './decide.ts'
import { keysIn } from './gestures.ts'
import { lookAtPages, type PagesNow, type PagesVersion, pagesVersion } from './pages-now.ts'
import { redactionsNow, rowsByKey, telling } from './rows.ts'
import { documentNow, many, otherFile, parted, requireInReview, stale } from './standing.ts'
import { byHand } from './trail.ts'
import { writeActs } from './write.ts'

/** The redactions of a document, for whoever may read it. */
export async function loadRedactions(ctx: ProjectContext, documentId: number): Promise<DocumentRedactions> {
  await requireReadable(ctx, documentId)
  const now = await pagesVersion(ctx, documentId)
  return await redactionsNow(ctx, ctx.records.read, documentId, now)
}

export async function saveGesture(
  ctx: ProjectContext,
  { documentId, gesture, markup }: BodyOf<typeof saveMarkup>,
): Promise<ReplyOf<typeof saveMarkup>> {
  const { projectId } = ctx.project
  const keys = keysIn(markup)
  // Pages may have to be made first: nothing like that is waited for in a transaction.
  const pages = await pagesFor(ctx, documentId, markup)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const { inForce, revision } = await standing(trx, ctx, documentId, pages)
      const known = await rowsByKey(trx, projectId, keys)
      const decided = decide({
        ...{ projectId, documentId, gesture, markup, pages, known, inForce },
        ...{ userId: ctx.caller.userId, ofOthers: ctx.can('redaction.ofOthers') },
        at: instantOf(ctx.now()),
      })
      if ('stale' in decided) throw stale(await redactionsNow(ctx, trx, documentId, pages))
      const grown = await writeActs(trx, byHand(ctx), {
        documentId,
        gesture,
        acts: decided.acts,
        inForce,
        revision,
      })
      const { standing: data, removed } = parted(keys, await rowsByKey(trx, projectId, keys))
      const tell = telling(ctx, pages)
      return { revision: grown, data: data.map(tell.redaction), removed: removed.map(tell.removed) }
    },
    { alone: keys.length > many },
  )
  ctx.search.wake()
  return reply
}

/**
 * Each is on the record with its place, and can be restored. `beside`: removes what else is redacted of the document, which
 * then is at this revision.
 */
export async function clearDocument(
  ctx: ProjectContext,
  { documentId, gesture, revision: seen }: BodyOf<typeof clearRedactions>,
  beside: (trx: Writer, revision: number) => Promise<unknown>,
): Promise<DocumentRedactions> {
  await requireInReview(ctx, documentId)
  const pages = await pagesVersion(ctx, documentId)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const { revision } = await standing(trx, ctx, documentId, pages)
      if (revision !== seen) throw stale(await redactionsNow(ctx, trx, documentId, pages))
      await beside(trx, await clearPages(trx, ctx, { documentId, gesture, revision }))
      return await redactionsNow(ctx, trx, documentId, pages)
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

/** Only what is drawn, or said to be right, needs a look at the pages. */
async function pagesFor(ctx: ProjectContext, documentId: number, { add, change }: Markup): Promise<PagesNow> {
  await requireInReview(ctx, documentId)
  if (add.length > 0 || change.some(({ checked }) => checked === true))
    return await lookAtPages(ctx, documentId)
  return { ...(await pagesVersion(ctx, documentId)), count: 0, faulty: new Set(), reason: null }
}

/** How the document stands in this transaction; refused where it has another file than the one that was looked at. */
async function standing(
  trx: Writer,
  ctx: ProjectContext,
  documentId: number,
  { sha256 }: PagesVersion,
): Promise<{ readonly inForce: number; readonly revision: number }> {
  const now = await documentNow(trx, ctx, documentId)
  if (now.sha256 !== sha256) throw otherFile('pages')
  const { n } = await trx
    .selectFrom('redaction')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { inForce: Number(n), revision: now.revision }
}
