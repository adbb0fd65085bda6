/** Downloading a volume of an export, as long as its files are there. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { type downloadExport, exportLimits } from '#contracts/exports.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { storedRun } from '../record/stored.ts'
import { sendVolume } from '../volumes/download.ts'

/** Whoever sees all of its documents may have it, whoever has made it. */
export async function downloadOfExport(
  ctx: ProjectContext,
  { exportId, volume }: QueryOf<typeof downloadExport>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stored = await storedRun(ctx.whole.read, ctx.project.projectId, exportId, 'export')
  const isOver = stored.expires_at !== null && new Date(stored.expires_at) <= ctx.now()
  if (stored.state === 'RolledBack' || isOver)
    throw new ApiError(
      'gone',
      `The files of this export are gone: they are kept for ${exportLimits.days} days, unless somebody removes them before. Start another export.`,
      { detail: 'export' },
    )
  if (stored.state !== 'Produced')
    throw new ApiError(
      'conflict',
      'This export is not ready. Wait until its job is done, and look at what it says.',
      {
        detail: stored.state,
      },
    )
  return await sendVolume(ctx, stored, volume, request, reply)
}
