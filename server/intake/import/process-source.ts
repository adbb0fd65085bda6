/** Has what waits in a source processed. */
import type { BodyOf } from '#contracts/call.ts'
import type { processSource as processSourceCall } from '#contracts/collect.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { requireSourceFile } from '../sources/source-files.ts'
import { requireSource } from '../sources/sources.ts'
import { startImport } from '../sources/start-import.ts'
import { recordNotArrived } from '../uploads/upload-trail.ts'

/** Queues the job; null where nothing waits, or where the source does not process by itself and nobody asked for it. */
export async function processSource(
  ctx: ProjectContext,
  sourceId: number,
  { ifAutomatic, sourceFileId, unread, failed }: BodyOf<typeof processSourceCall>,
): Promise<{ jobId: number | null }> {
  const { projectId } = ctx.project
  const reply = await idempotent(ctx, async (trx) => {
    const source = await requireSource(trx, projectId, sourceId)
    if (sourceFileId !== undefined) await requireSourceFile(trx, sourceId, sourceFileId)
    if (unread !== undefined || failed !== undefined)
      await recordNotArrived(trx, ctx, sourceId, { unread, failed })
    if (ifAutomatic && source.auto_process === 0) return { jobId: null }
    return { jobId: await startImport(trx, ctx, { ...byCaller(ctx), sourceId, sourceFileId }) }
  })
  ctx.jobs.wake()
  return reply
}
