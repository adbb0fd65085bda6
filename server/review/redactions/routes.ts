/** The calls of contracts/redactions.ts; clearing a document is beside those of its cells, which go with it. */
import * as contract from '#contracts/redactions.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { labelsInUse } from './labels.ts'
import { lastGestureOf } from './last-gesture.ts'
import { logPage } from './log.ts'
import { sendLog } from './log-csv.ts'
import { loadRedactions, saveGesture } from './save.ts'

export const routes: readonly Route[] = [
  route(contract.loadMarkup, (ctx, { query }) => loadRedactions(ctx, query.documentId)),
  route(contract.saveMarkup, (ctx, { body }) => saveGesture(ctx, body)),
  route(contract.lastGesture, (ctx, { query }) => lastGestureOf(ctx, query.documentId)),
  route(contract.redactedLabels, (ctx) => labelsInUse(ctx)),
  route(contract.redactionLog, (ctx, { query }) => logPage(ctx, query)),
  route(contract.redactionLogFile, (ctx, { query: { documentId, label }, reply }) =>
    sendLog(ctx, { documentId, label }, reply),
  ),
]
