/** The calls of contracts/keywords.ts. */
import * as contract from '#contracts/keywords.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { addList, changeList, deleteList, keywordLists } from './lists.ts'
import { keywordReport } from './report.ts'
import { sendReport } from './report-csv.ts'

export const routes: readonly Route[] = [
  route(contract.listKeywordLists, async (ctx) => {
    const data = await keywordLists(ctx)
    return { data, totalCount: data.length }
  }),
  route(contract.createKeywordList, (ctx, { body }) => addList(ctx, body)),
  route(contract.changeKeywordList, (ctx, { params, body }) => changeList(ctx, params.keywordListId, body)),
  route(contract.deleteKeywordList, (ctx, { params, query }) =>
    deleteList(ctx, params.keywordListId, query.version),
  ),
  route(contract.readKeywordReport, (ctx, { query }) => keywordReport(ctx, query)),
  route(contract.keywordReportCsv, (ctx, { query, reply }) => sendReport(ctx, query, reply)),
]
