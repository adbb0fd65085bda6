/** The calls of contracts/redacted-cells.ts: the sheet service and the redaction service have the same handlers. */
import * as contract from '#contracts/redacted-cells.ts'
import { clearRedactions } from '#contracts/redactions.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { lastCellsGestureOf } from '../redactions/last-gesture.ts'
import { cellsOfCopy, lookAtCopy, sendCopy } from './copy.ts'
import { clearCells, clearPagesAndCells, loadCells, saveGesture } from './save.ts'

export const routes: readonly Route[] = [
  route(contract.loadCells, (ctx, { query }) => loadCells(ctx, query.documentId)),
  route(contract.lastCellsGesture, (ctx, { query }) => lastCellsGestureOf(ctx, query.documentId)),
  ...[contract.saveCells, contract.saveSheetRedactions].map((one) =>
    route(one, (ctx, { body }) => saveGesture(ctx, body)),
  ),
  ...[contract.clearSheetRedactions, contract.clearRedaction].map((one) =>
    route(one, (ctx, { body }) => clearCells(ctx, body)),
  ),
  route(clearRedactions, (ctx, { body }) => clearPagesAndCells(ctx, body)),
  ...[contract.getRedactedFile, contract.getFile].map((one) =>
    route(one, (ctx, { query }) => lookAtCopy(ctx, query.documentId)),
  ),
  route(contract.fetchGrid, (ctx, { query }) => cellsOfCopy(ctx, query)),
  ...[contract.downloadFile, contract.download].map((one) =>
    route(one, (ctx, { query, reply }) => sendCopy(ctx, query.documentId, reply)),
  ),
]
