/** The calls of contracts/sheets.ts. */

import * as contract from '#contracts/sheets.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wordReadingOf } from '../search/query.ts'
import { sourceOf } from './source.ts'

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
