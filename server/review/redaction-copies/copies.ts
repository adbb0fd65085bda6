/** The exact copies of a document: those with a file of the same bytes that are in review, and that the caller sees. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { inReview } from '../documents/visible.ts'
import { requireInReview } from '../redactions/standing.ts'

const select = ({ records: { read }, project: { projectId } }: ProjectContext, documentId: number) =>
  read
    .selectFrom('document')
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .where('document_id', '<>', documentId)
    .where('sha256', '=', (eb) =>
      eb.selectFrom('document as of').select('of.sha256').where('of.document_id', '=', documentId),
    )

export async function countCopies(ctx: ProjectContext, documentId: number): Promise<number> {
  await requireInReview(ctx, documentId)
  const { n } = await select(ctx, documentId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** In the order of their numbers. */
export const copiesBehind = (ctx: ProjectContext, documentId: number, after: number, limit: number) =>
  select(ctx, documentId)
    .select(['document_id', 'control'])
    .where('document_id', '>', after)
    .orderBy('document_id')
    .limit(limit)
    .execute()
