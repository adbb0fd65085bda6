/** The calls of contracts/audit.ts. */
import * as audit from '#contracts/audit.ts'
import { documentExists } from '../coding/values.ts'
import { notFound } from '../http/error.ts'
import { type Route, route } from '../http/route.ts'
import { instantOf } from '../records/dialect.ts'
import { documentHistory } from './history.ts'
import { verifyChain } from './verify.ts'

export const routes: readonly Route[] = [
  route(audit.documentHistory, async (ctx, { query }) => {
    if (!(await documentExists(ctx.records.read, ctx.project.projectId, query.documentId)))
      throw notFound('document')
    return documentHistory(ctx, query)
  }),

  route(audit.verifyChain, async (ctx) => {
    const { rows, head, firstBroken } = await verifyChain(
      ctx.records.read,
      `project:${ctx.project.projectId}`,
    )
    return { rows, head, firstBroken, verifiedAt: instantOf(ctx.now()) }
  }),
]
