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

const verifiedChain = z.object({
  /** Rows that hold, from the first on. */
  rows: z.int(),
  /** Hex of the last of them. */
  head: z.string(),
  /** The first row that does not hold; null where all hold. */
  firstBroken: z.nullable(z.int()),
  /** What is wrong with it. */
  reason: z.nullable(z.string()),
  /** The signed heads that it was compared with. */
  signed: z.object({
    checked: z.int(),
    lastAt: z.nullable(instant),
    lastSeq: z.nullable(z.int()),
    /** Fingerprint of the key that signed the last of them. */
    key: z.nullable(z.string()),
    /** Lines beside the records that cannot be read. */
    unreadable: z.int(),
  }),
  verifiedAt: instant,
})
export type VerifiedChain = z.infer<typeof verifiedChain>

export const verifyChain = call({
  name: 'audit.verify',
  method: 'GET',
  path: '/review/auditing-history/verify',
  needs: 'audit.project',
  scope: 'project',
  reply: z.object({
    ...verifiedChain.shape,
    /** What the installation signs with now. */
    publicKey: z.object({ fingerprint: z.string(), pem: z.string() }),
  }),
  summary:
    "Recomputes the project's chain from its first row, compares it with its signed heads and says where it breaks, if it does. Whoever asks while that goes on joins.",
})

export const verifyProgress = call({
  name: 'audit.verifyProgress',
  method: 'GET',
  path: '/review/auditing-history/verify/progress',
  needs: 'audit.project',
  scope: 'project',
  reply: z.object({
    /** Null where no verification is under way. */
    running: z.nullable(
      z.object({
        rows: z.int(),
        total: z.int(),
        /** Rows a second, and seconds left by that; null before the first are done. */
        rate: z.nullable(z.number()),
        secondsLeft: z.nullable(z.number()),
      }),
    ),
    /** The newest result since the server was started. */
    last: z.nullable(verifiedChain),
  }),
  summary: "How far the verification of the project's chain is, and how the last one ended.",
})
export type VerifyProgress = z.infer<(typeof verifyProgress)['reply']>

export const exportAudit = call({
  name: 'audit.export',
  method: 'GET',
  path: '/review/auditing-history/export',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({ projectId: idParam }),
  reply: z.void(),
  rawReply: true,
  summary:
    "The project's audit trail with its signed heads and the program that verifies it, as a zip; that it was taken is on the trail.",
})
