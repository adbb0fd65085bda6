/** The calls of contracts/document-list.ts. */
import * as contract from '#contracts/document-list.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { selected } from '../search/search-documents.ts'
import { allOf } from './all-documents.ts'
import { sendList } from './csv.ts'

export const routes: readonly Route[] = [
  route(contract.selectFromList, async (ctx, { body }) => selected(ctx, body)),
  route(contract.allDocuments, (ctx, { body }) => allOf(ctx, body)),
  route(contract.exportList, (ctx, { query, reply }) => sendList(ctx, query, reply)),
]
