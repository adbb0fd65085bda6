/** Documents by where they stand. */
import type { ReplyOf } from '#contracts/call.ts'
import type { getDocumentCount } from '#contracts/settings.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { inReview } from '../documents/visible.ts'

export async function documentCounts(ctx: ProjectContext): Promise<ReplyOf<typeof getDocumentCount>> {
  const rows = await ctx.records.read
    .selectFrom('document')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .where('project_id', '=', ctx.project.projectId)
    .groupBy('state')
    .execute()
  const of = (state: string): number => Number(rows.find((row) => row.state === state)?.n ?? 0)
  const sees = ctx.can('collect.view')
  return {
    documents: of(inReview),
    processed: sees ? of('Processed') : null,
    filteredOut: sees ? of('Filtered Out') : null,
  }
}
