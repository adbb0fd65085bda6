/**
 * Overlays: values from a CSV file for existing documents, which are found by an identifier. The file is previewed first:
 * what it would change, and its errors row by row. What was previewed is then loaded, by a mass edit with its receipt and
 * its undo.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, nanoId, wholeParam } from './ids.ts'

/** Limits of a file. It is sent in one request, and read while others wait. */
export const overlayLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  values: 500_000,
  faults: 10_000,
} as const

/** How documents are found. A hash finds all documents with these bytes. */
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
  /** As in spreadsheets: the heading is row 1. */
  row: z.int(),
  /** Null for the whole row. */
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
      /** The custom field that it fills; null if it fills none and is ignored. */
      field: z.nullable(z.string()),
      fieldId: z.nullable(id),
      /** Values that would change. */
      changes: z.int(),
    }),
  ),
  rows: z.int(),
  /** Rows that find documents; documents that they find. */
  matched: z.int(),
  documents: z.int(),
  /** Rows that find none. */
  unmatched: z.int(),
  /** Values that would change, and values that already match. */
  changes: z.int(),
  alreadySo: z.int(),
  /** The first errors; all of them are in the error file. */
  faults: z.array(fault),
  faultCount: z.int(),
})
export type OverlayReport = z.infer<typeof overlayReport>

const asked = z.strictObject({
  /** The heading of the identifier column; the default is the first column named like an identifier field. */
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** What the identifier column contains, if its name does not say so. */
  by: z.optional(z.enum(keyFields)),
  /** The meaning of an empty cell; the default is `keep`. */
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
    'Preview a CSV with values of custom fields (an identifier column, and columns named like fields): what ' +
    'it would change, and its errors. Nothing is changed. At most 8 MB and 50,000 rows.',
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
    'Preview a CSV that gives documents identifiers of the client (an identifier column, and a column ' +
    'Custom_Id), unique in the project. Nothing is changed.',
})

export const listCustomIds = call({
  name: 'overlay.customIds',
  method: 'GET',
  path: '/project/custom-id',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    /** The last known document: the page starts after it. */
    after: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 1_000)),
  }),
  reply: listOf(z.object({ documentId: id, controlNumber: z.string(), customId: z.string() })),
  summary: 'The documents in review that have a custom id, by cursor.',
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
    'Load a previewed file: its valid values, by a mass edit, which has a receipt and is undone as one step. ' +
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
  summary: 'Errors of a previewed file, as CSV for spreadsheets: row, column, value and reason.',
})
