/** The calls of contracts/files.ts. */
import * as files from '#contracts/files.ts'
import { type Route, route } from '../http/route.ts'
import { filesThere } from './exist.ts'
import { replace } from './replace.ts'
import { replacedOf, sendReplaced } from './replaced.ts'

export const routes: readonly Route[] = [
  route(files.fileExist, (ctx, { body }) => filesThere(ctx.records.read, ctx.project.projectId, body.hashes)),
  route(files.replaceFile, (ctx, { query, body }) => replace(ctx, query, body)),
  route(files.replacedFiles, (ctx, { query }) => replacedOf(ctx, query.documentId)),
  route(files.replacedBytes, (ctx, { params, reply }) => sendReplaced(ctx, params.replacedFileId, reply)),
]
