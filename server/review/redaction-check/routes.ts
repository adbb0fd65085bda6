/** The calls of contracts/redaction-check.ts. */
import * as contract from '#contracts/redaction-check.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { checkDocument } from './check.ts'
import { listToCheck } from './list.ts'

export const routes: readonly Route[] = [
  route(contract.redactionsToCheck, (ctx, { query }) => listToCheck(ctx, query.after)),
  route(contract.checkRedactions, (ctx, { body }) => checkDocument(ctx, body)),
]
