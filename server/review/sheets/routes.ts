/** The calls of contracts/sheets.ts. */

import * as contract from '#contracts/sheets.ts'
import { isSpreadsheet } from '#contracts/spreadsheet-types.ts'
import { passwordsOf } from '../../organization/settings/processing.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { wordReadingOf } from '../search/query.ts'
import type { SheetSource } from './sheets.ts'

/** Ms that the first answer waits, so that a small file is there with it. */
const firstWait = 800

export const routes: readonly Route[] = [
  route(contract.getSheetFile, async (ctx, { query }) => {
    const book = await ctx.sheets.book(await sourceOf(ctx, query.documentId))
    await book.until(() => !book.reading || book.hasRows, ctx.signal, firstWait)
    return book.file()
  }),
  route(contract.getSheetCells, async (ctx, { query: { documentId, ...range } }) =>
    ctx.sheets.cells(await sourceOf(ctx, documentId), range, ctx.signal),
  ),
  route(contract.findInSheets, async (ctx, { body: { documentId, text } }) => {
    const { hits, more } = await ctx.sheets.find(await sourceOf(ctx, documentId), { text }, ctx.signal)
    return { hits: [...hits], more }
  }),
  route(contract.findTermsInSheets, async (ctx, { body: { documentId, terms } }) => {
    const source = await sourceOf(ctx, documentId)
    const { noise } = await wordReadingOf(ctx.records.read, ctx.project.projectId)
    const { hits, more } = await ctx.sheets.find(source, { terms, noise: [...noise] }, ctx.signal)
    return { hits: [...hits], more }
  }),
]

/** The file of a document of the project; that its cells were given out is on the record before any is. */
async function sourceOf(ctx: ProjectContext, documentId: number): Promise<SheetSource> {
  await requireReadable(ctx, documentId)
  const row = await ctx.records.read
    .selectFrom('document')
    .select(['sha256', 'file_name', 'mime_type'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  if (!isSpreadsheet(row.mime_type)) throw new ApiError('notFound', 'The document is no spreadsheet.')
  await recordGiven(ctx, 'document.sheetRead', documentId)
  const { sha256, file_name: name } = row
  const passwords = await passwordsOf(ctx.records.read, ctx.project.projectId)
  return { sha256, path: ctx.blobs.pathOf(sha256), name, passwords }
}
