/** Which tags a document has, and which documents have a tag: with who put it on and when. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import type { documentTags, taggedDocuments } from '#contracts/tag-management.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview, isInReview } from '../documents/visible.ts'

/** In the order of the categories and of their tags. */
export async function tagsOfDocument(
  read: Reader,
  projectId: number,
  documentId: number,
): Promise<ReplyOf<typeof documentTags>['data']> {
  if (!(await isInReview(read, projectId, documentId))) throw notFound('document')
  const rows = await read
    .selectFrom('document_tag as d')
    .innerJoin('tag as t', 't.tag_id', 'd.tag_id')
    .innerJoin('tag_category as c', 'c.tag_category_id', 't.tag_category_id')
    .innerJoin('app_user as u', 'u.user_id', 'd.by_user')
    .select(['t.tag_id', 't.name', 't.tag_category_id', 'c.name as category', 'u.name as by', 'd.at'])
    .where('d.document_id', '=', documentId)
    .orderBy('c.position')
    .orderBy('c.tag_category_id')
    .orderBy('t.position')
    .orderBy('t.tag_id')
    .execute()
  return rows.map(({ tag_id: tagId, tag_category_id: tagCategoryId, ...row }) => ({
    tagId,
    tagCategoryId,
    ...row,
  }))
}

/** In the order of the documents, from one on. */
export async function taggedWith(
  { records: { read }, project }: ProjectContext,
  { tagId, afterDocument = 0, limit = 100 }: QueryOf<typeof taggedDocuments>,
): Promise<ReplyOf<typeof taggedDocuments>> {
  const known = await read
    .selectFrom('tag as t')
    .innerJoin('tag_category as c', 'c.tag_category_id', 't.tag_category_id')
    .select('t.tag_id')
    .where('t.tag_id', '=', tagId)
    .where('c.project_id', '=', project.projectId)
    .executeTakeFirst()
  if (known === undefined) throw notFound('tag')
  const all = read
    .selectFrom('document_tag as t')
    .innerJoin('document as d', 'd.document_id', 't.document_id')
    .where('t.tag_id', '=', tagId)
    .where('d.state', '=', inReview)
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .innerJoin('app_user as u', 'u.user_id', 't.by_user')
    .select(['t.document_id', 'd.control', 'u.name as by', 't.at'])
    .where('t.document_id', '>', afterDocument)
    .orderBy('t.document_id')
    .limit(limit)
    .execute()
  return {
    data: rows.map(({ document_id: documentId, control, by, at }) => ({
      documentId,
      controlNumber: controlNumber(project.prefix, control),
      by,
      at,
    })),
    totalCount: count,
  }
}
