/** The labels and reasons of a project, for whoever draws the next redaction. */
import type { ReplyOf } from '#contracts/call.ts'
import type { redactedLabels } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'

/** Nobody chooses from more. */
const most = 500

/** Of redactions that are in force, on documents that the caller sees; the most frequent first. */
export async function labelsInUse(ctx: ProjectContext): Promise<ReplyOf<typeof redactedLabels>> {
  const inUse = ctx.records.read
    .selectFrom('redaction')
    .select((eb) => ['label', 'reason', eb.fn.countAll<number>().as('n')])
    .where('project_id', '=', ctx.project.projectId)
    .where('removed_at', 'is', null)
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
