/** The calls of contracts/folders.ts about files that name documents. */
import * as contract from '#contracts/folders.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { fileIt, lookAtFile, sendRows } from './folder-files.ts'

export const routes: readonly Route[] = [
  route(contract.uploadFolderFile, (ctx, { body }) => lookAtFile(ctx, body)),
  route(contract.fileFromFile, (ctx, { body }) => fileIt(ctx, body)),
  route(contract.folderFileRows, (ctx, { params, reply }) => sendRows(ctx, params.fileId, reply)),
]
