/** Saving a gesture, and removing all redactions of a document: all of it or nothing. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { clearRedactions, DocumentRedactions, Markup, saveMarkup } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { inReview, isInReview, requireReadable } from '../documents/visible.ts'
import { decide, removedBy } from './decide.ts'
import { lookAtPages, type PagesNow, type PagesVersion, pagesVersion } from './pages-now.ts'
import { redactionsNow, rowsByKey, telling } from './rows.ts'
import { byHand, writeActs } from './write.ts'

/** From so many redactions on, others' answers do not wait for them. */
const many = 100

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
      const rows = await rowsByKey(trx, projectId, keys)
      const touched = keys.flatMap((key) => rows.get(key) ?? [])
      const tell = telling(ctx, pages)
      return {
        revision: grown,
        data: touched.filter(({ removed_at }) => removed_at === null).map(tell.redaction),
        removed: touched.filter(({ removed_at }) => removed_at !== null).map(tell.removed),
      }
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
      const { inForce, revision } = await standing(trx, ctx, documentId, pages)
      if (revision !== seen) throw stale(await redactionsNow(ctx, trx, documentId, pages))
      const rows = await trx
        .selectFrom('redaction')
        .selectAll()
        .where('document_id', '=', documentId)
        .where('removed_at', 'is', null)
        .orderBy('redaction_id')
        .execute()
      const at = instantOf(ctx.now())
      const acts = rows.map((row) => removedBy(row, ctx.caller.userId, at))
      await beside(trx, await writeActs(trx, byHand(ctx), { documentId, gesture, acts, inForce, revision }))
      return await redactionsNow(ctx, trx, documentId, pages)
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

const keysIn = ({ add, change, remove, restore }: Markup): string[] =>
  [...add, ...change, ...remove, ...restore].map(({ key }) => key)

/** Only what is drawn, or said to be right, needs a look at the pages. */
async function pagesFor(ctx: ProjectContext, documentId: number, { add, change }: Markup): Promise<PagesNow> {
  await requireInReview(ctx, documentId)
  if (add.length > 0 || change.some(({ checked }) => checked === true))
    return await lookAtPages(ctx, documentId)
  return { ...(await pagesVersion(ctx, documentId)), count: 0, faulty: new Set(), reason: null }
}

/** What is redacted is what is reviewed; it is answered as one that is not there otherwise. */
async function requireInReview(ctx: ProjectContext, documentId: number): Promise<void> {
  if (!(await isInReview(ctx.records.read, ctx.project.projectId, documentId))) throw notFound('document')
}

/** How the document stands in this transaction; refused where it has another file than the one that was looked at. */
async function standing(
  trx: Writer,
  ctx: ProjectContext,
  documentId: number,
  { sha256 }: PagesVersion,
): Promise<{ readonly inForce: number; readonly revision: number }> {
  const document = await trx
    .selectFrom('document')
    .select(['sha256', 'redaction_revision'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', ctx.project.projectId)
    .where('state', '=', inReview)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  if (document.sha256 !== sha256)
    throw new ApiError(
      'conflict',
      'The document was given another file just now. Look at its pages again before you redact them.',
      { detail: 'documentId' },
    )
  const { n } = await trx
    .selectFrom('redaction')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { inForce: Number(n), revision: document.redaction_revision }
}

const stale = (now: DocumentRedactions): ApiError =>
  new ApiError(
    'redaction.stale',
    'Redactions of this document were changed or removed since you looked. Nothing was saved; look at them as they are now.',
    { detail: 'documentId', data: now },
  )
