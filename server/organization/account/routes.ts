/** The calls of one's own account beside signing in: keys, sessions, the second step; and writing to support. */
import * as own from '#contracts/account.ts'
import * as keys from '#contracts/api-keys.ts'
import * as contact from '#contracts/contact.ts'
import { requireAgain } from '../../platform/auth/again.ts'
import { browserOf } from '../../platform/auth/known-browsers.ts'
import {
  offerAnother,
  readSecondStep,
  renewRecoveryCodes,
  takeOffered,
} from '../../platform/auth/own-second-step.ts'
import { endOthers, endOwnSession, sessionsOf } from '../../platform/auth/own-sessions.ts'
import { withRetryAfter } from '../../platform/auth/routes.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { addKey, endKey, keysOf } from './api-keys.ts'
import { keepFile, requestsOf, sendFile, takeRequest } from './contact.ts'

export const routes: readonly Route[] = [
  route(keys.listKeys, (ctx) => keysOf(ctx)),
  route(keys.makeKey, (ctx, { body: { proof, ...wanted }, raw, reply }) =>
    withRetryAfter(reply, async () => {
      await requireAgain(ctx, proof, browserOf(raw))
      return addKey(ctx, wanted)
    }),
  ),
  route(keys.revokeKey, (ctx, { body }) => endKey(ctx, body.keyId)),

  route(own.listSessions, async (ctx) => {
    const data = await sessionsOf(ctx)
    return { data, totalCount: data.length }
  }),
  route(own.endSession, (ctx, { body }) => endOwnSession(ctx, body.sessionKey)),
  route(own.endOtherSessions, (ctx) => endOthers(ctx)),

  route(own.getSecondStep, (ctx) => readSecondStep(ctx)),
  route(own.makeRecoveryCodes, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, () => renewRecoveryCodes(ctx, body.proof, browserOf(raw))),
  ),
  route(own.offerAuthenticator, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, () => offerAnother(ctx, body.proof, browserOf(raw))),
  ),
  route(own.takeAuthenticator, (ctx, { body, raw, reply }) =>
    withRetryAfter(reply, () => takeOffered(ctx, body, browserOf(raw))),
  ),

  route(contact.getContact, async ({ config }) => ({ mailedTo: config.supportEmail })),
  route(contact.addContactFile, (ctx, { query, body, reply }) => keepFile(ctx, reply, query.name, body)),
  route(contact.contactSupport, (ctx, { body, reply }) =>
    takeRequest(ctx, reply, { ...body, kind: 'support', rating: null }),
  ),
  route(contact.sendFeedback, (ctx, { body, reply }) =>
    takeRequest(ctx, reply, { ...body, kind: 'feedback', subject: '', facts: '', fileIds: [] }),
  ),
  route(contact.listContactRequests, async (ctx) => {
    const data = await requestsOf(ctx.records.read)
    return { data, totalCount: data.length }
  }),
  route(contact.contactFileBytes, (ctx, { params, reply }) => sendFile(ctx, reply, params.fileId)),
]
