/** Has what waits in a source processed. */
import type { BodyOf } from '#contracts/call.ts'
import type { processSource as processSourceCall } from '#contracts/collect.ts'
import type { ProjectContext } from '../http/context.ts'
import { idempotent } from '../http/idempotency.ts'
import { requireSource } from './sources.ts'
import { startImport } from './start-import.ts'

/** Queues the job; null where nothing waits, or where the source does not process by itself and nobody asked for it. */
export async function processSource(
  ctx: ProjectContext,
  sourceId: number,
  { ifAutomatic }: BodyOf<typeof processSourceCall>,
): Promise<{ jobId: number | null }> {
  const { projectId, roleName } = ctx.project
  const reply = await idempotent(ctx, async (trx) => {
    const source = await requireSource(trx, projectId, sourceId)
    if (ifAutomatic && source.auto_process === 0) return { jobId: null }
    const { userId, name, sessionId } = ctx.caller
    const user = { userId, name, role: roleName }
    return { jobId: await startImport(trx, ctx, { projectId, sourceId, user, sessionId, ip: ctx.ip }) }
  })
  ctx.jobs.wake()
  return reply
}
