/** The calls of contracts/files.ts. */
import * as files from '#contracts/files.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { replacedOf, sendReplaced } from '../../review/files/replaced.ts'
import { replace } from './replace.ts'

export const routes: readonly Route[] = [
  route(files.replaceFile, (ctx, { query, body }) => replace(ctx, query, body)),
  route(files.replacedFiles, (ctx, { query }) => replacedOf(ctx, query.documentId)),
  route(files.replacedBytes, (ctx, { params, reply }) => sendReplaced(ctx, params.replacedFileId, reply)),
]
