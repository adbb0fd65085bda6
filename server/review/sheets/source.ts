/** The file of a document that is a spreadsheet. */
import { isSpreadsheet } from '#contracts/spreadsheet-types.ts'
import { passwordsOf } from '../../organization/settings/processing.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import type { SheetSource } from './sheets.ts'

/** The file of a document of the project; that its cells were given out is on the record before any is. */
export async function sourceOf(ctx: ProjectContext, documentId: number): Promise<SheetSource> {
  const source = await sheetSource(ctx, documentId)
  await recordGiven(ctx, 'document.sheetRead', documentId)
  return source
}

/** The same for whoever gives out nothing of it. */
export async function sheetSource(ctx: ProjectContext, documentId: number): Promise<SheetSource> {
  await requireReadable(ctx, documentId)
  const row = await ctx.records.read
    .selectFrom('document')
    .select(['sha256', 'file_name', 'mime_type'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  if (!isSpreadsheet(row.mime_type)) throw new ApiError('notFound', 'The document is no spreadsheet.')
  const { sha256, file_name: name } = row
  const passwords = await passwordsOf(ctx.records.read, ctx.project.projectId)
  return { sha256, path: ctx.blobs.pathOf(sha256), name, passwords }
}
