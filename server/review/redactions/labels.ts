/** The labels and reasons of a project, for whoever draws the next redaction. */
import type { ReplyOf } from '#contracts/call.ts'
import type { redactedLabels } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'

/** Nobody chooses from more. */
const most = 500

/** Of redactions that are in force, on documents that the caller sees; the most frequent first. */
export async function labelsInUse(ctx: ProjectContext): Promise<ReplyOf<typeof redactedLabels>> {
  const { projectId } = ctx.project
  const onPages = ctx.records.read
    .selectFrom('redaction')
    .select(['label', 'reason'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
  const inCells = ctx.records.read
    .selectFrom('redacted_cells')
    .select(['label', 'reason'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('kind', '<>', 'kept')
  const inUse = ctx.records.read
    .selectFrom(onPages.unionAll(inCells).as('redacted'))
    .select((eb) => ['label', 'reason', eb.fn.countAll<number>().as('n')])
    .groupBy(['label', 'reason'])
  const rows = await inUse.orderBy('n', 'desc').orderBy('label').orderBy('reason').limit(most).execute()
  const { all } = await ctx.records.read
    .selectFrom(inUse.as('used'))
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return {
    data: rows.map(({ label, reason, n }) => ({ label, reason, count: Number(n) })),
    totalCount: Number(all),
  }
}
