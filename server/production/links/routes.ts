/** The calls of contracts/downloads.ts. */
import * as contract from '#contracts/downloads.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sendWanted } from './files.ts'
import { fileWantedBy, linkTo } from './link.ts'

export const routes: readonly Route[] = [
  route(contract.downloadUrl, (ctx, { query }) => linkTo(ctx, query)),
  route(contract.downloadByLink, (ctx, { query: { link }, reply }) =>
    sendWanted(ctx, fileWantedBy(ctx, link), reply),
  ),
]
