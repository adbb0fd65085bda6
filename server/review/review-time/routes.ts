/** The call of contracts/review-time.ts. */
import { recordTime } from '#contracts/review-time.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { isInReview } from '../documents/visible.ts'
import { addTime } from './seconds.ts'

export const routes: readonly Route[] = [
  route(recordTime, async (ctx, { body }) => {
    const { documentId, seconds } = body
    if (!(await isInReview(ctx.records.read, ctx.project.projectId, documentId))) throw notFound('document')
    return await idempotent(ctx, async (trx) => ({ recorded: await addTime(trx, ctx, documentId, seconds) }))
  }),
]
