/** The calls of contracts/folders.ts, but for those about files. */
import * as contract from '#contracts/folders.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { deleteFolder, restoreFolder, saveFolder } from './change.ts'
import { fileByCaller, filingOf } from './filing.ts'
import { foldersOf, foldersOfDocument } from './list.ts'

export const routes: readonly Route[] = [
  route(contract.listFolders, (ctx) => foldersOf(ctx)),
  route(contract.saveFolder, (ctx, { body }) => saveFolder(ctx, body)),
  route(contract.deleteFolder, (ctx, { query }) => deleteFolder(ctx, query.folderId)),
  route(contract.restoreFolder, (ctx, { body }) => restoreFolder(ctx, body.folderId)),
  route(contract.fileDocuments, (ctx, { body }) => fileByCaller(ctx, body)),
  route(contract.filingMetadata, (ctx, { query }) => filingOf(ctx, query.jobId)),
  route(contract.documentFolders, (ctx, { query }) => foldersOfDocument(ctx, query.documentId)),
]
