/** How many documents are coded and tagged now. */

import type { bulkStanding } from '#contracts/bulk.ts'
import type { ReplyOf } from '#contracts/call.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { storedValue } from '../coding-values/values.ts'
import { inReview } from '../documents/visible.ts'

/** Documents that are not in the project's review are left out. */
export async function standingNow(
  { records, project }: ProjectContext,
  documentIds: readonly number[],
): Promise<ReplyOf<typeof bulkStanding>> {
  const { read } = records
  const documents = await read
    .selectFrom('document')
    .select('document_id')
    .where(checkedOnly('project_id'), '=', project.projectId)
    .where('document_id', 'in', documentIds)
    .where('state', '=', inReview)
    .orderBy('document_id')
    .execute()
  const values = await read
    .selectFrom('coding_value as v')
    .innerJoin('app_user as u', 'u.user_id', 'v.by_user')
    .select(['v.document_id', 'v.field_id', 'v.value', 'v.version', 'v.at', 'u.name'])
    .where(checkedOnly('v.project_id'), '=', project.projectId)
    .where('v.document_id', 'in', documentIds)
    .orderBy('v.field_id')
    .execute()
  const tags = await read
    .selectFrom('document_tag')
    .select(['document_id', 'tag_id'])
    .where(checkedOnly('project_id'), '=', project.projectId)
    .where('document_id', 'in', documentIds)
    .orderBy('tag_id')
    .execute()
  const coded = Map.groupBy(values, (row) => row.document_id)
  const tagged = Map.groupBy(tags, (row) => row.document_id)
  const data = documents.map(({ document_id: documentId }) => ({
    documentId,
    values: (coded.get(documentId) ?? []).map((row) => ({
      fieldId: row.field_id,
      value: storedValue(row.value),
      version: row.version,
      by: row.name,
      at: row.at,
    })),
    tagIds: (tagged.get(documentId) ?? []).map((row) => row.tag_id),
  }))
  return { data, totalCount: data.length }
}
