/** How many documents a selection is. */

import type { selectedCount } from '#contracts/bulk.ts'
import type { BodyOf } from '#contracts/call.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { inReview } from '../documents/visible.ts'
import { documentsMeant } from './search-documents.ts'

/** Documents of one question. */
const slice = 500

/** Those that are in review now; with all members of their families where that is asked for. */
export async function countSelected(
  ctx: ProjectContext,
  { documents, families }: BodyOf<typeof selectedCount>,
): Promise<number> {
  const ids = documentsMeant(ctx, documents)
  const found = new Set<number>()
  for (let from = 0; from < ids.length; from += slice) {
    const some = [...ids.slice(from, from + slice)]
    let query = ctx.records.read
      .selectFrom('document')
      .select('document_id')
      .where('state', '=', inReview)
      .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    query = families
      ? query.where('family_id', 'in', (eb) =>
          eb.selectFrom('document as d').select('d.family_id').where('d.document_id', 'in', some),
        )
      : query.where('document_id', 'in', some)
    for (const { document_id } of await query.execute()) found.add(document_id)
    await breathe()
  }
  return found.size
}
