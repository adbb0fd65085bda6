/** Has what waits in a source processed. */
import type { BodyOf } from '#contracts/call.ts'
import type { processSource as processSourceCall } from '#contracts/collect.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { idempotent } from '../http/idempotency.ts'
import { requireSourceFile } from './source-files.ts'
import { requireSource } from './sources.ts'
import { startImport } from './start-import.ts'
import { recordNotArrived } from './upload-trail.ts'

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
