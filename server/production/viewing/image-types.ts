/**
 * What the pages of a document can be looked at as: itself first, then the images that came with it, then each
 * production that has it.
 */
import { originalImage, receivedImages } from '#contracts/pages.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import { standingProductions } from '../fields/standing.ts'
import { hasReceived } from './received.ts'

/** `documentId` null: of any document. Whoever may not see productions is offered none. */
export async function imageTypes(
  ctx: ProjectContext,
  documentId: number | null,
): Promise<(typeof originalImage)[]> {
  if (documentId !== null) await requireReadable(ctx, documentId)
  const own = [
    originalImage,
    ...(documentId !== null && (await hasReceived(ctx, documentId)) ? [receivedImages] : []),
  ]
  if (!ctx.can('production.view')) return own
  const { read } = ctx.records
  const all = await standingProductions(read, ctx.project.projectId, await holding(ctx, documentId))
  return [
    ...own,
    ...all.map(({ production_id: productionId, name }) => ({
      ...{ name, productionId, fileId: null, redactable: false },
    })),
  ]
}

async function holding(ctx: ProjectContext, documentId: number | null): Promise<number[] | null> {
  if (documentId === null) return null
  const rows = await ctx.records.read
    .selectFrom('production_document')
    .select('production_id')
    .where('document_id', '=', documentId)
    .execute()
  return rows.map(({ production_id }) => production_id)
}
