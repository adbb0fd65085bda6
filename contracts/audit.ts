/** The record's own history: who did what, when, and how. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { undoMark } from './coding.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'

/** How a value came to be. */
export const how = z.enum(['manual', 'undo', 'redo', 'propagation', 'bulk', 'import', 'api', 'rollback'])

export const auditRow = z.object({
  auditId: id,
  /** Position in the project's chain. */
  seq: id,
  at: instant,
  userId: z.nullable(id),
  /** The user's name at the time. */
  userName: z.string(),
  roleName: z.string(),
  /** `document.viewed`, `coding.saved`, `job.cancelled` … */
  action: z.string(),
  documentId: z.nullable(id),
  field: z.nullable(z.string()),
  oldValue: z.unknown(),
  newValue: z.unknown(),
  how: z.nullable(how),
  commandId: z.nullable(z.string()),
  correlationId: z.nullable(z.string()),
  undo: z.nullable(undoMark),
  /** Of a choice between two values: whose the other one was, and since when it had stood. */
  decision: z.optional(
    z.object({
      kind: z.enum(['overwrote', 'gaveUp']),
      by: z.nullable(z.string()),
      at: z.nullable(instant),
    }),
  ),
  jobId: z.nullable(id),
  /** Hex of the row's link in the chain. */
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRow>

export const documentHistory = call({
  name: 'audit.documentHistory',
  method: 'GET',
  path: '/review/auditing-history/document',
  needs: 'audit.own',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    before: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(auditRow),
  summary: 'The history of a document, newest first, by cursor.',
})

export const verifyChain = call({
  name: 'audit.verify',
  method: 'GET',
  path: '/review/auditing-history/verify',
  needs: 'audit.project',
  scope: 'project',
  reply: z.object({
    rows: z.int(),
    head: z.string(),
    /** The first row whose link is broken; null where all hold. */
    firstBroken: z.nullable(z.int()),
    verifiedAt: instant,
  }),
  summary: "Recomputes the project's chain from its first row and says where it breaks, if it does.",
})
