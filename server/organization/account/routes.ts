/** The calls of one's own account beside signing in: keys. */
import * as keys from '#contracts/api-keys.ts'
import { requireAgain } from '../../platform/auth/again.ts'
import { browserOf } from '../../platform/auth/known-browsers.ts'
import { withRetryAfter } from '../../platform/auth/routes.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { addKey, endKey, keysOf } from './api-keys.ts'

export const routes: readonly Route[] = [
  route(keys.listKeys, (ctx) => keysOf(ctx)),
  route(keys.makeKey, (ctx, { body: { proof, ...wanted }, raw, reply }) =>
    withRetryAfter(reply, async () => {
      await requireAgain(ctx, proof, browserOf(raw))
      return addKey(ctx, wanted)
    }),
  ),
  route(keys.revokeKey, (ctx, { body }) => endKey(ctx, body.keyId)),
]
