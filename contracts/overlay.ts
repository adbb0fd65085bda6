/**
 * Overlays: values from a file (CSV) laid onto documents that are there, found by a key. A file is looked at first, which
 * answers what it would change and what is wrong with it, row by row; what was looked at is what is then loaded, by a bulk
 * change with its receipt and its undo.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, nanoId, wholeParam } from './ids.ts'

/** What a file may hold. It comes in one request, and is read while others wait. */
export const overlayLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  values: 500_000,
  faults: 10_000,
} as const

/** What documents are found by. A hash finds all documents of these bytes. */
export const keyFields = ['Control_Number', 'Custom_Id', 'SHA256', 'MD5', 'Source_Path'] as const
export type KeyField = (typeof keyFields)[number]

export const overlayKind = z.enum(['fields', 'customIds'])
export type OverlayKind = z.infer<typeof overlayKind>

/** Why a row or one of its values is not loaded. */
export const faultCodes = [
  'noKey',
  'badKey',
  'twice',
  'unmatched',
  'ambiguous',
  'tooFewCells',
  'tooManyCells',
  'badValue',
  'taken',
] as const

const fault = z.object({
  /** As spreadsheets count: the heading is row 1. */
  row: z.int(),
  /** Null where it is the whole row. */
  column: z.nullable(z.string()),
  code: z.enum(faultCodes),
  reason: z.string(),
})
export type OverlayFault = z.infer<typeof fault>

export const overlayReport = z.object({
  overlayId: id,
  kind: overlayKind,
  key: z.object({ column: z.string(), field: z.enum(keyFields) }),
  columns: z.array(
    z.object({
      column: z.string(),
      /** The custom field that it fills; null where it fills none, and is left out. */
      field: z.nullable(z.string()),
      fieldId: z.nullable(id),
      /** Values that would become others. */
      changes: z.int(),
    }),
  ),
  rows: z.int(),
  /** Rows that find documents; documents that they find. */
  matched: z.int(),
  documents: z.int(),
  /** Rows that find none. */
  unmatched: z.int(),
  /** Values that would become others, and that are so already. */
  changes: z.int(),
  alreadySo: z.int(),
  /** The first of them; all are in the file of faults. */
  faults: z.array(fault),
  faultCount: z.int(),
})
export type OverlayReport = z.infer<typeof overlayReport>

const asked = z.strictObject({
  /** The column that says which documents, by its heading; otherwise the first that is called like a key field. */
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** What that column holds, where it is called otherwise. */
  by: z.optional(z.enum(keyFields)),
  /** What an empty cell means; `keep` where it is not said. */
  blank: z.optional(z.enum(['keep', 'clear'])),
})

export const checkMetadata = call({
  name: 'overlay.checkMetadata',
  method: 'POST',
  path: '/project/document/bulk-metadata',
  needs: 'collect.manage',
  scope: 'project',
  query: asked,
  rawBody: true,
  body: z.any(),
  reply: overlayReport,
  summary:
    'Look at a CSV of values of custom fields (a key column, and columns named like fields): what it would change, and ' +
    'what is wrong with it. Nothing is changed. At most 8 MB and 50,000 rows.',
})

export const checkCustomIds = call({
  name: 'overlay.checkCustomIds',
  method: 'POST',
  path: '/project/custom-id',
  needs: 'collect.manage',
  scope: 'project',
  query: asked,
  rawBody: true,
  body: z.any(),
  reply: overlayReport,
  summary:
    'Look at a CSV that gives documents identifiers of the client (a key column, and a column Custom_Id), unique in the ' +
    'project. Nothing is changed.',
})

export const listCustomIds = call({
  name: 'overlay.customIds',
  method: 'GET',
  path: '/project/custom-id',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    /** The last document that is known: the page begins behind it. */
    after: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 1_000)),
  }),
  reply: listOf(z.object({ documentId: id, controlNumber: z.string(), customId: z.string() })),
  summary: 'The documents of review that have a custom id, by cursor.',
})

const overlayParams = z.strictObject({ overlayId: idParam })

export const applyOverlay = call({
  name: 'overlay.apply',
  method: 'POST',
  path: '/project/document/bulk-metadata/:overlayId',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  params: overlayParams,
  body: z.strictObject({ correlationId: nanoId }),
  reply: z.object({ jobId: id, auditIds: z.array(id) }),
  summary:
    'Load a file that was looked at: what is right in it, by a bulk change, which has a receipt and is undone as one. ' +
    'A file is loaded once. Needs an Idempotency-Key.',
})

export const overlayFaults = call({
  name: 'overlay.faults',
  method: 'GET',
  path: '/project/document/bulk-metadata/:overlayId/faults',
  needs: 'collect.manage',
  scope: 'project',
  params: overlayParams,
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary:
    'What is wrong with a file that was looked at, as CSV for spreadsheets: row, column, value and reason.',
})
