/** The calls of contracts/ocr.ts. */
import * as ocr from '#contracts/ocr.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { askToRecognise, candidatesOf } from './start.ts'

export const routes: readonly Route[] = [
  route(ocr.startOcr, async (ctx, { body }) => {
    const candidates = await candidatesOf(ctx, body)
    const started = await idempotent(ctx, (trx) => askToRecognise(trx, ctx, candidates, body), {
      alone: true,
    })
    ctx.jobs.wake()
    return started
  }),
]
