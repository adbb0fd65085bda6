/**
 * Suppressed items: imported items that are not documents of their own. De-NISTed files, expanded containers, suppressed
 * duplicates, and inline images.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

export const leftOutKinds = ['known', 'container', 'duplicate', 'inlineImage'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

export const leftOutRow = z.object({
  leftOutId: id,
  jobId: id,
  sourceId: id,
  source: z.string(),
  custodian: z.string(),
  /**
   * The document that it was attached to or embedded in; for an item of a suppressed family the existing document. For a
   * duplicate, the document that it duplicates.
   */
  documentId: z.nullable(id),
  /** Control number of that document; empty until it is promoted. */
  controlNumber: z.nullable(z.string()),
  /** The path inside its containers, outermost first. */
  path: z.array(z.string()),
  /** For a container only if it is a collected file; for a duplicate not if an earlier version suppressed it. */
  size: z.nullable(z.int()),
  sha256: z.nullable(sha256),
  /** Name and version of the list that contains it. */
  list: z.nullable(z.string()),
  at: instant,
})
export type LeftOutRow = z.infer<typeof leftOutRow>

const asked = { kind: z.enum(leftOutKinds), jobId: z.optional(idParam) }

export const listLeftOut = call({
  name: 'leftOut.list',
  method: 'GET',
  path: '/project/left-out',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({
    ...asked,
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: z.object({
    data: z.array(leftOutRow),
    totalCount: z.int(),
    /** As reconciliation counts them: more than are listed if an earlier version kept only their number. */
    reconciled: z.int(),
  }),
  summary:
    'De-NISTed files, expanded containers, suppressed duplicates, or inline images, in order, by cursor.',
})

export const leftOutCsv = call({
  name: 'leftOut.csv',
  method: 'GET',
  path: '/project/left-out.csv',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, ...asked }),
  rawReply: true,
  reply: z.any(),
  summary: 'All of them, of the project or of one job, as CSV for spreadsheets; recorded in the audit log.',
})
