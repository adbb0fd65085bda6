/** How a document stands in the transaction that redacts it, and what is said where that is otherwise than it was seen. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { inReview, isInReview } from '../documents/visible.ts'

/** From so many redactions on, others' answers do not wait for them. */
export const many = 100

/** What is redacted is what is reviewed; it is answered as one that is not there otherwise. */
export async function requireInReview(ctx: ProjectContext, documentId: number): Promise<void> {
  if (!(await isInReview(ctx.records.read, ctx.project.projectId, documentId))) throw notFound('document')
}

export async function documentNow(
  trx: Writer,
  ctx: ProjectContext,
  documentId: number,
): Promise<{ readonly sha256: string; readonly revision: number }> {
  const document = await trx
    .selectFrom('document')
    .select(['sha256', 'redaction_revision'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', ctx.project.projectId)
    .where('state', '=', inReview)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  return { sha256: document.sha256, revision: document.redaction_revision }
}

/** `what`: of the document, that was looked at before. */
export const otherFile = (what: 'pages' | 'sheets'): ApiError =>
  new ApiError(
    'conflict',
    `The document was given another file just now. Look at its ${what} again before you redact them.`,
    { detail: 'documentId' },
  )

/** `now`: as they are. */
export const stale = (now: object): ApiError =>
  new ApiError(
    'redaction.stale',
    'Redactions of this document were changed or removed since you looked. Nothing was saved; look at them as they are now.',
    { detail: 'documentId', data: now },
  )

/** What a gesture touched, in its order: what stands, and what is removed. */
export function parted<Row extends { readonly removed_at: string | null }>(
  keys: readonly string[],
  rows: ReadonlyMap<string, Row>,
): { readonly standing: readonly Row[]; readonly removed: readonly Row[] } {
  const touched = keys.flatMap((key) => rows.get(key) ?? [])
  return {
    standing: touched.filter(({ removed_at }) => removed_at === null),
    removed: touched.filter(({ removed_at }) => removed_at !== null),
  }
}
