/** The calls of contracts/redaction-copies.ts. */
import * as contract from '#contracts/redaction-copies.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { countCopies } from './copies.ts'
import { copyToCopies } from './copy.ts'
import { takeBack } from './take-back.ts'

export const routes: readonly Route[] = [
  route(contract.exactCopies, async (ctx, { query: { documentId } }) => ({
    documentId,
    count: await countCopies(ctx, documentId),
  })),
  route(contract.copyRedactions, (ctx, { body }) => copyToCopies(ctx, body)),
  route(contract.takeBackCopies, (ctx, { body }) => takeBack(ctx, body)),
]
