/** Who may see a document: reviewers what is promoted, those who see the side of processing all of it. */
import { type SqlBool, sql } from 'kysely'
import type { DocumentState } from '#contracts/documents.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Of what only review is about: coding, tags, batches. */
export const inReview = 'Promoted' satisfies DocumentState

/** Condition on `document` (as the only table with these columns): it was in review at this instant, and is. */
export const wasInReview = (at: string) =>
  sql<SqlBool>`state = ${inReview} and coalesce(promoted_at, created_at) <= ${at}`

/** Those of some documents that the project has in review. */
export async function inReviewAmong(
  read: Reader,
  projectId: number,
  documentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await read
    .selectFrom('document')
    .select('document_id')
    .where('document_id', 'in', documentIds)
    .where('state', '=', inReview)
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}

/** Whether the project has this document in review. */
export async function isInReview(read: Reader, projectId: number, documentId: number): Promise<boolean> {
  return (await stateOf(read, projectId, documentId)) === inReview
}

/** Throws where the caller may not read this document; it is answered as one that is not there. */
export async function requireReadable(ctx: ProjectContext, documentId: number): Promise<void> {
  const state = await stateOf(ctx.records.read, ctx.project.projectId, documentId)
  if (state === null || (state !== inReview && !ctx.can('collect.view'))) throw notFound('document')
}

async function stateOf(read: Reader, projectId: number, documentId: number): Promise<DocumentState | null> {
  const row = await read
    .selectFrom('document')
    .select('state')
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.state ?? null
}
